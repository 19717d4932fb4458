package psr.server.models;

import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import psr.api.data.Channels;
import psr.api.lab.Predictor;
import psr.api.model.VectorFilter;
import psr.server.TimedIds;
import psr.server.data.DataPreview;
import psr.server.http.Json;
import psr.server.http.ProblemException;

/**
 * Sessions in which clients extend a sequence request by request while the server stores the state. A session that is not used for some time
 * ends. Thread-safe; requests to one session run one after the other.
 */
final class PredictionSessions {

    /** Maximum number of ended sessions that are remembered, to answer that they have ended. */
    private static final int REMEMBERED = 10_000;

    private final ModelCache models;
    private final int most;
    private final Duration idle;
    private final Clock clock;
    private final Map<String, PredictionSession> open = new ConcurrentHashMap<>();
    private final Map<String, Boolean> ended = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
            return size() > REMEMBERED;
        }
    };

    /**
     * Creates an empty set of sessions.
     *
     * @param most maximum number of open sessions
     * @param idle time after which an unused session ends
     */
    PredictionSessions(ModelCache models, int most, Duration idle, Clock clock) {
        this.models = models;
        this.most = most;
        this.idle = idle;
        this.clock = clock;
    }

    /**
     * A session. Its fields are guarded by its lock. The filter of a plugin is called under it: a filter has the state of one sequence and is not
     * thread-safe. Only requests to this session wait.
     */
    private final class PredictionSession {

        private final String id = TimedIds.next();
        private final LoadedModel model;
        /** Null if the model predicts numbers. */
        private final Predictor predictor;
        /** Null if the model predicts symbols. */
        private final VectorFilter filter;
        private long symbols;
        private Instant expires;
        private boolean closed;

        private PredictionSession(LoadedModel model) {
            this.model = model;
            boolean numbers = model.model().space() instanceof Channels;
            this.predictor = numbers ? null : new Predictor(model.model(), Predictor.DEFAULT);
            this.filter = numbers ? VectorFilter.of(model.model()) : null;
            used();
        }

        private void used() {
            if (closed) {
                throw over();
            }
            expires = clock.instant().plus(idle);
        }

        /** Appends symbols; returns their surprisal. */
        private double walk(int[] sequence) {
            double sum = 0;
            for (int symbol : sequence) {
                sum += predictor.logarithm(symbol);
                predictor.update(symbol);
                symbols++;
            }
            return Predictions.bits(sum);
        }

        /** Appends rows with their inputs, then forecasts with the inputs to come. */
        private void walkRows(double[][] rows, JsonNode inputs, int ahead) {
            Forecasts.plan(model, filter, inputs, rows.length + ahead, "/inputs", ComputeBudget.ofRequest());
            for (double[] row : rows) {
                filter.update(row);
                symbols++;
            }
        }

        private ObjectNode json() {
            return Json.object().put("id", id).put("model", model.id()).put("symbols", symbols).put("expires",
                    expires.toString());
        }

        private ObjectNode json(int top) {
            ObjectNode json = json();
            json.set("distribution", Predictions.distribution(model, predictor.probabilities(1), top));
            return json;
        }
    }

    /** The forecast of a session about numbers, after the rows of a request. */
    private static ObjectNode forecast(PredictionSession session, ObjectNode body, boolean isNew) {
        Channels channels = session.model.channels();
        if (body.has("prefix") || body.has("symbol") || body.has("symbols") || body.has("top")) {
            throw ProblemException.malformed("the model predicts numbers: a session takes rows, inputs, ahead and level");
        }
        double[][] rows = Forecasts.rows(body.path("rows"), channels, "/rows", ComputeBudget.ofRequest());
        boolean unknown = isNew && session.model.model().inputs().isPresent() && !body.has("inputs");
        int ahead = unknown ? 0 : Predictions.whole(body, "", "ahead", 1, 0, Forecasts.MOST_AHEAD);
        double level = Forecasts.level(body);
        session.walkRows(rows, body.path("inputs"), ahead);
        ObjectNode json = session.json().put("level", level);
        json.set("channels", DataPreview.channels(channels));
        Forecasts.addForecast(json, session.filter, channels.size(), ahead, level);
        return json;
    }

    /** Opens a session, at the start of a sequence or after a prefix. */
    ObjectNode begin(String model, ObjectNode body) throws IOException, InterruptedException {
        checkRoom();
        LoadedModel opened = models.pin(model);
        PredictionSession session = null;
        try {
            if (opened.model().space() instanceof Channels) {
                PredictionSession begun = new PredictionSession(opened);
                ObjectNode answer = forecast(begun, body, true);
                synchronized (this) {
                    checkRoom();
                    open.put(begun.id, begun);
                }
                session = begun;
                return answer;
            }
            int[] prefix = opened.symbols(body.path("prefix"), "/prefix", ComputeBudget.ofRequest());
            int top = Predictions.top(body);
            PredictionSession begun = new PredictionSession(opened);
            begun.walk(prefix);
            ObjectNode answer = begun.json(top);
            synchronized (this) {
                checkRoom();
                open.put(begun.id, begun);
            }
            session = begun;
            return answer;
        } finally {
            if (session == null) {
                models.unpin(model);
            }
        }
    }

    private void checkRoom() {
        if (open.size() >= most) {
            throw ProblemException.tooMany("at most " + most + " sessions may be open at once; DELETE ends one", 10);
        }
    }

    private PredictionSession session(String model, String id) {
        PredictionSession session = open.get(id);
        if (session == null || !session.model.id().equals(model)) {
            boolean gone;
            synchronized (this) {
                gone = ended.containsKey(id);
            }
            throw gone ? over() : ProblemException.missing("the model '" + model + "' has no session '" + id + "'");
        }
        return session;
    }

    private ProblemException over() {
        return ProblemException.of(410, "ended", "the session has ended: it was deleted, its model was, or it was not used for "
                + idle.toSeconds() + " s; begin another");
    }

    /** Appends observed symbols; appends none if one of them is invalid. */
    ObjectNode walk(String model, String id, ObjectNode body) {
        PredictionSession session = session(model, id);
        if (session.filter != null) {
            synchronized (session) {
                session.used();
                return forecast(session, body, false);
            }
        }
        if (body.has("symbol") == body.has("symbols")) {
            throw ProblemException.malformed("a step needs symbol or symbols, and not both");
        }
        int[] sequence = body.has("symbol") ? new int[] {session.model.symbol(body.get("symbol"), "/symbol", 0)}
                : session.model.symbols(body.get("symbols"), "/symbols", ComputeBudget.ofRequest());
        int top = Predictions.top(body);
        synchronized (session) {
            session.used();
            double bits = session.walk(sequence);
            return session.json(top).put("bits", Json.finite(bits));
        }
    }

    /** The current state of a session. */
    ObjectNode show(String model, String id) {
        PredictionSession session = session(model, id);
        synchronized (session) {
            session.used();
            if (session.filter != null) {
                return session.json().put("level", Forecasts.LEVEL);
            }
            return session.json(Integer.MAX_VALUE);
        }
    }

    void end(String model, String id) {
        end(session(model, id));
    }

    private void end(PredictionSession session) {
        synchronized (session) {
            if (session.closed) {
                return;
            }
            session.closed = true;
        }
        synchronized (this) {
            open.remove(session.id);
            ended.put(session.id, true);
        }
        models.unpin(session.model.id());
    }

    void endAll(String model) {
        new ArrayList<>(open.values()).stream().filter(session -> session.model.id().equals(model)).forEach(this::end);
    }

    void expire() {
        Instant now = clock.instant();
        for (PredictionSession session : new ArrayList<>(open.values())) {
            boolean idleTooLong;
            synchronized (session) {
                idleTooLong = session.expires.isBefore(now);
            }
            if (idleTooLong) {
                end(session);
            }
        }
    }

    int size() {
        return open.size();
    }
}
