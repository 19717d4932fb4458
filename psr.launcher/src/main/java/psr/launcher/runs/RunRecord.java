package psr.launcher.runs;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import psr.api.eval.Measure;
import psr.api.lab.BundleVersion;
import psr.api.lab.DataPart;
import psr.api.lab.Experiment;
import psr.api.lab.RateChoice;
import psr.api.lab.RunOptions;
import psr.api.lab.Shard;
import psr.api.lab.Stage;
import psr.launcher.experiments.ExperimentJson;
import psr.launcher.experiments.ExperimentReader;
import psr.launcher.files.FileProblem;
import psr.launcher.files.WholeFile;
import psr.launcher.trials.BoundExperiment;

/**
 * All that is needed to run an experiment again, and to read its results without the services it ran with: the file
 * {@code experiment.json} of a run folder. Immutable.
 */
public final class RunRecord {

    /** The name of the file. */
    public static final String FILE = "experiment.json";
    /** More are a slip of the finger. */
    public static final int MOST_TRIALS = 1_000_000;

    private static final int FORMAT = 2;
    /** What a session of a run that was merged says of itself besides. */
    private static final String SHARE = "share";
    private static final ObjectMapper JSON = new ObjectMapper();

    /**
     * One stretch of time in which a process worked on the run.
     *
     * @param about where and when, by name
     * @param limit how long a stage might take
     * @param bundles the exact code
     */
    private record Session(Map<String, String> about, Optional<Duration> limit, List<BundleVersion> bundles) {}

    /**
     * What was asked for besides the experiment.
     *
     * @param part which part of the data
     * @param share which trials
     * @param check tells the experiment from others, as it was before rates were chosen
     */
    private record AskedFor(DataPart part, Shard share, String check) {}

    private final Experiment experiment;
    private final AskedFor asked;
    private final List<RateChoice> rates;
    private final Map<String, Measure> measures;
    private final JsonNode resolved;
    private final List<String> services;
    private final Map<String, String> files;
    private final List<Session> sessions;
    /** It stands in every line of the trials, so it is computed once. */
    private final String fingerprint;

    private RunRecord(Experiment experiment, AskedFor asked, List<RateChoice> rates, Map<String, Measure> measures,
            JsonNode resolved, List<String> services, Map<String, String> files, List<Session> sessions) {
        this.experiment = experiment;
        this.asked = asked;
        this.rates = List.copyOf(rates);
        this.measures = measures;
        this.resolved = resolved;
        this.services = List.copyOf(services);
        this.files = files;
        this.sessions = List.copyOf(sessions);
        this.fingerprint = Checksum.of(ExperimentJson.of(experiment.change().name("x").description("").trials(1)
                .claims(List.of()).build()).toString() + asked.part());
    }

    /**
     * The record of a run that begins now.
     *
     * @param home the folder of the application; its commit is noted where it is a checkout
     * @param bundles the exact code it is bound to
     */
    public static RunRecord begin(BoundExperiment bound, RunOptions options, Path home, List<BundleVersion> bundles) {
        AskedFor asked = new AskedFor(options.part(), options.share(), check(bound.experiment()));
        return new RunRecord(bound.experiment(), asked, List.of(), bound.measures(), resolved(bound),
                services(bound), Map.of(), List.of(session(options, options.limit(), home, bundles)));
    }

    /** The same run with the rates that were chosen for it. */
    public RunRecord with(BoundExperiment rebound, List<RateChoice> chosen) {
        return new RunRecord(rebound.experiment(), asked, chosen, measures, resolved(rebound), services, files, sessions);
    }

    /** The same run with what is known of the files its data are read from. */
    public RunRecord with(Map<String, String> hashes) {
        return new RunRecord(experiment, asked, rates, measures, resolved, services, new TreeMap<>(hashes), sessions);
    }

    /** The same run, continued from now on. */
    public RunRecord resumed(Experiment continued, RunOptions options, Path home, List<BundleVersion> bundles) {
        List<Session> more = new ArrayList<>(sessions);
        more.add(session(options, options.limit().or(this::limit), home, bundles));
        return new RunRecord(continued, asked, rates, measures, resolved, services, files, more);
    }

    /**
     * The record of all trials whose shares have these records.
     *
     * @param shares at least one; of one experiment
     */
    static RunRecord merged(List<RunRecord> shares) {
        RunRecord first = shares.get(0);
        Map<String, String> files = new TreeMap<>();
        List<Session> sessions = new ArrayList<>();
        for (RunRecord share : shares) {
            files.putAll(share.files);
            for (Session session : share.sessions) {
                Map<String, String> about = new LinkedHashMap<>(session.about());
                about.putIfAbsent(SHARE, share.share().toString());
                sessions.add(new Session(about, session.limit(), session.bundles()));
            }
        }
        return new RunRecord(first.experiment, new AskedFor(first.part(), Shard.all(), first.asked.check()), first.rates,
                first.measures, first.resolved, first.services, files, sessions);
    }

    private static Session session(RunOptions options, Optional<Duration> limit, Path home, List<BundleVersion> bundles) {
        Map<String, String> about = Environment.now(home);
        about.put("threads", Integer.toString(options.threads()));
        about.put("directory", options.base().toAbsolutePath().toString());
        return new Session(about, limit, bundles);
    }

    private static List<String> services(BoundExperiment bound) {
        return bound.services().stream().map(offer -> offer.kind().word() + " " + offer.name() + " from " + offer.by())
                .distinct().toList();
    }

    private static ObjectNode resolved(BoundExperiment bound) {
        ObjectNode resolved = JSON.createObjectNode();
        resolved.set("dataset", stage(bound.dataset()));
        ArrayNode recipes = resolved.putArray("recipes");
        bound.resolvedRecipes().forEach((label, stages) -> {
            ObjectNode recipe = recipes.addObject().put("label", label);
            ArrayNode list = recipe.putArray("stages");
            stages.forEach(stage -> list.add(stage(stage)));
        });
        ArrayNode metrics = resolved.putArray("metrics");
        bound.resolvedMetrics().forEach(metric -> metrics.add(stage(metric)));
        return resolved;
    }

    private static ObjectNode stage(Stage stage) {
        ObjectNode json = JSON.createObjectNode().put("name", stage.name());
        ObjectNode settings = json.putObject("settings");
        stage.settings().forEach(settings::put);
        if (!stage.parts().isEmpty()) {
            ArrayNode parts = json.putArray("models");
            stage.parts().forEach(part -> {
                ArrayNode stages = parts.addArray();
                part.stages().forEach(each -> stages.add(stage(each)));
            });
        }
        return json;
    }

    private ObjectNode json() {
        ObjectNode json = JSON.createObjectNode().put("format", FORMAT);
        json.set("experiment", ExperimentJson.of(experiment));
        json.put("asked", asked.check());
        if (!asked.share().isAll()) {
            json.put("share", asked.share().toString());
        }
        DataPart part = asked.part();
        if (!part.equals(DataPart.asGiven())) {
            json.set("part", PartJson.of(part));
        }
        if (!rates.isEmpty()) {
            ArrayNode chosen = json.putArray("rates");
            for (RateChoice choice : rates) {
                ObjectNode one = chosen.addObject().put("label", choice.label()).put("rate", choice.rate().orElse(null))
                        .put("measure", choice.measure()).put("at-edge", choice.isAtEdge());
                ObjectNode means = one.putObject("means");
                choice.means().forEach(means::put);
                ArrayNode best = one.putArray("best-by-trial");
                choice.bestByTrial().forEach(best::add);
            }
        }
        json.set("resolved", resolved);
        ArrayNode list = json.putArray("measures");
        measures.forEach((name, measure) -> list.addObject().put("name", name).put("better", word(measure.better()))
                .put("help", measure.help()));
        ArrayNode names = json.putArray("services");
        services.forEach(names::add);
        ObjectNode hashes = json.putObject("files");
        files.forEach(hashes::put);
        ArrayNode stretches = json.putArray("sessions");
        for (Session session : sessions) {
            ObjectNode one = stretches.addObject();
            session.about().forEach(one::put);
            session.limit().ifPresent(limit -> one.put("limit", limit.toString()));
            ArrayNode bundles = one.putArray("bundles");
            session.bundles().forEach(bundle -> bundles.addObject().put("name", bundle.name())
                    .put("version", bundle.version()).put("sha256", bundle.sha256()));
        }
        return json;
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static <E extends Enum<E>> E constant(Class<E> type, String word) {
        return Enum.valueOf(type, word.toUpperCase(Locale.ROOT).replace('-', '_'));
    }

    /** Whether a folder has the record of a run, or what is left of one. */
    public static boolean isIn(Path folder) {
        return Files.exists(folder.resolve(FILE));
    }

    /**
     * Reads the record in a folder.
     *
     * @throws IllegalArgumentException if there is none, or it is not what this laboratory wrote
     */
    public static RunRecord read(Path folder) throws IOException {
        Path file = folder.resolve(FILE);
        String text;
        if (!Files.isDirectory(folder)) {
            throw new IllegalArgumentException("a run folder must hold " + FILE + "; " + folder + " is no folder");
        }
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            throw new IllegalArgumentException(file + " must be the record of a run; it is no regular file");
        }
        try {
            text = Files.readString(file);
        } catch (NoSuchFileException e) {
            throw new IllegalArgumentException("a run folder must hold " + FILE + "; " + folder + " does not", e);
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException(file + " must be the record of a run; it is no text in UTF-8", e);
        } catch (FileSystemException e) {
            throw new IOException(file + " must be the record of a run; it cannot be read: " + FileProblem.inWords(e), e);
        }
        try {
            JsonNode tree = JSON.readTree(text);
            if (!(tree instanceof ObjectNode json)) {
                throw new IllegalArgumentException(file + " must be the record of a run; it is no object {…}");
            }
            if (json.path("format").asInt(-1) != FORMAT) {
                throw new IllegalArgumentException(file + " must be a run's record of format " + FORMAT + "; its format is "
                        + json.path("format") + ": a run goes on with the laboratory it began with");
            }
            String check = json.path("check").asText();
            json.remove("check");
            if (!check.equals(Checksum.of(json.toString()))) {
                throw new IllegalArgumentException(file + " must be as the laboratory wrote it; it was changed since: run it"
                        + " anew with run " + file + ", or put the file back as it was");
            }
            return of(json, text, file);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(file + " must be the record of a run; it was changed or cut: "
                    + String.valueOf(e.getOriginalMessage()).replaceAll("\\s*\\R.*", "")
                            .replaceAll(" \\(start marker.*|, from `[^`]*`", ""),
                    e);
        }
    }

    private static RunRecord of(ObjectNode json, String text, Path file) {
        Map<String, Measure> measures = new LinkedHashMap<>();
        for (JsonNode one : json.path("measures")) {
            String name = one.path("name").asText();
            measures.put(name, Measure.of(name.substring(name.lastIndexOf('.') + 1),
                    constant(Measure.Better.class, one.path("better").asText()), one.path("help").asText()));
        }
        Experiment experiment = ExperimentReader.ofRecords(measures.keySet()).read(text, file.toString(), "run");
        DataPart part = json.has("part") ? PartJson.read(json.path("part")) : DataPart.asGiven();
        List<RateChoice> rates = new ArrayList<>();
        for (JsonNode one : json.path("rates")) {
            Map<String, Double> means = new LinkedHashMap<>();
            one.path("means").properties().forEach(mean -> means.put(mean.getKey(), mean.getValue().asDouble()));
            List<String> best = new ArrayList<>();
            one.path("best-by-trial").forEach(rate -> best.add(rate.asText()));
            rates.add(new RateChoice(one.path("label").asText(), Optional.ofNullable(one.path("rate").textValue()),
                    one.path("measure").asText(), means, one.path("at-edge").asBoolean(), best));
        }
        List<String> services = new ArrayList<>();
        json.path("services").forEach(one -> services.add(one.asText()));
        Map<String, String> files = new TreeMap<>();
        json.path("files").properties().forEach(one -> files.put(one.getKey(), one.getValue().asText()));
        List<Session> sessions = new ArrayList<>();
        for (JsonNode one : json.path("sessions")) {
            Map<String, String> about = new LinkedHashMap<>();
            one.properties().forEach(field -> {
                if (field.getValue().isTextual() && !field.getKey().equals("limit")) {
                    about.put(field.getKey(), field.getValue().asText());
                }
            });
            List<BundleVersion> bundles = new ArrayList<>();
            one.path("bundles").forEach(bundle -> bundles.add(new BundleVersion(bundle.path("name").asText(),
                    bundle.path("version").asText(), bundle.path("sha256").asText())));
            sessions.add(new Session(about, Optional.ofNullable(one.path("limit").textValue()).map(Duration::parse),
                    bundles));
        }
        if (sessions.isEmpty()) {
            throw new IllegalArgumentException(file + " must be the record of a run; it has no sessions");
        }
        Shard share = json.has("share") ? Shard.parse(json.path("share").asText()) : Shard.all();
        return new RunRecord(experiment, new AskedFor(part, share, json.path("asked").asText()), rates, measures,
                json.path("resolved"), services, files, sessions);
    }

    /** Writes it whole. */
    void write(Path folder) throws IOException {
        DefaultPrettyPrinter printer = new DefaultPrettyPrinter();
        printer.indentArraysWith(new DefaultIndenter("  ", "\n"));
        printer.indentObjectsWith(new DefaultIndenter("  ", "\n"));
        ObjectNode json = json();
        json.put("check", Checksum.of(json.toString()));
        String text = JSON.writer(printer).writeValueAsString(json) + "\n";
        WholeFile.write(folder.resolve(FILE), text);
    }

    /** What was asked, with the rates that were chosen. */
    public Experiment experiment() {
        return experiment;
    }

    /** Tells results of one experiment from those of another: all but the number of trials, the words and the claims. */
    String fingerprint() {
        return fingerprint;
    }

    /** Which part of the data. */
    public DataPart part() {
        return asked.part();
    }

    /** Which trials. */
    public Shard share() {
        return asked.share();
    }

    /** Whether it is what was asked for, from the beginning: also the words and the claims, and the rates to choose from. */
    public boolean isOf(Experiment other, RunOptions options) {
        return asked.equals(new AskedFor(options.part(), options.share(), check(other)));
    }

    private static String check(Experiment experiment) {
        return Checksum.of(ExperimentJson.of(experiment).toString());
    }

    /** The rates that were chosen. */
    public List<RateChoice> rates() {
        return rates;
    }

    /** Every measure by full name, in the order of tables. */
    public Map<String, Measure> measures() {
        return measures;
    }

    /** The hash of every file the data are read from, by its absolute name. */
    public Map<String, String> files() {
        return files;
    }

    /** Where files are that settings name by a relative path. */
    public Path base() {
        return Path.of(sessions.get(0).about().getOrDefault("directory", ""));
    }

    /** When it was first started. */
    public String started() {
        return String.valueOf(sessions.get(0).about().get("started"));
    }

    /** How long a stage might take in the latest session. */
    public Optional<Duration> limit() {
        return sessions.get(sessions.size() - 1).limit();
    }

    /** The exact code of the latest session. */
    public List<BundleVersion> bundles() {
        return sessions.get(sessions.size() - 1).bundles();
    }

    /** The exact code of every session, each once. */
    List<List<BundleVersion>> everyBundles() {
        return sessions.stream().map(Session::bundles).distinct().toList();
    }

    /** What else is needed to run it again, in words. */
    public Map<String, String> provenance() {
        Map<String, String> words = new LinkedHashMap<>();
        for (RateChoice choice : rates) {
            words.put("rate of " + choice.label(), choice.rate().orElse("as it was, every rate failed") + "; "
                    + choice.measure() + " by rate: " + choice.means()
                    + (choice.isAtEdge() ? "; at the edge of what was tried" : ""));
        }
        words.putAll(sessions.get(0).about());
        sessions.get(0).limit().ifPresent(limit -> words.put("limit of a stage", limit.toMillis() / 1e3 + " s"));
        words.remove(SHARE);
        for (Session session : sessions) {
            String started = String.valueOf(session.about().get("started"));
            if (session.about().containsKey(SHARE)) {
                words.merge("share " + session.about().get(SHARE), started + " on " + session.about().get("processor"),
                        (one, other) -> one + ", " + other);
            } else if (session != sessions.get(0)) {
                words.merge("resumed", started, (one, other) -> one + ", " + other);
            }
        }
        files.forEach((name, hash) -> words.put("file " + name, "sha256 " + hash));
        bundles().forEach(bundle -> words.put("bundle " + bundle.name(), bundle.version()
                + (bundle.sha256().isEmpty() ? "" : " sha256 " + bundle.sha256())));
        return words;
    }
}
