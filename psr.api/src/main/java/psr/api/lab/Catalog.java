package psr.api.lab;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.osgi.annotation.versioning.ProviderType;

import psr.api.eval.Measure;
import psr.api.model.Model;
import psr.api.settings.Setting;

/** What is present in the laboratory, at the moment of the call. A service; thread-safe. */
@ProviderType
public interface Catalog {

    /** What is present of one kind, by name: for each name the one that has it. */
    List<ServiceInfo> present(ServiceKind kind);

    /** What has this name, of whatever kind; empty if nothing has. */
    List<ServiceInfo> named(String name);

    /**
     * What may be set.
     *
     * @throws IllegalArgumentException if the service is gone, does not start, or declares its settings wrongly
     */
    List<Setting> settings(ServiceInfo service);

    /**
     * The class of the models that a learner, refiner or combiner makes: what its {@code learn}, {@code refine} or
     * {@code combine} is declared to return.
     *
     * @return empty where it declares no more than {@link Model}
     * @throws IllegalArgumentException if the service is gone or does not start
     */
    Optional<Class<? extends Model>> models(ServiceInfo service);

    /**
     * The class of the models that a recipe makes: what its last stage makes.
     *
     * @return empty where that declares no more than {@link Model}, or is not present
     * @throws IllegalArgumentException if it does not start
     */
    default Optional<Class<? extends Model>> models(Recipe recipe) {
        Stage last = recipe.stages().get(recipe.stages().size() - 1);
        ServiceKind kind = !last.parts().isEmpty() ? ServiceKind.COMBINER
                : recipe.stages().size() > 1 ? ServiceKind.REFINER : ServiceKind.LEARNER;
        return named(last.name()).stream().filter(service -> service.kind() == kind).findFirst().flatMap(this::models);
    }

    /**
     * What metrics measure, by full name, in order.
     *
     * @throws psr.api.settings.ValidationException if one is unknown, stands twice, or has no such settings
     */
    Map<String, Measure> measures(List<Stage> metrics);

    /**
     * Tries whether a service keeps the promises of the API.
     *
     * @param settings text by name
     * @param limit how long that may take
     * @return the promises it breaks, in words; empty if it keeps all that were tried
     * @throws IllegalArgumentException if it cannot be tried with these settings
     */
    List<String> check(ServiceInfo service, Map<String, String> settings, Duration limit);
}
