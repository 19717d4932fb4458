package psr.api.lab;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.osgi.annotation.versioning.ProviderType;

import psr.api.eval.Measure;
import psr.api.model.Model;
import psr.api.settings.Setting;

/** The services that are present in the laboratory at the time of the call. A service; thread-safe. */
@ProviderType
public interface Catalog {

    /** The services of one kind, sorted by name; one for each name. */
    List<ServiceInfo> present(ServiceKind kind);

    /** The services of all kinds that have this name; empty if there are none. */
    List<ServiceInfo> named(String name);

    /**
     * The settings of a service.
     *
     * @throws IllegalArgumentException if the service was removed, does not start, or declares its settings wrongly
     */
    List<Setting> settings(ServiceInfo service);

    /**
     * The class of the models that a learner, refiner or combiner creates: the declared return type of its {@code learn},
     * {@code refine} or {@code combine}.
     *
     * @return empty if it declares no more than {@link Model}
     * @throws IllegalArgumentException if the service was removed or does not start
     */
    Optional<Class<? extends Model>> models(ServiceInfo service);

    /**
     * The class of the models that a recipe creates: that of its last stage.
     *
     * @return empty if the stage declares no more than {@link Model}, or is not present
     * @throws IllegalArgumentException if it does not start
     */
    default Optional<Class<? extends Model>> models(Recipe recipe) {
        Stage last = recipe.stages().get(recipe.stages().size() - 1);
        ServiceKind kind = !last.parts().isEmpty() ? ServiceKind.COMBINER
                : recipe.stages().size() > 1 ? ServiceKind.REFINER : ServiceKind.LEARNER;
        return named(last.name()).stream().filter(service -> service.kind() == kind).findFirst().flatMap(this::models);
    }

    /**
     * The measures of metrics, by full name, in order.
     *
     * @throws psr.api.settings.ValidationException if one is unknown, appears twice, or has no such settings
     */
    Map<String, Measure> measures(List<Stage> metrics);

    /**
     * Checks whether a service fulfills the contract of the API.
     *
     * @param settings text by name
     * @param limit the time limit
     * @return descriptions of the violations; empty if all checks passed
     * @throws IllegalArgumentException if it cannot be checked with these settings
     */
    List<String> check(ServiceInfo service, Map<String, String> settings, Duration limit);
}
