package psr.server.models;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import psr.api.data.Sequences;
import psr.api.data.Space;
import psr.api.eval.Measure;
import psr.api.lab.Experiment;
import psr.api.lab.LearnedModel;
import psr.api.lab.ServiceKind;
import psr.api.lab.Stage;
import psr.api.learn.LearningException;
import psr.api.settings.Setting;
import psr.api.settings.ValidationError;
import psr.api.settings.ValidationException;
import psr.api.source.Dataset;
import psr.launcher.spi.EvaluationData;
import psr.server.LabServices;
import psr.server.data.DataPreview;
import psr.server.data.DataResource;
import psr.server.data.FileSettings;
import psr.server.data.UploadedFiles;
import psr.server.http.Answer;
import psr.server.http.Json;
import psr.server.http.Problem;
import psr.server.http.ProblemException;
import psr.server.http.Request;
import psr.server.http.Resource;
import psr.server.http.Routes;

/** {@code POST /api/v1/models/{id}/evaluate}: measures a model on an uploaded file or on a data set. */
public final class EvaluationResource implements Resource {

    private static final int AT_ONCE = 2;
    private static final long MOST = 10_000_000;
    private static final int METRICS = 20;
    /** The default metrics of models of symbols, as in {@code ./psr evaluate}. */
    private static final String USUAL = "perplexity,ospa";
    private static final String LINES = "lines";

    private final LabServices lab;
    private final PredictionResource models;
    private final FileSettings names;
    private final Path base;
    private final DataPreview data;
    private final Semaphore permits = new Semaphore(AT_ONCE);

    /**
     * Creates the route.
     *
     * @param models opens the models
     * @param data loads the data with limits
     */
    public EvaluationResource(LabServices lab, PredictionResource models, FileSettings names, UploadedFiles files,
            DataPreview data) {
        this.lab = lab;
        this.models = models;
        this.names = names;
        this.base = files.folder();
        this.data = data;
    }

    @Override
    public void addTo(Routes routes) {
        routes.ask("/api/v1/models/{id}/evaluate", this::evaluate);
    }

    @Override
    public Map<String, Long> limits() {
        return Map.of("evaluations-at-once", (long) AT_ONCE, "evaluation-symbols", MOST);
    }

    private Answer evaluate(Request request) throws IOException, InterruptedException {
        ObjectNode body = request.object("dataset", "file", "metrics", "unknown");
        LoadedModel model = models.open(request.name("id"));
        Stage dataset = dataset(body, model.learned());
        List<ValidationError> errors = names.refusals(dataset);
        if (!errors.isEmpty()) {
            throw new ProblemException(Problem.refused(errors));
        }
        boolean skip = skip(body.path("unknown"));
        List<Stage> metrics = metrics(body.path("metrics"), model.model().space().kind());
        Map<String, Measure> measures = lab.catalogue().measures(metrics);
        if (!permits.tryAcquire()) {
            throw ProblemException.tooMany("at most " + AT_ONCE + " models are evaluated at the same time", 5);
        }
        try {
            Dataset loaded = data.load(() -> EvaluationData.load(dataset, lab.catalogue(), lab.laboratory(), base));
            Predictions.atMost("observations in an evaluation", EvaluationData.sequences(loaded).total(), MOST);
            return Answer.json(measured(model, dataset, loaded, skip, metrics, measures));
        } finally {
            permits.release();
        }
    }

    private ObjectNode measured(LoadedModel model, Stage dataset, Dataset loaded, boolean skip, List<Stage> metrics,
            Map<String, Measure> measures) {
        EvaluationData known;
        Map<String, Double> values;
        try {
            known = EvaluationData.of(model.model(), loaded, dataset.toString(), skip, "unknown: \"skip\" leaves it out");
            values = lab.laboratory().measure(model.model(), known.data(), metrics);
        } catch (ValidationException e) {
            throw e;
        } catch (IllegalArgumentException | LearningException e) {
            throw new ValidationException(ValidationError.of(e.getMessage()).at("/dataset"), e);
        }
        Sequences test = known.data().test();
        ObjectNode answer = Json.object().put("model", model.id()).put("dataset", dataset.toString())
                .put("sequences", test.count()).put("symbols", test.total()).put("left-out", known.leftOut());
        ArrayNode array = answer.putArray("values");
        measures.forEach((name, measure) -> {
            Double value = values.get(name);
            array.addObject().put("measure", name).put("value", Json.finite(value == null ? Double.NaN : value))
                    .put("better", Json.word(measure.better())).put("help", measure.help());
        });
        return answer;
    }

    /** The data set of a request; if there is only a file, it is read with the settings of the model's training data. */
    private Stage dataset(ObjectNode body, LearnedModel model) {
        if (body.has("dataset") == body.has("file")) {
            throw ProblemException.malformed("there must be a dataset or a file, and not both");
        }
        if (body.has("dataset")) {
            return DataResource.stage(body.get("dataset").asText(""));
        }
        return ofFile(body.get("file").asText(""), Optional.ofNullable(model.provenance().get(LearnedModel.DATASET)));
    }

    private Stage ofFile(String file, Optional<String> learnedFrom) {
        Optional<Stage> source = learnedFrom.filter(text -> !text.isBlank()).map(Stage::parse);
        List<Setting> settings = source.map(this::settings).orElse(List.of());
        Optional<String> setting = settings.stream().filter(each -> each.kind() == Setting.Kind.FILE && !each.isTestData())
                .map(Setting::name).findFirst();
        if (setting.isEmpty()) {
            return Stage.of(LINES).with("file", file);
        }
        Stage same = Stage.of(source.get().name()).with(setting.get(), file);
        for (Setting each : settings) {
            String text = source.get().settings().get(each.name());
            if (text != null && each.kind() != Setting.Kind.FILE && !each.isTestData()) {
                same = same.with(each.name(), text);
            }
        }
        return same;
    }

    private List<Setting> settings(Stage dataset) {
        return lab.catalogue().named(dataset.name()).stream().filter(each -> each.kind() == ServiceKind.DATASET).findFirst()
                .map(lab.catalogue()::settings).orElse(List.of());
    }

    private static boolean skip(JsonNode unknown) {
        String text = unknown.asText("reject");
        if (!text.equals("reject") && !text.equals("skip")) {
            throw ProblemException.malformed("unknown must be reject or skip; found " + unknown, "/unknown");
        }
        return text.equals("skip");
    }

    private List<Stage> metrics(JsonNode given, Space.Kind kind) {
        if (given.isMissingNode() || given.isNull()) {
            List<Stage> usual = Stage.parseList(kind == Space.Kind.SYMBOLS ? USUAL : Experiment.usualMetrics(kind));
            return usual.stream().filter(metric -> lab.catalogue().named(metric.name()).stream()
                    .anyMatch(each -> each.kind() == ServiceKind.METRIC)).toList();
        }
        if (!given.isArray() || given.isEmpty() || given.size() > METRICS) {
            throw ProblemException.malformed("metrics must be an array of 1 to " + METRICS + " metrics, written as text; found "
                    + (given.isArray() ? given.size() + " items" : Request.kind(given)), "/metrics");
        }
        List<Stage> metrics = new ArrayList<>();
        for (JsonNode each : given) {
            metrics.add(Stage.parse(each.asText("")));
        }
        return metrics;
    }
}
