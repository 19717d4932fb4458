package psr.server.models;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.DoubleFunction;

import com.fasterxml.jackson.databind.node.ObjectNode;

import psr.api.data.Alphabet;
import psr.api.data.Channels;
import psr.api.lab.LearnedModel;
import psr.api.lab.ModelStore;
import psr.api.lab.Recipe;
import psr.api.lab.RunOptions;
import psr.api.lab.Stage;
import psr.api.lab.Submission.State;
import psr.launcher.spi.Engine;
import psr.launcher.spi.JobRow;
import psr.launcher.spi.JobSpec;
import psr.server.DataFolder;
import psr.server.data.UploadedFiles;
import psr.server.data.DataPreview;
import psr.server.http.Json;
import psr.server.http.Listing;
import psr.server.http.ProblemException;
import psr.server.http.RepeatKey;
import psr.server.store.Sql;
import psr.server.store.Store;

/** The models: their numbers are files in the folder {@code models}, their descriptions are in the database. Thread-safe. */
public final class ModelLibrary {

    private static final String COLUMNS =
            "id, name, state, failure, recipe, dataset, seed, seconds, created, ended, by_name, bytes, about,"
                    + " removed";
    private static final System.Logger LOG = System.getLogger(ModelLibrary.class.getName());
    private static final String PART = ".part";
    private static final String FILE = "[A-Za-z0-9][A-Za-z0-9_.-]{0,39}[.]json";
    private static final int LONGEST_TEXT = 10_000;
    private static final int LONGEST_FAILURE = 4000;
    private static final int LONGEST_ABOUT = 1_000_000;
    private static final int NAMES = 200;

    private final Path folder;
    private final Store store;
    private final ModelStore files;
    private final UploadedFiles.Limits limits;

    public ModelLibrary(DataFolder data, Store store, ModelStore files, UploadedFiles.Limits limits) throws IOException {
        this.folder = data.folder("models");
        this.store = store;
        this.files = files;
        this.limits = limits;
    }

    /** The file with the numbers of a model. */
    Path file(String id) {
        return folder.resolve(id + ".json");
    }

    /** A new temporary file that belongs to no model yet. */
    Path part(String id, String ending) {
        return folder.resolve(id + ending + PART);
    }

    ModelStore files() {
        return files;
    }

    UploadedFiles.Limits limits() {
        return limits;
    }

    /**
     * Adds a model, unless the same request has added it before.
     *
     * @return the new or existing model
     */
    SavedModel add(SavedModel model, RepeatKey key) {
        Optional<SavedModel> before = before(key);
        if (before.isPresent()) {
            return before.get();
        }
        long all = store.now(sql -> sql.first(row -> row.getLong(1), "select coalesce(sum(bytes), 0) from models").orElse(0L));
        if (all > limits.all()) {
            throw ProblemException.of(413, "too large", "all models together, those in the trash too, must have at most "
                    + limits.all() + " bytes; they have " + all + ": remove some, or wait until the trash is emptied");
        }
        try {
            store.now(sql -> sql.update("insert into models (" + COLUMNS + ", idempotency_key, body_hash)"
                    + " values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, null, ?, ?)", model.id(), model.name(),
                    SavedModel.word(model.state()), model.failure().orElse(null), model.recipe(), model.dataset(), model.seed(),
                    model.seconds().isPresent() ? model.seconds().getAsDouble() : null, model.created(),
                    model.ended().orElse(null), model.by(), model.bytes(), model.about(), key.key().orElse(null), key.hash()));
            return model;
        } catch (Store.DuplicateException e) {
            // The same request at the same time was first.
            return before(key).orElseThrow(() -> e);
        }
    }

    /** The model that the same request has created; throws a problem if its key belongs to another request. */
    Optional<SavedModel> before(RepeatKey key) {
        if (key.key().isEmpty()) {
            return Optional.empty();
        }
        Optional<String[]> known = store.now(sql -> sql.first(row -> new String[] {row.getString(1), row.getString(2)},
                "select id, body_hash from models where by_name = ? and idempotency_key = ?", key.by(), key.key().get()));
        known.ifPresent(each -> key.checkSame(each[1]));
        return known.flatMap(each -> found(each[0]));
    }

    /** A page of the models, or of those in the trash, newest first. */
    List<SavedModel> list(Listing page, boolean removed) {
        String which = removed ? "removed is not null" : "removed is null";
        return store.now(sql -> sql.all(ModelLibrary::read, "select * from models where " + which
                + " and (? = '' or id < ?) order by id desc limit " + page.rows(), page.after(), page.after()));
    }

    /**
     * Imports files without a model and deletes incomplete files.
     *
     * @return a message for each file, imported or not
     */
    List<String> recover() throws IOException {
        List<String> lines = new ArrayList<>();
        for (Path file : DataFolder.list(folder, Files::isRegularFile)) {
            String name = file.getFileName().toString();
            if (name.endsWith(PART)) {
                Files.delete(file);
            } else if (name.matches(FILE) && found(name.replaceFirst("[.]json$", "")).isEmpty()) {
                lines.add(takeIn(file, name.replaceFirst("[.]json$", "")));
            }
        }
        lines.forEach(line -> LOG.log(System.Logger.Level.WARNING, line));
        return lines;
    }

    private String takeIn(Path file, String id) {
        try {
            LearnedModel learned = files.load(file);
            SavedModel model = brought(id, "taken in from its file at the start", "found in the folder", learned);
            add(whole(model, learned), new RepeatKey(model.by(), Optional.empty(), ""));
            return "taken in: the file models/" + file.getFileName() + ", which no model knew";
        } catch (IOException | RuntimeException e) {
            LOG.log(System.Logger.Level.DEBUG, id + " cannot be imported", e);
            return "left alone: the file models/" + file.getFileName() + ", which no model knows: " + e.getMessage();
        }
    }

    /** A model that was not learned on this server, with the description in its file. */
    static SavedModel brought(String id, String name, String by, LearnedModel learned) {
        Map<String, String> from = learned.provenance();
        return new SavedModel(id, name, State.DONE, Optional.empty(), cut(learned.recipe()),
                cut(from.getOrDefault(LearnedModel.DATASET, "")), seed(from), OptionalDouble.empty(), Instant.now(),
                Optional.empty(), by, 0,
                "{}", Optional.empty());
    }

    private static String cut(String text) {
        return text.substring(0, Math.min(LONGEST_TEXT, text.length()));
    }

    private static long seed(Map<String, String> provenance) {
        try {
            return Long.parseLong(provenance.getOrDefault(LearnedModel.SEED, "0"));
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    /** The models that are not learned yet, in the order of their requests. */
    List<SavedModel> underWay() {
        return store.now(sql -> sql.all(ModelLibrary::read,
                "select * from models where state in ('queued', 'learning', 'waiting') and removed is null order by id"));
    }

    /** The model of an id; empty if there is none. */
    Optional<SavedModel> found(String id) {
        return store.now(sql -> sql.first(ModelLibrary::read, "select * from models where id = ?", id));
    }

    /** The model of an id, also in the trash; throws a problem if it does not exist. */
    SavedModel model(String id) {
        return found(id).orElseThrow(() -> ProblemException.missing("there is no model '" + id + "'"));
    }

    /** The model of an id; throws a problem if it cannot predict. */
    SavedModel ready(String id) {
        SavedModel model = model(id);
        if (model.removed().isPresent()) {
            throw ProblemException.missing("the model '" + id + "' is in the trash");
        }
        if (model.state() != State.DONE) {
            throw ProblemException.conflict("the model '" + id + "' must be ready; it is " + SavedModel.word(model.state()));
        }
        return model;
    }

    /** The job that learns a model; empty if there is no such model. */
    public Optional<JobRow> job(String id) {
        return found(id).filter(model -> model.removed().isEmpty()).map(ModelLibrary::row);
    }

    private static JobRow row(SavedModel model) {
        return new JobRow(model.id(), JobSpec.Kind.MODEL, model.state(), model.failure().orElse(""), 0, 0);
    }

    /** The jobs in a state, the oldest first. */
    public List<JobRow> jobs(State state) {
        return store.now(sql -> sql.all(row -> row(read(row)),
                "select * from models where state = ? and removed is null order by id", SavedModel.word(state)));
    }

    /**
     * The specification of the job of a model.
     *
     * @param limit the time limit of a stage for the requested seconds, which may be infinite
     */
    public JobSpec spec(String id, Engine engine, Path data, DoubleFunction<Duration> limit) {
        SavedModel model = model(id);
        RunOptions options = RunOptions.builder().base(data)
                .limit(limit.apply(model.seconds().orElse(Double.POSITIVE_INFINITY))).build();
        return engine.training(Stage.parse(model.dataset()), Recipe.parse(model.recipe()), model.seed(), options);
    }

    /** Writes the state of a job, with the reason if it is waiting or failed. */
    public void state(String id, State state, String reason) {
        if (state == State.PAUSED) {
            throw new IllegalArgumentException("a model cannot be " + state);
        }
        String cut = reason.substring(0, Math.min(LONGEST_FAILURE, reason.length()));
        store.now(
                sql -> sql.update(
                        "update models set state = ?, failure = ?, ended = coalesce(ended, cast(? as timestamp with time zone))"
                                + " where id = ?",
                        SavedModel.word(state), cut.isEmpty() ? null : cut, state.isOver() ? Instant.now() : null, id));
    }

    /** Saves a model that was learned. */
    public void complete(String id, LearnedModel learned) throws IOException {
        LearnedModel model = learned.change().provenance(LearnedModel.CREATED_BY, "server").build();
        files.save(file(id), model, ModelStore.Encoding.JSON);
        long bytes = Files.size(file(id));
        String about = about(model, files.describe(file(id)).kind());
        store.now(sql -> sql.update("update models set bytes = ?, about = ? where id = ?", bytes, about, id));
    }

    /** Saves a model that was not learned on this server; returns the new or existing description. */
    SavedModel bring(SavedModel model, LearnedModel learned, RepeatKey key) throws IOException {
        files.save(file(model.id()), learned, ModelStore.Encoding.JSON);
        SavedModel added = null;
        try {
            added = add(whole(model, learned), key);
            return added;
        } finally {
            if (added == null || !added.id().equals(model.id())) {
                Files.delete(file(model.id()));
            }
        }
    }

    /** A model whose file exists, with the description in the file. */
    private SavedModel whole(SavedModel model, LearnedModel learned) throws IOException {
        return new SavedModel(model.id(), model.name(), State.DONE, Optional.empty(), model.recipe(), model.dataset(),
                model.seed(), model.seconds(), model.created(), Optional.of(Instant.now()), model.by(),
                Files.size(file(model.id())),
                about(learned, files.describe(file(model.id())).kind()), Optional.empty());
    }

    /** Kind, alphabet and provenance, as clients see them. */
    private static String about(LearnedModel model, String kind) {
        for (int names = NAMES;; names /= 2) {
            ObjectNode about = Json.object();
            if (model.model().space() instanceof Alphabet alphabet) {
                ObjectNode symbols = about.putObject("alphabet").put("size", alphabet.size());
                symbols.set("symbols", Json.tree(alphabet.names().stream().limit(names).toList()));
                symbols.put("end", alphabet.end().isPresent() ? alphabet.name(alphabet.end().getAsInt()) : null);
            } else if (model.model().space() instanceof Channels channels && channels.size() <= names) {
                about.set("channels", DataPreview.channels(channels));
            }
            model.model().inputs().ifPresent(inputs -> about.set("inputs", inputs instanceof Channels channels
                    ? DataPreview.channels(channels) : Json.tree(inputs.names().stream().limit(NAMES).toList())));
            about.put("kind", kind).set("provenance", Json.tree(model.provenance()));
            // Names may have any length.
            String text = about.toString();
            if (text.length() <= LONGEST_ABOUT) {
                return text;
            }
            if (names == 0) {
                return Json.object().put("kind", kind).toString();
            }
        }
    }

    /** Moves a model to the trash. */
    void remove(String id) {
        store.now(sql -> sql.update("update models set removed = ? where id = ? and removed is null", Instant.now(), id));
    }

    void restore(String id) {
        store.now(sql -> sql.update("update models set removed = null where id = ?", id));
    }

    /** Deletes models that have been in the trash too long; returns their number. */
    public int sweep(Instant now) throws IOException {
        List<String> old = store.now(sql -> sql.all(row -> row.getString(1), "select id from models where removed < ?",
                now.minus(limits.trash())));
        for (String id : old) {
            // The file first: a file without a row would be imported again at the next start.
            Files.deleteIfExists(file(id));
            store.now(sql -> sql.update("delete from models where id = ?", id));
        }
        return old.size();
    }

    private static SavedModel read(ResultSet row) throws SQLException {
        double seconds = row.getDouble("seconds");
        OptionalDouble limit = row.wasNull() ? OptionalDouble.empty() : OptionalDouble.of(seconds);
        return new SavedModel(row.getString("id"), row.getString("name"), SavedModel.state(row.getString("state")),
                Optional.ofNullable(row.getString("failure")), row.getString("recipe"), row.getString("dataset"),
                row.getLong("seed"),
                limit, Sql.time(row, "created").orElseThrow(), Sql.time(row, "ended"), row.getString("by_name"),
                row.getLong("bytes"),
                row.getString("about"), Sql.time(row, "removed"));
    }
}
