package psr.launcher.plugins;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.ServiceReference;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.runtime.ServiceComponentRuntime;
import org.osgi.service.component.runtime.dto.ComponentConfigurationDTO;
import org.osgi.service.component.runtime.dto.ComponentDescriptionDTO;
import org.osgi.service.component.runtime.dto.UnsatisfiedReferenceDTO;

import psr.api.lab.ServiceKind;
import psr.api.settings.Configurable;
import psr.api.settings.Schema;
import psr.launcher.services.ServiceCatalog;
import psr.launcher.services.ServiceOffer;
import psr.launcher.services.ServiceTypes;

/** Checks the services of a plugin with the catalog and the component runtime. */
@Component(service = ServiceCheck.class)
public final class ComponentServiceCheck implements ServiceCheck {

    private final BundleContext context;
    private final ServiceCatalog catalog;
    private final ServiceComponentRuntime components;

    @Activate
    public ComponentServiceCheck(BundleContext context, @Reference ServiceCatalog catalog,
            @Reference ServiceComponentRuntime components) {
        this.context = context;
        this.catalog = catalog;
        this.components = components;
    }

    @Override
    public Result check(Bundle bundle) {
        List<String> added = new ArrayList<>();
        List<String> flaws = new ArrayList<>();
        for (ServiceKind kind : ServiceKind.values()) {
            for (ServiceOffer offer : catalog.present(kind)) {
                if (isOf(bundle, offer)) {
                    String what = kind.word() + " '" + offer.name() + "'";
                    fault(offer).ifPresentOrElse(fault -> flaws.add("its " + what + " " + fault),
                            () -> added
                                    .add(what + catalog.replaced(offer).map(shipped -> " in place of the one of " + shipped.by())
                                            .orElse("")));
                }
            }
        }
        flaws.addAll(unused(bundle));
        flaws.addAll(foreign(bundle));
        flaws.addAll(broken(bundle));
        return new Result(added, flaws);
    }

    /** Tries a service: a component is created at its first use, and may fail only then. */
    private static Optional<String> fault(ServiceOffer offer) {
        Object service = null;
        try {
            service = offer.provider().acquire();
            if (service == null) {
                return Optional.of("cannot be created");
            }
            check((Configurable<?>) service);
            return Optional.empty();
        } catch (RuntimeException | Error e) {
            return Optional.of("cannot be used: " + Objects.requireNonNullElse(e.getMessage(), e.toString()));
        } finally {
            if (service != null) {
                offer.provider().release(service);
            }
        }
    }

    private static <S extends Record> void check(Configurable<S> service) {
        Schema.of(service.settings());
    }

    private List<String> unused(Bundle bundle) {
        return catalog.unused().entrySet().stream().filter(unused -> isOf(bundle, unused.getKey())).map(Map.Entry::getValue)
                .toList();
    }

    private static boolean isOf(Bundle bundle, ServiceOffer offer) {
        return offer.provider().bundle().filter(bundle::equals).isPresent();
    }

    private List<String> foreign(Bundle bundle) {
        List<String> flaws = new ArrayList<>();
        ServiceReference<?>[] services = bundle.getRegisteredServices();
        for (ServiceReference<?> service : services == null ? new ServiceReference<?>[0] : services) {
            for (String type : (String[]) service.getProperty(Constants.OBJECTCLASS)) {
                if (ServiceTypes.kind(type).isPresent() && !service.isAssignableTo(context.getBundle(), type)) {
                    flaws.add(
                            "its " + type + " implements an interface of another psr.api than this lab's: it must import psr.api,"
                                    + " not contain a copy");
                }
            }
        }
        return flaws;
    }

    private List<String> broken(Bundle bundle) {
        List<String> flaws = new ArrayList<>();
        for (ComponentDescriptionDTO description : components.getComponentDescriptionDTOs(bundle)) {
            for (ComponentConfigurationDTO made : components.getComponentConfigurationDTOs(description)) {
                if (made.state == ComponentConfigurationDTO.FAILED_ACTIVATION) {
                    flaws.add("its component " + description.name + " fails to start: " + reason(made.failure));
                }
                for (UnsatisfiedReferenceDTO missing : made.unsatisfiedReferences) {
                    flaws.add("its component " + description.name + " waits for a service " + type(description, missing)
                            + ", which no bundle provides");
                }
            }
        }
        return flaws;
    }

    private static String type(ComponentDescriptionDTO description, UnsatisfiedReferenceDTO missing) {
        return Arrays.stream(description.references).filter(each -> each.name.equals(missing.name))
                .map(each -> each.interfaceName).findFirst().orElse(missing.name);
    }

    /** The innermost cause in a printed stack trace. */
    private static String reason(String trace) {
        String reason = "";
        for (String line : String.valueOf(trace).split("\\R")) {
            if (reason.isEmpty() || line.startsWith("Caused by: ")) {
                reason = line.replaceFirst("^Caused by: ", "").strip();
            }
        }
        return reason;
    }
}
