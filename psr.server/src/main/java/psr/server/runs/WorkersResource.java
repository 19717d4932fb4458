package psr.server.runs;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import psr.api.lab.Cluster;
import psr.server.http.Answer;
import psr.server.http.Json;
import psr.server.http.Request;
import psr.server.http.Resource;
import psr.server.http.Routes;

/** {@code /api/v1/workers}: who computes, here and on other machines. */
final class WorkersResource implements Resource {

    private final SharedThreads threads;
    private final OtherMachines machines;

    WorkersResource(SharedThreads threads, OtherMachines machines) {
        this.threads = threads;
        this.machines = machines;
    }

    @Override
    public void addTo(Routes routes) {
        routes.get("/api/v1/workers", this::list);
    }

    private Answer list(Request request) {
        ObjectNode answer =
                Json.object().put("cluster", machines.name().orElse(null)).put("address", machines.address().orElse(null));
        Map<String, SharedThreads.ComputingPlace> places = new LinkedHashMap<>();
        threads.places().forEach(place -> places.put(place.where(), place));
        ArrayNode items = answer.putArray("items");
        add(items, SharedThreads.HERE, threads.number(), places);
        for (Cluster.Worker worker : machines.workers()) {
            add(items, worker.address(), worker.threads(), places);
        }
        return Answer.json(answer.putNull("next"));
    }

    private static void add(ArrayNode items, String where, int number, Map<String, SharedThreads.ComputingPlace> places) {
        SharedThreads.ComputingPlace place = places.getOrDefault(where, new SharedThreads.ComputingPlace(where, List.of(), 0));
        items.addObject().put("where", where).put("threads", number).put("running", place.trials().size())
                .put("finished", place.finished());
    }

    /** Writes who computes which trials of a run. */
    static void write(ArrayNode into, List<SharedThreads.ComputingPlace> places) {
        for (SharedThreads.ComputingPlace place : places) {
            ObjectNode json = into.addObject().put("where", place.where());
            ArrayNode trials = json.putArray("trials");
            place.trials().forEach(trials::add);
            json.put("finished", place.finished());
        }
    }
}
