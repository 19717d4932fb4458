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
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import psr.api.eval.Measure;
import psr.api.lab.BundleVersion;
import psr.api.lab.DataPart;
import psr.api.lab.Experiment;
import psr.api.lab.RateChoice;
import psr.api.lab.RunOptions;
import psr.api.lab.SavedRun;
import psr.api.lab.Shard;
import psr.api.lab.Stage;
import psr.api.settings.ValidationError;
import psr.launcher.experiments.ExperimentJson;
import psr.launcher.files.FileProblem;
import psr.launcher.files.WholeFile;
import psr.launcher.json.Checksum;
import psr.launcher.json.LabJson;
import psr.launcher.trials.BoundExperiment;

/**
 * Everything needed to repeat an experiment and to read its results without its services: the file {@code experiment.json}
 * of a run folder. Immutable.
 */
public final class RunRecord {

    public static final String FILE = "experiment.json";
    /** More are most likely a typing error. */
    public static final int MOST_TRIALS = 1_000_000;

    private static final int FORMAT = 3;
    /** In format 2, services are sentences: {@code data set ring from psr.datasets 1.0.0}. */
    private static final int FORMAT_2 = 2;
    private static final Pattern SERVICE = Pattern.compile("(.+) (\\S+) from (\\S+) (\\S+)");
    /** An additional field of the sessions of a merged run. */
    private static final String SHARE = "share";

    /**
     * A period in which one process worked on the run.
     *
     * @param about where and when, by name, in the order of the file
     * @param limit the time limit of a stage
     * @param bundles the exact code
     */
    @JsonPropertyOrder({"about", "limit", "bundles"})
    private record Session(@JsonAnyGetter Map<String, String> about, Optional<Duration> limit, List<BundleVersion> bundles) {

        /** Jackson's own any-setter of a record loses the order. */
        @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
        private static Session of(LinkedHashMap<String, JsonNode> fields) throws JsonProcessingException {
            Map<String, String> about = new LinkedHashMap<>();
            fields.forEach((name, value) -> {
                if (value.isTextual() && !name.equals("limit")) {
                    about.put(name, value.textValue());
                }
            });
            return new Session(about, Optional.ofNullable(fields.get("limit")).map(JsonNode::textValue).map(Duration::parse),
                    List.of(LabJson.bind(fields.get("bundles"), BundleVersion[].class)));
        }
    }

    private record NamedMeasure(String name, Measure.Better better, String help) {}

    private record ResolvedStage(String name, Map<String, String> settings,
            @JsonInclude(JsonInclude.Include.NON_EMPTY) List<List<ResolvedStage>> models) {

        private static ResolvedStage of(Stage stage) {
            return new ResolvedStage(stage.name(), stage.settings(),
                    stage.parts().stream().map(part -> of(part.stages())).toList());
        }

        private static List<ResolvedStage> of(List<Stage> stages) {
            return stages.stream().map(ResolvedStage::of).toList();
        }
    }

    private record ResolvedRecipe(String label, List<ResolvedStage> stages) {}

    /** All settings of all stages, including defaults. */
    private record Resolved(ResolvedStage dataset, List<ResolvedRecipe> recipes, List<ResolvedStage> metrics) {

        private static Resolved of(BoundExperiment bound) {
            List<ResolvedRecipe> recipes = new ArrayList<>();
            bound.resolvedRecipes().forEach((label, stages) -> recipes.add(new ResolvedRecipe(label, ResolvedStage.of(stages))));
            return new Resolved(ResolvedStage.of(bound.dataset()), recipes, ResolvedStage.of(bound.resolvedMetrics()));
        }
    }

    /**
     * The fields of the file.
     *
     * @param experiment what was requested, with the chosen rates
     * @param asked a checksum of the requested experiment, before rates were chosen
     * @param share the shard, if it is not all trials
     * @param part which part of the data, if not as given
     * @param rates the chosen rates
     * @param files the hash of every file the data are read from, by its absolute name
     */
    private record Content(int format, ExperimentJson experiment, String asked, Optional<Shard> share, Optional<DataPart> part,
            @JsonInclude(JsonInclude.Include.NON_EMPTY) List<RateChoice> rates, Resolved resolved, List<NamedMeasure> measures,
            List<SavedRun.Service> services, SortedMap<String, String> files, List<Session> sessions) {

        private Content with(ExperimentJson other, Optional<Shard> shard, SortedMap<String, String> hashes, List<Session> all) {
            return new Content(format, other, asked, shard, part, rates, resolved, measures, services, hashes, all);
        }
    }

    private final Content content;
    private final Experiment experiment;
    private final Map<String, Measure> measures = new LinkedHashMap<>();
    /** It is in every line of the trials, so it is computed once. */
    private final String fingerprint;

    private RunRecord(Content content, Experiment experiment) {
        this.content = content;
        this.experiment = experiment;
        content.measures().forEach(one -> measures.put(one.name(),
                Measure.of(one.name().substring(one.name().lastIndexOf('.') + 1), one.better(), one.help())));
        this.fingerprint = Checksum.of(ExperimentJson.of(experiment.change().name("x").description("").trials(1)
                .claims(List.of()).build()).toString() + part());
    }

    /**
     * The record of a run that starts now.
     *
     * @param home the folder of the application; its commit is recorded if it is a Git checkout
     */
    public static RunRecord begin(BoundExperiment bound, RunOptions options, Path home, List<BundleVersion> bundles) {
        List<NamedMeasure> measures = new ArrayList<>();
        bound.measures().forEach((name, measure) -> measures.add(new NamedMeasure(name, measure.better(), measure.help())));
        return new RunRecord(new Content(FORMAT, ExperimentJson.of(bound.experiment()), check(bound.experiment()),
                Optional.of(options.share()).filter(share -> !share.isAll()),
                Optional.of(options.part()).filter(part -> !part.equals(DataPart.asGiven())), List.of(), Resolved.of(bound),
                measures, services(bound), new TreeMap<>(), List.of(session(options, options.limit(), home, bundles))),
                bound.experiment());
    }

    /** The same run with chosen rates. */
    public RunRecord with(BoundExperiment rebound, List<RateChoice> chosen) {
        return new RunRecord(new Content(FORMAT, ExperimentJson.of(rebound.experiment()), content.asked(), content.share(),
                content.part(), chosen, Resolved.of(rebound), content.measures(), content.services(), content.files(),
                content.sessions()), rebound.experiment());
    }

    /** The same run with the hashes of its data files. */
    public RunRecord with(Map<String, String> hashes) {
        return new RunRecord(content.with(content.experiment(), content.share(), new TreeMap<>(hashes), content.sessions()),
                experiment);
    }

    /** The same run with a new session that starts now. */
    public RunRecord resumed(Experiment continued, RunOptions options, Path home, List<BundleVersion> bundles) {
        List<Session> more = new ArrayList<>(content.sessions());
        more.add(session(options, options.limit().or(this::limit), home, bundles));
        return new RunRecord(content.with(ExperimentJson.of(continued), content.share(), content.files(), more), continued);
    }

    /** The record of a run that is merged from shards: at least one, all of the same experiment. */
    static RunRecord merged(List<RunRecord> shares) {
        RunRecord first = shares.get(0);
        SortedMap<String, String> files = new TreeMap<>();
        List<Session> sessions = new ArrayList<>();
        for (RunRecord share : shares) {
            files.putAll(share.files());
            for (Session session : share.content.sessions()) {
                Map<String, String> about = new LinkedHashMap<>(session.about());
                about.putIfAbsent(SHARE, share.share().toString());
                sessions.add(new Session(about, session.limit(), session.bundles()));
            }
        }
        return new RunRecord(first.content.with(first.content.experiment(), Optional.empty(), files, sessions), first.experiment);
    }

    private static Session session(RunOptions options, Optional<Duration> limit, Path home, List<BundleVersion> bundles) {
        Map<String, String> about = Environment.now(home, bundles);
        about.put("threads", Integer.toString(options.threads()));
        about.put("directory", options.base().toAbsolutePath().toString());
        return new Session(about, limit, bundles);
    }

    /** The services of this run that were provided by missing bundles; a bundle that provided none is returned unchanged. */
    public List<ValidationError.Missing> services(List<ValidationError.Missing> bundles) {
        List<ValidationError.Missing> missing = new ArrayList<>();
        for (ValidationError.Missing bundle : bundles) {
            List<ValidationError.Missing> had = services().stream()
                    .filter(service -> service.bundle().equals(bundle.bundle()) && service.version().equals(bundle.version()))
                    .map(service -> new ValidationError.Missing(service.kind().word(), service.name(), bundle.version(),
                            bundle.bundle(), bundle.sha256()))
                    .toList();
            missing.addAll(had.isEmpty() ? List.of(bundle) : had);
        }
        return missing;
    }

    private static List<SavedRun.Service> services(BoundExperiment bound) {
        return bound.services().stream()
                .map(offer -> new SavedRun.Service(offer.kind(), offer.name(), offer.bundle(), offer.version())).distinct()
                .toList();
    }

    private static void upgrade(ObjectNode json) {
        JsonNode words = json.path("services");
        ArrayNode services = json.put("format", FORMAT).putArray("services");
        words.forEach(one -> {
            Matcher parts = SERVICE.matcher(one.asText());
            if (parts.matches()) {
                services.addObject().put("kind", parts.group(1).replace(" ", "")).put("name", parts.group(2))
                        .put("bundle", parts.group(3)).put("version", parts.group(4));
            }
        });
    }

    /** Whether a folder has the record of a run, valid or not. */
    public static boolean isIn(Path folder) {
        return Files.exists(folder.resolve(FILE));
    }

    /**
     * Reads the record in a folder.
     *
     * @throws IllegalArgumentException if there is none, or it was not written by this laboratory
     */
    public static RunRecord read(Path folder) throws IOException {
        Path file = folder.resolve(FILE);
        String text;
        if (!Files.isDirectory(folder)) {
            throw new IllegalArgumentException("a run folder must hold " + FILE + "; " + folder + " is not a folder");
        }
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            throw new IllegalArgumentException(file + " must be the record of a run; it is not a regular file");
        }
        try {
            text = Files.readString(file);
        } catch (NoSuchFileException e) {
            throw new IllegalArgumentException("a run folder must hold " + FILE + "; " + folder + " does not", e);
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException(file + " must be the record of a run; it is not text in UTF-8", e);
        } catch (FileSystemException e) {
            throw new IOException(file + " must be the record of a run; it cannot be read: " + FileProblem.describe(e), e);
        }
        try {
            if (!(LabJson.parse(text) instanceof ObjectNode json)) {
                throw new IllegalArgumentException(file + " must be the record of a run; it is not an object {…}");
            }
            int format = json.path("format").asInt(-1);
            if (format != FORMAT && format != FORMAT_2) {
                throw new IllegalArgumentException(file + " must be a run's record of format " + FORMAT_2 + " or " + FORMAT
                        + "; its format is " + json.path("format")
                        + ": resume a run with the laboratory version that started it");
            }
            if (!LabJson.verify(json)) {
                throw new IllegalArgumentException(file + " must not be changed; its checksum does not match: start a new run"
                        + " with run " + file + ", or restore the file");
            }
            if (format == FORMAT_2) {
                upgrade(json);
            }
            Content content = LabJson.bind(json, Content.class);
            if (content.sessions().isEmpty()) {
                throw new IllegalArgumentException(file + " must be the record of a run; it has no sessions");
            }
            return new RunRecord(content, content.experiment().value());
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(file + " must be the record of a run; it was changed or truncated: "
                    + String.valueOf(e.getOriginalMessage()).replaceAll("\\s*\\R.*", "")
                            .replaceAll(" \\(start marker.*|, from `[^`]*`", ""),
                    e);
        }
    }

    /** Writes the file atomically. */
    void write(Path folder) throws IOException {
        DefaultPrettyPrinter printer = new DefaultPrettyPrinter();
        printer.indentArraysWith(new DefaultIndenter("  ", "\n"));
        printer.indentObjectsWith(new DefaultIndenter("  ", "\n"));
        WholeFile.write(folder.resolve(FILE), LabJson.write(LabJson.checked(content), printer) + "\n");
    }

    /** What was requested, with the chosen rates. */
    public Experiment experiment() {
        return experiment;
    }

    /** Identifies the experiment that a result belongs to: everything except the number of trials, texts and claims. */
    String fingerprint() {
        return fingerprint;
    }

    public DataPart part() {
        return content.part().orElse(DataPart.asGiven());
    }

    public Shard share() {
        return content.share().orElse(Shard.all());
    }

    /** Whether this is exactly the requested experiment, including texts, claims and the rates to choose from. */
    public boolean isOf(Experiment other, RunOptions options) {
        Experiment measured = other.metrics().isEmpty() ? other.change().metrics(experiment().metrics()).build() : other;
        return part().equals(options.part()) && share().equals(options.share()) && content.asked().equals(check(measured));
    }

    private static String check(Experiment experiment) {
        return Checksum.of(ExperimentJson.of(experiment).toString());
    }

    public List<RateChoice> rates() {
        return content.rates();
    }

    /** Every measure by full name, in the order of tables. */
    public Map<String, Measure> measures() {
        return measures;
    }

    /** The hash of every file the data are read from, by its absolute name. */
    public Map<String, String> files() {
        return content.files();
    }

    /** The services that the experiment names. */
    public List<SavedRun.Service> services() {
        return content.services();
    }

    /** The folder against which relative paths in settings are resolved. */
    public Path base() {
        return Path.of(first().about().getOrDefault("directory", ""));
    }

    private Session first() {
        return content.sessions().get(0);
    }

    private Session latest() {
        return content.sessions().get(content.sessions().size() - 1);
    }

    /** When it was first started. */
    public String started() {
        return String.valueOf(first().about().get("started"));
    }

    /** The time limit of a stage in the latest session. */
    public Optional<Duration> limit() {
        return latest().limit();
    }

    /** The exact code of the latest session. */
    public List<BundleVersion> bundles() {
        return latest().bundles();
    }

    /** The distinct sets of bundles of all sessions. */
    List<List<BundleVersion>> everyBundles() {
        return content.sessions().stream().map(Session::bundles).distinct().toList();
    }

    /** What else is needed to repeat the run, as readable texts by name. */
    @SuppressWarnings("ReferenceEquality") // the first session, not one equal to it
    public Map<String, String> provenance() {
        Map<String, String> words = new LinkedHashMap<>();
        for (RateChoice choice : rates()) {
            words.put("rate of " + choice.label(), choice.rate().orElse("as it was, every rate failed") + "; "
                    + choice.measure() + " by rate: " + choice.means()
                    + (choice.isAtEdge() ? "; at the edge of what was tried" : ""));
        }
        words.putAll(first().about());
        first().limit().ifPresent(limit -> words.put("limit of a stage", limit.toMillis() / 1e3 + " s"));
        words.remove(SHARE);
        for (Session session : content.sessions()) {
            String started = String.valueOf(session.about().get("started"));
            if (session.about().containsKey(SHARE)) {
                words.merge("share " + session.about().get(SHARE), started + " on " + session.about().get("processor"),
                        (one, other) -> one + ", " + other);
            } else if (session != first()) {
                words.merge("resumed", started, (one, other) -> one + ", " + other);
            }
        }
        files().forEach((name, hash) -> words.put("file " + name, "sha256 " + hash));
        bundles().forEach(bundle -> words.put("bundle " + bundle.name(), bundle.version()
                + (bundle.sha256().isEmpty() ? "" : " sha256 " + bundle.sha256())));
        return words;
    }
}
