package psr.server.data;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import psr.api.data.Alphabet;
import psr.api.data.Channels;
import psr.api.data.Sequences;
import psr.api.data.Symbols;
import psr.api.data.Vectors;
import psr.api.lab.Laboratory;
import psr.api.lab.Stage;
import psr.api.settings.ValidationError;
import psr.api.settings.ValidationException;
import psr.api.source.Dataset;
import psr.server.http.Json;
import psr.server.http.ProblemException;

/** Loads data sets to show their content, with limits on their number and time. Thread-safe. */
public final class DataPreview implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger(DataPreview.class.getName());
    private static final int AT_ONCE = 2;
    private static final int WAITING = 8;
    /** Maximum number of data sets that are loaded at the same time. */
    static final int MOST = AT_ONCE + WAITING;
    private static final int NAMES = 200;
    private static final int LONGEST = 100;
    /** Maximum number of rows of a series that are shown. */
    private static final int MOST_ROWS = 5000;
    private static final long SEED = 1;

    private final Laboratory laboratory;
    private final Path base;
    private final Duration patience;
    private final ThreadPoolExecutor pool;

    /**
     * Creates the preview.
     *
     * @param base where the files are
     * @param patience time limit for loading
     */
    public DataPreview(Laboratory laboratory, Path base, Duration patience) {
        this.laboratory = laboratory;
        this.base = base;
        this.patience = patience;
        this.pool = new ThreadPoolExecutor(AT_ONCE, AT_ONCE, 1, TimeUnit.MINUTES, new LinkedBlockingQueue<>(WAITING), work -> {
            Thread thread = new Thread(work, "psr-preview");
            thread.setDaemon(true);
            return thread;
        });
        pool.allowCoreThreadTimeOut(true);
    }

    Duration patience() {
        return patience;
    }

    /**
     * The content of a data set.
     *
     * @param limit maximum number of sequences to show
     * @throws ValidationException if it cannot be loaded
     */
    ObjectNode show(Stage dataset, int limit) throws InterruptedException {
        return load(() -> json(laboratory.load(dataset, SEED, base), limit));
    }

    /**
     * Loads data, with the limits of a preview.
     *
     * @throws ValidationException if they cannot be loaded
     */
    public <T> T load(Callable<T> work) throws InterruptedException {
        try {
            return load(work, patience);
        } catch (RejectedExecutionException e) {
            throw ProblemException.tooMany("at most " + MOST + " data sets are loaded at the same time", 5);
        } catch (TimeoutException e) {
            throw refused("a data set must load within " + patience.toSeconds() + " s; this one did not",
                    e);
        }
    }

    /**
     * Rejects a data set that cannot be loaded, as far as this can be found within a time limit: one that takes longer, or arrives while
     * too many are loading, passes.
     *
     * @throws ValidationException if it cannot be loaded
     */
    public void check(Stage dataset, long seed, Duration time) throws InterruptedException {
        try {
            load(() -> laboratory.load(dataset, seed, base), time);
        } catch (RejectedExecutionException e) {
            LOG.log(System.Logger.Level.DEBUG, "too many data sets are loading; {0} is not checked", dataset);
        } catch (TimeoutException e) {
            LOG.log(System.Logger.Level.DEBUG, "{0} was not loaded within {1}", dataset, time);
        }
    }

    private <T> T load(Callable<T> work, Duration time) throws InterruptedException, TimeoutException {
        Future<T> loading = pool.submit(work);
        try {
            return loading.get(time.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw refusal(e.getCause());
        } finally {
            loading.cancel(true);
        }
    }

    private RuntimeException refusal(Throwable cause) {
        if (cause instanceof IllegalArgumentException refused) {
            return new ValidationException(ValidationException.of(refused).at("/dataset"), refused);
        }
        if (cause instanceof IOException) {
            return refused(withoutFolder(cause.getMessage()), cause);
        }
        if (cause instanceof OutOfMemoryError) {
            return refused("the data set must fit into memory; it does not", cause);
        }
        return new IllegalStateException("the data set could not be loaded", cause);
    }

    private static ValidationException refused(String message, Throwable cause) {
        return new ValidationException(ValidationError.of(message).at("/dataset"), cause);
    }

    /** Shows file names without the server's folder. */
    private String withoutFolder(String message) {
        return message == null ? "the data set cannot be read" : message.replace(base + base.getFileSystem().getSeparator(), "");
    }

    private ObjectNode json(Dataset data, int limit) {
        if (data.training() instanceof Vectors training) {
            return numbers(data, training, limit);
        }
        Alphabet alphabet = data.training().space().as(Alphabet.class);
        ObjectNode json = Json.object();
        json.set("alphabet", Json.tree(alphabet.names().stream().limit(NAMES).toList()));
        json.put("symbols", alphabet.size()).put("end",
                alphabet.end().isPresent() ? alphabet.name(alphabet.end().getAsInt()) : null);
        json.set("train", size(data.training().as(Symbols.class)));
        json.set("test", size(data.test().as(Symbols.class)));
        ArrayNode examples = json.putArray("examples");
        for (int i = 0; i < Math.min(limit, data.training().count()); i++) {
            ArrayNode example = examples.addArray();
            int[] sequence = data.training().as(Symbols.class).copy(i);
            for (int t = 0; t < Math.min(LONGEST, sequence.length); t++) {
                example.add(alphabet.name(sequence[t]));
            }
        }
        return json.put("origin", withoutFolder(data.origin()));
    }

    private ObjectNode numbers(Dataset data, Vectors training, int limit) {
        ObjectNode json = Json.object();
        json.putArray("alphabet");
        json.put("symbols", 0).putNull("end");
        json.set("channels", channels(training.channels()));
        training.inputs().ifPresent(inputs -> json.set("inputs", inputs.space() instanceof Channels channels ? channels(channels)
                : Json.tree(inputs.space().names().stream().limit(NAMES).toList())));
        json.set("train", size(training));
        json.set("test", size(data.test()));
        json.putArray("examples");
        // One long series is shown as a whole.
        Vectors shown = (data.continues() ? data.together() : training).as(Vectors.class);
        ArrayNode series = json.putArray("series");
        for (int i = 0; i < Math.min(limit, shown.count()); i++) {
            ObjectNode one = series.addObject();
            rows(shown.copy(i), shown.channels().size(), one.putArray("rows"));
            if (shown.inputs().isPresent() && shown.inputs().get() instanceof Vectors inputs) {
                rows(inputs.copy(i), inputs.channels().size(), one.putArray("inputs"));
            }
        }
        return json.put("origin", withoutFolder(data.origin()));
    }

    private static void rows(double[] values, int d, ArrayNode into) {
        for (int t = 0; t < Math.min(MOST_ROWS, values.length / d); t++) {
            ArrayNode row = into.addArray();
            for (int c = 0; c < d; c++) {
                double value = values[t * d + c];
                if (Double.isNaN(value)) {
                    row.addNull();
                } else {
                    row.add(value);
                }
            }
        }
    }

    /** Names and units of channels. */
    public static ArrayNode channels(Channels channels) {
        ArrayNode array = Json.array();
        for (int c = 0; c < channels.size(); c++) {
            array.addObject().put("name", channels.names().get(c)).put("unit", channels.unit(c));
        }
        return array;
    }

    private static ObjectNode size(Sequences sequences) {
        return Json.object().put("sequences", sequences.count()).put("symbols", sequences.total());
    }

    @Override
    public void close() {
        pool.shutdownNow();
    }
}
