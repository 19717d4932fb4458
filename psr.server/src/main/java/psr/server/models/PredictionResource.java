package psr.server.models;

import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;

import com.fasterxml.jackson.databind.node.ObjectNode;

import psr.api.lab.ModelDescription;
import psr.api.lab.Subscription;
import psr.api.linear.Hmm;
import psr.api.linear.LinearPsr;
import psr.launcher.spi.Inspection;
import psr.server.LabServices;
import psr.server.admin.Gauges;
import psr.server.http.Answer;
import psr.server.http.Json;
import psr.server.http.Request;
import psr.server.http.Resource;
import psr.server.http.Role;
import psr.server.http.Routes;

/** Predictions, scores, samples, walks and sessions of models, and views of their states. */
public final class PredictionResource implements Resource, AutoCloseable {

    private static final String PATH = "/api/v1/models/{id}";
    /** Enough for a million short symbols. */
    private static final int LARGEST = 16_000_000;
    private static final int MODELS = 50;
    private static final int SESSIONS = 1000;
    private static final Duration IDLE = Duration.ofMinutes(10);

    private final LabServices lab;
    private final ModelLibrary models;
    private final ModelCache opened;
    private final PredictionSessions sessions;
    private final Subscription plugins;

    public PredictionResource(LabServices lab, ModelLibrary models, Gauges gauges) {
        this.lab = lab;
        this.models = models;
        this.opened = new ModelCache(models, MODELS, Runtime.getRuntime().maxMemory() / 4);
        this.sessions = new PredictionSessions(opened, SESSIONS, IDLE, Clock.systemUTC());
        // A model whose class is from a plugin holds the code of the plugin in memory.
        this.plugins = lab.plugins().listen(news -> opened.forgetAll());
        gauges.add("psr_models_open", "models in memory", opened::size);
        gauges.add("psr_sessions", "sessions that are open", sessions::size);
    }

    @Override
    public void addTo(Routes routes) {
        routes.get(PATH + "/inspection", this::inspection);
        routes.ask(PATH + "/predict", request -> Answer.json(Predictions.predict(open(request.name("id")),
                request.object(LARGEST, "prefix", "ahead", "top", "batch"))));
        routes.ask(PATH + "/score", request -> Answer.json(Predictions.score(open(request.name("id")),
                request.object(LARGEST, "sequences", "each"))));
        routes.ask(PATH + "/sample", request -> Answer.json(Predictions.sample(open(request.name("id")),
                request.object(LARGEST, "prefix", "length", "number", "seed"))));
        routes.ask(PATH + "/walk", this::walk);
        routes.ask(PATH + "/forecast", request -> Answer.json(Forecasts.forecast(open(request.name("id")),
                request.object(LARGEST, "rows", "inputs", "ahead", "level", "from"))));
        routes.ask(PATH + "/sessions", this::begin);
        routes.ask(PATH + "/sessions/{sid}", request -> Answer.json(sessions.walk(request.name("id"), request.name("sid"),
                request.object(LARGEST, "symbol", "symbols", "top", "rows", "inputs", "ahead", "level"))));
        routes.get(PATH + "/sessions/{sid}", request -> Answer.json(sessions.show(request.name("id"), request.name("sid"))));
        routes.add("DELETE", PATH + "/sessions/{sid}", Role.READ, request -> {
            sessions.end(request.name("id"), request.name("sid"));
            return Answer.done();
        });
    }

    @Override
    public Map<String, Long> limits() {
        return Map.of("prediction-bytes", (long) LARGEST, "prediction-symbols", ComputeBudget.MOST, "prediction-batch",
                (long) Predictions.BATCH,
                "prediction-probabilities", Predictions.MOST_PROBABILITIES, "walk-symbols", (long) StateWalk.LONGEST,
                "forecast-rows-ahead", (long) Forecasts.MOST_AHEAD, "sessions",
                (long) SESSIONS,
                "session-idle-seconds", IDLE.toSeconds());
    }

    LoadedModel open(String id) throws IOException, InterruptedException {
        return opened.open(id);
    }

    /** Releases a removed model and ends its sessions. */
    void forget(String id) {
        sessions.endAll(id);
        opened.forget(id);
    }

    /** Ends unused sessions; called periodically. */
    public void expire() {
        sessions.expire();
    }

    private Answer begin(Request request) throws IOException, InterruptedException {
        ObjectNode session =
                sessions.begin(request.name("id"), request.optionalObject("prefix", "top", "rows", "inputs", "ahead", "level"));
        return Answer.created("/api/v1/models/" + request.name("id") + "/sessions/" + session.get("id").asText(), session);
    }

    private Answer walk(Request request) throws IOException, InterruptedException {
        LoadedModel model = open(request.name("id"));
        return Answer.json(StateWalk.of(model, model.symbols(Request.needed(request.object("sequence"), "sequence"), "/sequence",
                new ComputeBudget(StateWalk.LONGEST))));
    }

    private Answer inspection(Request request) throws IOException, InterruptedException {
        LoadedModel model = open(request.name("id"));
        ModelDescription description = models.files().describe(models.file(model.id()));
        ObjectNode answer = Json.object().put("kind", description.kind()).put("recipe", description.recipe());
        if (model.model() instanceof LinearPsr psr) {
            answer.put("rank", psr.dimension()).put("features", psr.features().count());
        } else if (model.model() instanceof Hmm hmm) {
            answer.put("rank", hmm.states());
        } else {
            answer.putNull("rank");
        }
        description.singularValues().ifPresentOrElse(singularValues -> {
            answer.putObject("singular-values").put("rank", singularValues.rank())
                    .set("values", Json.tree(singularValues.values()));
        }, () -> answer.putNull("singular-values"));
        answer.set("parts", Json.tree(new Inspection(lab.catalogue(), lab.laboratory(), lab.inspectors().get())
                .of(model.learned(), description)));
        return Answer.json(answer.set("arrays", Json.tree(description.shapes())));
    }

    @Override
    public void close() {
        plugins.close();
    }
}
