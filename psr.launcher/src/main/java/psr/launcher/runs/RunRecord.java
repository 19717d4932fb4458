package psr.launcher.runs;

import java.io.IOException;
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
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.ObjectMapper;

import psr.api.eval.Measure;
import psr.api.lab.Stage;
import psr.launcher.experiments.Plan;
import psr.launcher.experiments.PlanReader;
import psr.launcher.experiments.Rates;
import psr.launcher.lab.Prepared;

/**
 * All that is needed to run an experiment again, and to read its results without the services it ran with: the file
 * {@code experiment.json} of a run folder. Immutable.
 */
public final class RunRecord {

    /** The name of the file. */
    public static final String FILE = "experiment.json";

    private static final int FORMAT = 1;
    private static final String LIMIT = "limit of a stage in seconds";
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final TypeReference<Map<String, Object>> OBJECT = new TypeReference<>() {};

    private final Plan plan;
    private final Map<String, Measure> measures;
    private final Map<String, Object> json;

    private RunRecord(Plan plan, Map<String, Measure> measures, Map<String, Object> json) {
        this.plan = plan;
        this.measures = measures;
        this.json = json;
    }

    /** The record of a run that begins now. */
    public static RunRecord begin(Plan plan, Prepared prepared, Path home, int threads, Optional<Duration> limit) {
        return of(plan, prepared, null, List.of(session(prepared, home, threads, limit)));
    }

    /** The same run with the rates that were chosen for it. */
    public RunRecord with(Plan adapted, Rates.Chosen chosen, Prepared prepared) {
        Map<String, Object> rates = new LinkedHashMap<>();
        rates.put("tried", plan.rates());
        rates.put("held-out share of the training data", Rates.HELD_OUT);
        rates.put("trials", Rates.TRIALS);
        rates.put("measure", chosen.measure());
        List<Object> choices = new ArrayList<>();
        for (Rates.Choice choice : chosen.choices()) {
            Map<String, Object> one = new LinkedHashMap<>();
            one.put("label", choice.label());
            one.put("rate", choice.rate());
            one.put("means", choice.means());
            choices.add(one);
        }
        rates.put("chosen", choices);
        return of(adapted, prepared, rates, list("sessions"));
    }

    /** The same run, continued from now on. */
    public RunRecord resumed(Plan continued, Prepared prepared, Path home, int threads, Optional<Duration> limit) {
        List<Object> sessions = new ArrayList<>(list("sessions"));
        sessions.add(session(prepared, home, threads, limit));
        return of(continued, prepared, json.get("rates"), sessions);
    }

    private static Map<String, Object> session(Prepared prepared, Path home, int threads, Optional<Duration> limit) {
        Map<String, Object> session = Surroundings.now(home);
        session.put("threads", threads);
        limit.ifPresent(longest -> session.put(LIMIT, longest.toNanos() / 1e9));
        session.put("bundles", BundleHash.of(prepared.services()));
        return session;
    }

    private static RunRecord of(Plan plan, Prepared prepared, Object rates, List<?> sessions) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("format", FORMAT);
        json.put("experiment", plan.json());
        if (rates != null) {
            json.put("rates", rates);
        }
        json.put("resolved", resolved(prepared));
        List<Object> measures = new ArrayList<>();
        prepared.measures().forEach((name, measure) -> {
            Map<String, Object> one = new LinkedHashMap<>();
            one.put("name", name);
            one.put("better", measure.better().name().toLowerCase(Locale.ROOT));
            one.put("help", measure.help());
            measures.add(one);
        });
        json.put("measures", measures);
        json.put("services", prepared.services().stream().map(offer -> offer.kind().word() + " " + offer.name()
                + " from " + offer.by()).distinct().toList());
        json.put("seeds", "trial k: derive(" + plan.experiment().seed() + ", \"trial k\"); each line of "
                + RunFolder.TRIALS + " has the result");
        json.put("sessions", sessions);
        return new RunRecord(plan, prepared.measures(), json);
    }

    private static Map<String, Object> resolved(Prepared prepared) {
        Map<String, Object> resolved = new LinkedHashMap<>();
        resolved.put("dataset", stage(prepared.dataset()));
        List<Object> recipes = new ArrayList<>();
        prepared.recipes().forEach((label, stages) -> {
            Map<String, Object> recipe = new LinkedHashMap<>();
            recipe.put("label", label);
            recipe.put("stages", stages.stream().map(RunRecord::stage).toList());
            recipes.add(recipe);
        });
        resolved.put("recipes", recipes);
        resolved.put("metrics", prepared.metrics().stream().map(RunRecord::stage).toList());
        return resolved;
    }

    private static Map<String, Object> stage(Stage stage) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", stage.name());
        json.put("settings", stage.settings());
        return json;
    }

    /**
     * Reads the record in a folder.
     *
     * @throws IllegalArgumentException if there is none, or it is not what this laboratory writes
     */
    public static RunRecord read(Path folder) throws IOException {
        Path file = folder.resolve(FILE);
        String text;
        try {
            text = Files.readString(file);
        } catch (NoSuchFileException e) {
            throw new IllegalArgumentException("a run folder must hold " + FILE + "; " + folder
                    + (Files.isDirectory(folder) ? " does not" : " is no folder"), e);
        }
        try {
            Map<String, Object> json = JSON.readValue(text, OBJECT);
            if (!(json.get("format") instanceof Integer format) || format > FORMAT) {
                throw new IllegalArgumentException(file + " must be a run's record of format " + FORMAT
                        + "; its format is " + json.get("format"));
            }
            Map<String, Measure> measures = new LinkedHashMap<>();
            for (Object item : (List<?>) json.get("measures")) {
                Map<?, ?> one = (Map<?, ?>) item;
                String name = (String) one.get("name");
                measures.put(name, Measure.of(name.substring(name.lastIndexOf('.') + 1), Measure.Better.valueOf(
                        ((String) one.get("better")).toUpperCase(Locale.ROOT)), (String) one.get("help")));
            }
            Plan plan = PlanReader.ofRecords(measures.keySet()).read(text, file.toString(), "run");
            RunRecord record = new RunRecord(plan, measures, json);
            record.bundles();
            return record;
        } catch (JsonProcessingException | ClassCastException | NullPointerException e) {
            throw new IllegalArgumentException(file + " must be the record of a run; it was changed or cut: "
                    + String.valueOf(e.getMessage()).replaceAll("\\s*\\R.*", ""), e);
        }
    }

    /** Writes it whole. */
    void write(Path folder) throws IOException {
        DefaultPrettyPrinter printer = new DefaultPrettyPrinter();
        printer.indentArraysWith(new DefaultIndenter("  ", "\n"));
        printer.indentObjectsWith(new DefaultIndenter("  ", "\n"));
        String text = JSON.writer(printer).writeValueAsString(json) + "\n";
        Replacing.write(folder.resolve(FILE), draft -> Files.writeString(draft, text));
    }

    /** What was asked. */
    public Plan plan() {
        return plan;
    }

    /** Every measure by full name, in the order of tables. */
    public Map<String, Measure> measures() {
        return measures;
    }

    /** When it was first started. */
    public String started() {
        return String.valueOf(sessions().get(0).get("started"));
    }

    /** How long a stage might take in the latest session. */
    public Optional<Duration> limit() {
        List<Map<?, ?>> sessions = sessions();
        return sessions.get(sessions.size() - 1).get(LIMIT) instanceof Number seconds
                ? Optional.of(Duration.ofNanos(Math.round(seconds.doubleValue() * 1e9))) : Optional.empty();
    }

    /** Version and hash of the bundles of the latest session, by symbolic name. */
    public Map<String, String> bundles() {
        List<Map<?, ?>> sessions = sessions();
        Map<String, String> bundles = new TreeMap<>();
        ((Map<?, ?>) sessions.get(sessions.size() - 1).get("bundles")).forEach((name, about) -> {
            Map<?, ?> one = (Map<?, ?>) about;
            bundles.put((String) name, one.get("version") + (one.get("sha256") == null ? "" : " sha256 "
                    + one.get("sha256")));
        });
        return bundles;
    }

    /** What else is needed to run it again, in words. */
    public Map<String, String> provenance() {
        Map<String, String> words = new LinkedHashMap<>();
        if (json.get("rates") instanceof Map<?, ?> rates && rates.get("chosen") instanceof List<?> choices) {
            for (Object item : choices) {
                Map<?, ?> choice = (Map<?, ?>) item;
                words.put("rate of " + choice.get("label"), (choice.get("rate") == null ? "as it was, every rate failed"
                        : choice.get("rate")) + "; " + rates.get("measure") + " by rate: " + choice.get("means"));
            }
        }
        List<Map<?, ?>> sessions = sessions();
        sessions.get(0).forEach((name, value) -> {
            if (!name.equals("bundles")) {
                words.put((String) name, String.valueOf(value));
            }
        });
        for (Map<?, ?> session : sessions.subList(1, sessions.size())) {
            words.merge("resumed", String.valueOf(session.get("started")), (one, other) -> one + ", " + other);
        }
        bundles().forEach((name, about) -> words.put("bundle " + name, about));
        return words;
    }

    private List<Map<?, ?>> sessions() {
        List<Map<?, ?>> sessions = new ArrayList<>();
        list("sessions").forEach(session -> sessions.add((Map<?, ?>) session));
        return sessions;
    }

    private List<?> list(String field) {
        return (List<?>) json.get(field);
    }
}
