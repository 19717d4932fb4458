package psr.server.runs;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import psr.launcher.spi.Cluster;
import psr.launcher.spi.ComputingPlace;
import psr.launcher.spi.JobQueue;
import psr.launcher.spi.TrialLeases;
import psr.server.http.Answer;
import psr.server.http.Json;
import psr.server.http.Request;
import psr.server.http.Resource;
import psr.server.http.Routes;

/**
 * {@code /api/v1/workers}: the threads of this process and the remote workers.
 *
 * @param threads number of threads of this process
 */
record WorkersResource(JobQueue queue, int threads, ClusterLink cluster) implements Resource {

    @Override
    public void addTo(Routes routes) {
        routes.get("/api/v1/workers", this::list);
    }

    private Answer list(Request request) {
        ObjectNode answer =
                Json.object().put("cluster", cluster.name().orElse(null)).put("address", cluster.address().orElse(null));
        Map<String, ComputingPlace> places = new LinkedHashMap<>();
        queue.places().forEach(place -> places.put(place.where(), place));
        ArrayNode items = answer.putArray("items");
        add(items, TrialLeases.HERE, threads, places);
        for (Cluster.Worker worker : cluster.workers()) {
            add(items, worker.address(), worker.threads(), places);
        }
        return Answer.json(answer.putNull("next"));
    }

    private static void add(ArrayNode items, String where, int number, Map<String, ComputingPlace> places) {
        ComputingPlace place = places.getOrDefault(where, new ComputingPlace(where, List.of(), 0));
        items.addObject().put("where", where).put("threads", number).put("running", place.trials().size())
                .put("finished", place.finished());
    }
}
