package psr.itest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

import org.junit.jupiter.api.Test;
import org.osgi.framework.Bundle;
import org.osgi.framework.Version;
import org.osgi.framework.namespace.PackageNamespace;
import org.osgi.framework.wiring.BundleCapability;
import org.osgi.framework.wiring.BundleRevision;
import org.osgi.framework.wiring.BundleWire;
import org.osgi.framework.wiring.BundleWiring;
import org.osgi.framework.wiring.FrameworkWiring;

/** The house rules that a manifest shows: who exports, at what version, and who is wired to whom. */
public class ManifestsTest {

    private static List<Bundle> rooms() {
        List<Bundle> rooms = Arrays.stream(Shell.CONTEXT.getBundles())
                .filter(bundle -> bundle.getSymbolicName().startsWith("psr.")).toList();
        assertTrue(rooms.size() >= 9, "the rooms must be found: " + rooms);
        return rooms;
    }

    private static List<BundleCapability> exports(Bundle bundle) {
        return bundle.adapt(BundleRevision.class).getDeclaredCapabilities(PackageNamespace.PACKAGE_NAMESPACE);
    }

    /** What others may be wired to: the API, and libraries as bundles. */
    private static final List<String> EXPORTING = List.of("psr.api", "psr.ejml", "psr.slf4j");
    /** What psr.launcher exports to the other modules only. */
    private static final String INTERNAL = "psr.launcher.spi";

    @Test
    public void onlyTheApiAndLibrariesExport() {
        for (Bundle room : rooms()) {
            if (room.getSymbolicName().equals("psr.launcher")) {
                assertEquals(List.of(INTERNAL), exports(room).stream()
                        .map(export -> export.getAttributes().get(PackageNamespace.PACKAGE_NAMESPACE)).toList());
            } else {
                boolean may = EXPORTING.contains(room.getSymbolicName());
                assertEquals(may, !exports(room).isEmpty(), room + " exports " + exports(room));
            }
        }
    }

    /** A bundle is wired to the internal package only if it asks for internals: no third party comes to depend on it by mistake. */
    @Test
    public void theInternalPackageIsForBundlesThatAskForInternals() throws Exception {
        assertFalse(resolves(INTERNAL));
        assertFalse(resolves(INTERNAL + ";scope=other"));
        assertTrue(resolves(INTERNAL + ";scope=internal"));
    }

    private static boolean resolves(String imports) throws Exception {
        Manifest manifest = new Manifest();
        Attributes headers = manifest.getMainAttributes();
        headers.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        headers.putValue("Bundle-ManifestVersion", "2");
        headers.putValue("Bundle-SymbolicName", "third.party");
        headers.putValue("Import-Package", imports);
        ByteArrayOutputStream jar = new ByteArrayOutputStream();
        new JarOutputStream(jar, manifest).close();
        Bundle bundle = Shell.CONTEXT.installBundle("third-party", new ByteArrayInputStream(jar.toByteArray()));
        try {
            return Shell.CONTEXT.getBundle(0).adapt(FrameworkWiring.class).resolveBundles(List.of(bundle));
        } finally {
            bundle.uninstall();
        }
    }

    private static List<String> imports(String room) {
        Bundle bundle = rooms().stream().filter(each -> each.getSymbolicName().equals(room)).findFirst().orElseThrow();
        List<String> imports = bundle.adapt(BundleRevision.class)
                .getDeclaredRequirements(PackageNamespace.PACKAGE_NAMESPACE).stream()
                .map(requirement -> requirement.getDirectives().get("filter")).toList();
        assertTrue(imports.stream().anyMatch(filter -> filter.contains("psr.api.lab")), imports::toString);
        return imports;
    }

    @Test
    public void theLaboratoryNeedsNoTerminalAndTheShellOnlyTheApiAndInternals() {
        for (String terminal : List.of("org.jline", "org.apache.felix.gogo", "org.apache.felix.service.command",
                "org.apache.felix.fileinstall", "psr.shell")) {
            assertFalse(imports("psr.launcher").stream().anyMatch(filter -> filter.contains("=" + terminal)), terminal);
        }
        assertTrue(imports("psr.shell").stream().anyMatch(filter -> filter.contains("=org.jline")), "the shell has a terminal");
        for (String filter : imports("psr.shell")) {
            assertTrue(!filter.contains("=psr.") || filter.contains("=psr.api.")
                    || filter.contains("=" + INTERNAL + ")") && filter.contains("(scope=internal)"), filter);
        }
    }

    @Test
    public void everyExportedPackageHasAVersion() {
        for (Bundle room : rooms()) {
            for (BundleCapability export : exports(room)) {
                Map<String, Object> attributes = export.getAttributes();
                Version least = new Version(room.getSymbolicName().equals("psr.api") ? "1.0.0" : "0.1.0");
                assertTrue(((Version) attributes.get("version")).compareTo(least) >= 0, export.toString());
            }
        }
    }

    @Test
    public void noRoomIsWiredToAnother() {
        for (Bundle room : rooms()) {
            for (BundleWire wire : room.adapt(BundleWiring.class)
                    .getRequiredWires(PackageNamespace.PACKAGE_NAMESPACE)) {
                String provider = wire.getProvider().getSymbolicName();
                boolean internal = INTERNAL.equals(wire.getCapability().getAttributes().get(PackageNamespace.PACKAGE_NAMESPACE));
                assertTrue(!provider.startsWith("psr.") || EXPORTING.contains(provider) || internal,
                        room + " is wired to " + wire.getCapability());
            }
        }
    }
}
