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
 * The most recently used models in memory, each read once. Limited by their number and the size of their files; models with
 * a session are not evicted. Thread-safe.
 */
final class ModelCache {

    private final ModelLibrary models;
    private final int most;
    private final long mostBytes;
    private final Map<String, CachedModel> entries = new LinkedHashMap<>(16, .75f, true);
    private final Map<String, Integer> pins = new HashMap<>();
    private long bytes;

    /** A model that was read or is being read. */
    private record CachedModel(FutureTask<LoadedModel> model, long bytes) {}

    ModelCache(ModelLibrary models, int most, long mostBytes) {
        this.models = models;
        this.most = most;
        this.mostBytes = mostBytes;
    }

    /**
     * The model of an id.
     *
     * @throws ProblemException if it does not exist or is not ready
     * @throws IOException if its file cannot be read
     */
    LoadedModel open(String id) throws IOException, InterruptedException {
        CachedModel entry;
        boolean mine = false;
        synchronized (this) {
            entry = entries.get(id);
        }
        if (entry == null) {
            SavedModel saved = models.ready(id);
            CachedModel added = new CachedModel(new FutureTask<>(() -> new LoadedModel(id, models.files().load(models.file(id)))),
                    saved.bytes());
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

    /** Evicts the least recently used models, except this one and models with sessions. */
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

    /** Opens a model for a session: it stays in memory until {@link #unpin}. Throws a problem if models of other sessions fill the cache. */
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

    /** Evicts a model that was replaced or deleted. */
    synchronized void forget(String id) {
        CachedModel entry = entries.remove(id);
        if (entry != null) {
            bytes -= entry.bytes();
        }
    }

    /** Evicts all models: their classes may have changed. */
    synchronized void forgetAll() {
        entries.clear();
        bytes = 0;
    }

    synchronized int size() {
        return entries.size();
    }
}
