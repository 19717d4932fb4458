package psr.server.models;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import psr.api.lab.LearnedModel;
import psr.api.lab.ModelStore;
import psr.api.lab.Recipe;
import psr.api.lab.Stage;
import psr.api.lab.Submission.State;
import psr.api.settings.ValidationError;
import psr.api.settings.ValidationException;
import psr.math.hashes.Hashes;
import psr.server.TimedIds;
import psr.server.data.DataResource;
import psr.server.http.Answer;
import psr.server.http.ApiServlet;
import psr.server.http.Json;
import psr.server.http.Listing;
import psr.server.http.ProblemException;
import psr.server.http.RepeatKey;
import psr.server.http.Request;
import psr.server.http.Resource;
import psr.server.http.Role;
import psr.server.http.Routes;

/**
 * {@code /api/v1/models}: learns, uploads, lists and deletes models. {@link PredictionResource} has their predictions.
 *
 * @param learnable rejects models that cannot be learned
 * @param predictions is notified of removed models
 */
public record ModelsResource(LearnableCheck learnable, ModelLibrary models, ModelJobs jobs, ModelEvents events,
        PredictionResource predictions) implements Resource {

    private static final String PATH = "/api/v1/models";
    private static final int LONGEST_NAME = 200;
    private static final int LONGEST_TEXT = 10_000;
    private static final double LONGEST_SECONDS = 1e7;

    @Override
    public void addTo(Routes routes) {
        routes.get(PATH, this::list, "removed", "limit", "after");
        routes.post(PATH, this::learn);
        routes.post(PATH + "/import", this::bring, "name");
        routes.get(PATH + "/{id}", request -> Answer.json(json(models.model(request.name("id")))));
        routes.add("DELETE", PATH + "/{id}", Role.FULL, this::remove);
        routes.post(PATH + "/{id}/restore", this::restore);
        routes.post(PATH + "/{id}/cancel", this::cancel);
        routes.get(PATH + "/{id}/file", this::file, "encoding");
    }

    @Override
    public Map<String, Long> limits() {
        return Map.of("model-bytes", models.limits().file(), "models-bytes", models.limits().all(), "models-queued",
                (long) ModelJobs.LONGEST,
                "model-name-characters", (long) LONGEST_NAME, "recipe-characters", (long) LONGEST_TEXT, "learning-seconds",
                (long) LONGEST_SECONDS);
    }

    private ObjectNode json(SavedModel model) {
        return model.json(events.advance(model.id()));
    }

    private Answer list(Request request) {
        Listing page = Listing.of(request);
        return page.answer(models.list(page, request.flag("removed")), this::json, SavedModel::id);
    }

    private Answer learn(Request request) throws IOException, InterruptedException {
        ObjectNode body = request.object("dataset", "recipe", "seed", "name", "limit");
        RepeatKey key = RepeatKey.of(request, body.toString());
        Optional<SavedModel> before = models.before(key);
        if (before.isPresent()) {
            return Answer.json(202, json(before.get())).header("Location", PATH + "/" + before.get().id());
        }
        Stage dataset = DataResource.stage(text(body, "dataset", LONGEST_TEXT));
        Recipe recipe = recipe(text(body, "recipe", LONGEST_TEXT));
        if (body.has("seed") && !(body.get("seed").isIntegralNumber() && body.get("seed").canConvertToLong())) {
            throw ProblemException.malformed("seed must be a whole number; found " + body.get("seed"));
        }
        long seed = body.path("seed").asLong(1);
        OptionalDouble limit = limit(body.path("limit"));
        String name = body.hasNonNull("name") ? text(body, "name", LONGEST_NAME) : standardName(recipe, dataset);
        learnable.check(dataset, recipe, seed);
        SavedModel model =
                new SavedModel(TimedIds.next(), name, State.QUEUED, Optional.empty(), recipe.text(),
                        dataset.toString(),
                        seed, limit, Instant.now(), Optional.empty(), request.caller().name(), 0, "{}", Optional.empty());
        SavedModel added = jobs.add(model, key);
        return Answer.json(202, json(added)).header("Location", PATH + "/" + added.id());
    }

    private static String standardName(Recipe recipe, Stage dataset) {
        String name = recipe.text() + " on " + dataset.settings().getOrDefault("file", dataset.name());
        return name.substring(0, Math.min(LONGEST_NAME, name.length()));
    }

    private static Recipe recipe(String text) {
        try {
            return Recipe.parse(text);
        } catch (IllegalArgumentException e) {
            throw new ValidationException(ValidationException.of(e).at("/recipe"), e);
        }
    }

    private static OptionalDouble limit(JsonNode limit) {
        if (limit.isMissingNode() || limit.isNull()) {
            return OptionalDouble.empty();
        }
        if (!limit.isNumber() || !(limit.doubleValue() > 0 && limit.doubleValue() <= LONGEST_SECONDS)) {
            throw ProblemException
                    .malformed("limit must be seconds, above 0 and at most " + LONGEST_SECONDS + "; found " + limit);
        }
        return OptionalDouble.of(limit.doubleValue());
    }

    private static String text(ObjectNode body, String name, int longest) {
        JsonNode value = Request.needed(body, name);
        if (!value.isTextual() || value.textValue().isBlank() || value.textValue().length() > longest) {
            throw ProblemException.malformed(name + " must be text of 1 to " + longest + " characters; found "
                    + (value.isTextual() ? value.textValue().length() + " characters" : Request.kind(value)));
        }
        return value.textValue();
    }

    private Answer bring(Request request) throws IOException {
        String id = TimedIds.next();
        String name = request.query("name").orElse("imported model");
        if (name.isBlank() || name.length() > LONGEST_NAME) {
            throw ProblemException
                    .malformed("name must be text of 1 to " + LONGEST_NAME + " characters; it has " + name.length());
        }
        Path part = models.part(id, "");
        LearnedModel learned;
        RepeatKey key;
        try {
            try (InputStream body = request.body(models.limits().file())) {
                Files.copy(body, part);
            }
            key = RepeatKey.of(request, name + "\n" + Hashes.of(part));
            Optional<SavedModel> before = models.before(key);
            if (before.isPresent()) {
                return Answer.created(PATH + "/" + before.get().id(), json(before.get()));
            }
            learned = models.files().load(part);
        } catch (IOException e) {
            if (!Files.exists(part) || Files.size(part) == 0) {
                throw ProblemException.of(400, "malformed", "the body must be a model file; it is empty");
            }
            String message = e.getMessage() == null ? "it cannot be read" : e.getMessage();
            throw new ValidationException(
                    ValidationError.of(message.replace(part.toString(), "the body").replace(part.getFileName().toString(),
                            "the body")),
                    e);
        } finally {
            Files.deleteIfExists(part);
        }
        SavedModel added = models.bring(ModelLibrary.brought(id, name, request.caller().name(), learned), learned, key);
        events.publish(added.id());
        return Answer.created(PATH + "/" + added.id(), json(models.model(added.id())));
    }

    private Answer remove(Request request) {
        SavedModel model = models.model(request.name("id"));
        request.checkMatch(ApiServlet.tag(Json.bytes(json(model))));
        if (model.isUnderWay()) {
            throw ProblemException
                    .conflict("the model '" + model.id() + "' is " + SavedModel.word(model.state()) + "; cancel it first");
        }
        models.remove(model.id());
        predictions.forget(model.id());
        events.publish(model.id());
        return Answer.done();
    }

    private Answer restore(Request request) {
        SavedModel model = models.model(request.name("id"));
        if (model.removed().isEmpty()) {
            throw ProblemException.conflict("the model '" + model.id() + "' is not in the trash");
        }
        models.restore(model.id());
        events.publish(model.id());
        return Answer.json(json(models.model(model.id())));
    }

    private Answer cancel(Request request) {
        SavedModel model = models.model(request.name("id"));
        if (!model.isUnderWay()) {
            throw ProblemException
                    .conflict("the model '" + model.id() + "' is " + SavedModel.word(model.state())
                            + "; there is nothing to cancel");
        }
        jobs.cancel(model.id());
        return Answer.json(json(models.model(model.id())));
    }

    private Answer file(Request request) throws IOException, InterruptedException {
        SavedModel model = models.ready(request.name("id"));
        String encoding = request.query("encoding").orElse("json");
        Path file = models.file(model.id());
        String name = "attachment; filename=\"" + model.id() + "." + encoding.toLowerCase(Locale.ROOT) + "\"";
        if (encoding.equals("json")) {
            return Answer.file("application/json", file).header("Content-Disposition", name);
        }
        if (!encoding.equals("npz")) {
            throw ProblemException.malformed("encoding must be json or npz; encoding=" + encoding);
        }
        LearnedModel learned = predictions.open(model.id()).learned();
        return Answer.stream("application/zip", out -> {
            Path part = models.part(TimedIds.next(), ".npz");
            try {
                models.files().save(part, learned, ModelStore.Encoding.NPZ);
                Files.copy(part, out);
            } finally {
                Files.deleteIfExists(part);
            }
        }).header("Content-Disposition", name);
    }
}
