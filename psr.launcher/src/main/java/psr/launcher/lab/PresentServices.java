package psr.launcher.lab;

import java.lang.reflect.Method;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

import psr.api.data.DataKind;
import psr.api.eval.Measure;
import psr.api.lab.Catalog;
import psr.api.lab.ServiceInfo;
import psr.api.lab.ServiceKind;
import psr.api.lab.Stage;
import psr.api.model.Model;
import psr.api.settings.Configurable;
import psr.api.settings.Setting;
import psr.launcher.services.BrokenServiceException;
import psr.launcher.services.BundleHolds;
import psr.launcher.services.DataUse;
import psr.launcher.services.PinnedServices;
import psr.launcher.services.Selection;
import psr.launcher.services.ServiceCatalog;
import psr.launcher.services.ServiceOffer;
import psr.launcher.trials.BoundExperiment;
import psr.launcher.trials.ChosenSettings;

/** What clients may know of the services that are present. */
@Component(service = Catalog.class)
public final class PresentServices implements Catalog {

    /** What makes a model. */
    private static final Set<String> MAKES = Set.of("learn", "refine", "combine");

    private final ServiceCatalog catalogue;
    private final BundleHolds holds;

    @Activate
    public PresentServices(@Reference ServiceCatalog catalogue, @Reference BundleHolds holds) {
        this.catalogue = catalogue;
        this.holds = holds;
    }

    @Override
    public List<ServiceInfo> present(ServiceKind kind) {
        return catalogue.present(kind).stream().map(ServiceOffer::info).toList();
    }

    @Override
    public List<ServiceInfo> named(String name) {
        return Arrays.stream(ServiceKind.values()).flatMap(kind -> present(kind).stream())
                .filter(service -> service.name().equals(name)).toList();
    }

    private ServiceOffer find(ServiceInfo service) {
        return catalogue.find(service.kind(), service.name(), use(service), Selection.CURRENT);
    }

    /** Distinguishes services of one name by the observations that they accept. */
    private static DataUse use(ServiceInfo service) {
        return DataUse.of(service.name(), DataKind.of(service.accepts().observations().iterator().next()));
    }

    @Override
    public List<Setting> settings(ServiceInfo service) {
        Optional<List<Setting>> known = catalogue.settings(find(service));
        if (known.isPresent()) {
            return known.get();
        }
        try (PinnedServices pins = new PinnedServices(catalogue, holds)) {
            List<Setting> declared = ChosenSettings.declared(service.name(),
                    (Configurable<?>) pins.pin(service.kind(), service.name(), use(service)));
            catalogue.remember(pins.offers().get(0), declared);
            return declared;
        } catch (BrokenServiceException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    @Override
    public Optional<Class<? extends Model>> models(ServiceInfo service) {
        try (PinnedServices pins = new PinnedServices(catalogue, holds)) {
            List<Class<? extends Model>> declared = new ArrayList<>();
            for (Method method : pins.pin(service.kind(), service.name(), use(service)).getClass().getMethods()) {
                if (MAKES.contains(method.getName()) && !method.isBridge() && method.getReturnType() != Model.class
                        && Model.class.isAssignableFrom(method.getReturnType())) {
                    declared.add(method.getReturnType().asSubclass(Model.class));
                }
            }
            return declared.size() == 1 ? Optional.of(declared.get(0)) : Optional.empty();
        } catch (BrokenServiceException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    @Override
    public Map<String, Measure> measures(List<Stage> metrics) {
        try (PinnedServices pins = new PinnedServices(catalogue, holds)) {
            return BoundExperiment.measures(metrics, pins);
        }
    }

    @Override
    public List<String> check(ServiceInfo service, Map<String, String> settings, Duration limit) {
        return new ContractCheck(catalogue, holds).of(find(service),
                Stage.of(service.name(), settings), limit);
    }
}
