package psr.shell.catalogue;

import java.util.Arrays;
import java.util.List;

import psr.api.lab.Catalog;
import psr.api.lab.ServiceInfo;
import psr.api.lab.ServiceKind;
import psr.api.settings.Spelling;

/** Finds services by name. */
final class Names {

    private Names() {}

    /**
     * The services of a name, of any kind.
     *
     * @throws IllegalArgumentException if there are none; the message lists the known names
     */
    static List<ServiceInfo> named(Catalog catalogue, String name) {
        List<ServiceInfo> found = catalogue.named(name);
        if (found.isEmpty()) {
            List<String> known = Arrays.stream(ServiceKind.values()).flatMap(kind -> catalogue.present(kind).stream())
                    .map(ServiceInfo::name).distinct().sorted().toList();
            throw new IllegalArgumentException("no service named '" + name + "'" + Spelling.hint(name, known) + " present: "
                    + String.join(", ", known));
        }
        return found;
    }
}
