package psr.server.services;

import java.util.Arrays;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import psr.api.lab.ServiceInfo;
import psr.api.lab.ServiceKind;
import psr.api.settings.Setting;
import psr.api.settings.Spelling;
import psr.server.LabServices;
import psr.server.http.Answer;
import psr.server.http.Json;
import psr.server.http.ProblemException;
import psr.server.http.Request;
import psr.server.http.Resource;
import psr.server.http.Routes;

/** {@code /api/v1/services}: learners, refiners, combiners, data sets and metrics with their settings; and the presets. */
public record ServicesResource(LabServices lab) implements Resource {

    @Override
    public void addTo(Routes routes) {
        routes.get("/api/v1/services", this::list);
        routes.get("/api/v1/services/{kind}/{name}", this::one);
        routes.get("/api/v1/presets", this::presets);
        routes.get("/api/v1/presets/{name}", this::preset);
    }

    private Answer list(Request request) {
        return Answer.items(Arrays.stream(ServiceKind.values()).flatMap(kind -> lab.catalogue().present(kind).stream())
                .map(ServicesResource::json));
    }

    private Answer one(Request request) {
        Map<String, ServiceKind> kinds = Json.words(ServiceKind.class);
        ServiceKind kind = kinds.get(request.name("kind"));
        if (kind == null) {
            throw ProblemException
                    .missing("services are one of " + String.join(", ", kinds.keySet()) + "; found " + request.name("kind"));
        }
        ServiceInfo service = lab.catalogue().present(kind).stream().filter(each -> each.name().equals(request.name("name")))
                .findFirst().orElseThrow(() -> ProblemException.missing("no " + kind.word() + " named '" + request.name("name")
                        + "' is present"));
        return Answer.json(json(service).set("settings",
                Json.tree(lab.catalogue().settings(service).stream().map(ServicesResource::json).toList())));
    }

    private static ObjectNode json(ServiceInfo service) {
        ObjectNode json = Json.object().put("kind", Json.word(service.kind())).put("name", service.name())
                .put("summary", service.summary()).put("paper", service.paper());
        json.putObject("bundle").put("name", service.bundle().name()).put("version", service.bundle().version());
        return json;
    }

    private static JsonNode json(Setting setting) {
        return Json.object().put("name", setting.name())
                .put("kind", Json.word(setting.kind()))
                .put("default", setting.defaultValue()).put("required", setting.required())
                .put("absent", setting.absent().orElse(null)).put("help", setting.help())
                .put("minimum", Json.finite(setting.minimum().orElse(Double.NaN)))
                .put("maximum", Json.finite(setting.maximum().orElse(Double.NaN)))
                .set("choices", Json.tree(setting.choices()));
    }

    private Answer presets(Request request) {
        return Answer.items(lab.experiments().presets().stream()
                .map(name -> Json.object().put("name", name).put("summary", lab.experiments().summary(name))));
    }

    private Answer preset(Request request) {
        String name = request.name("name");
        if (!lab.experiments().presets().contains(name)) {
            throw ProblemException
                    .missing("no preset named '" + name + "'" + Spelling.hint(name, lab.experiments().presets()) + " presets: "
                            + String.join(", ", lab.experiments().presets()));
        }
        return Answer.json(Json.read(lab.experiments().write(lab.experiments().preset(name))));
    }
}
