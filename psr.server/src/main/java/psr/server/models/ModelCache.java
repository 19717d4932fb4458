package psr.server.models;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

import psr.server.http.ProblemException;

/**
 * The models in memory that were used last, each read once. Bounded by their number and the bytes of their files; one that a session walks
 * along stays. Thread-safe.
 */
final class ModelCache {

    private final ModelLibrary models;
    private final int most;
    private final long mostBytes;
    private final Map<String, CachedModel> entries = new LinkedHashMap<>(16, .75f, true);
    private final Map<String, Integer> pins = new HashMap<>();
    private long bytes;

    /** A model that is being read or was. */
    private record CachedModel(FutureTask<LoadedModel> model, long bytes) {}

    ModelCache(ModelLibrary models, int most, long mostBytes) {
        this.models = models;
        this.most = most;
        this.mostBytes = mostBytes;
    }

    /**
     * A model that is ready.
     *
     * @throws ProblemException if there is none, or it is not ready
     * @throws IOException if its file cannot be read
     */
    LoadedModel open(String id) throws IOException, InterruptedException {
        CachedModel entry;
        boolean mine = false;
        synchronized (this) {
            entry = entries.get(id);
        }
        if (entry == null) {
            SavedModel kept = models.ready(id);
            CachedModel added = new CachedModel(new FutureTask<>(() -> new LoadedModel(id, models.files().load(models.file(id)))),
                    kept.bytes());
            synchronized (this) {
                entry = entries.get(id);
                if (entry == null) {
                    entry = added;
                    mine = true;
                    entries.put(id, entry);
                    bytes += entry.bytes();
                    shrink(id);
                }
            }
        }
        if (mine) {
            entry.model().run();
        }
        try {
            return entry.model().get();
        } catch (ExecutionException e) {
            forget(id);
            if (e.getCause() instanceof IOException unreadable) {
                throw unreadable;
            }
            throw new IllegalStateException("the model cannot be opened", e.getCause());
        }
    }

    /** Lets go of those used longest ago, but not of this one and not of those that sessions have. */
    private synchronized void shrink(String newest) {
        List<String> oldest = new ArrayList<>(entries.keySet());
        for (String id : oldest) {
            if (entries.size() <= most && bytes <= mostBytes) {
                return;
            }
            if (!id.equals(newest) && !pins.containsKey(id)) {
                forget(id);
            }
        }
    }

    /** Opens it for a session: it stays in memory until {@link #unpin}; a problem if those of other sessions fill it. */
    LoadedModel pin(String id) throws IOException, InterruptedException {
        LoadedModel model = open(id);
        synchronized (this) {
            long pinned = 0;
            for (Map.Entry<String, CachedModel> each : entries.entrySet()) {
                pinned += pins.containsKey(each.getKey()) || each.getKey().equals(id) ? each.getValue().bytes() : 0;
            }
            if (!pins.containsKey(id) && (pins.size() >= most || !pins.isEmpty() && pinned > mostBytes)) {
                throw ProblemException.tooMany("sessions may be about at most " + most + " models of " + mostBytes
                        + " bytes together; end some", 60);
            }
            pins.merge(id, 1, Integer::sum);
        }
        return model;
    }

    synchronized void unpin(String id) {
        pins.computeIfPresent(id, (each, count) -> count == 1 ? null : count - 1);
        shrink("");
    }

    /** It is another now, or gone. */
    synchronized void forget(String id) {
        CachedModel entry = entries.remove(id);
        if (entry != null) {
            bytes -= entry.bytes();
        }
    }

    /** Their classes may be others now. */
    synchronized void forgetAll() {
        entries.clear();
        bytes = 0;
    }

    synchronized int size() {
        return entries.size();
    }
}
