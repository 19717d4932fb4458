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

/** The architecture rules that manifests show: which bundles export packages, at what version, and how they are wired. */
public class ManifestsTest {

    private static List<Bundle> modules() {
        List<Bundle> modules = Arrays.stream(Shell.CONTEXT.getBundles())
                .filter(bundle -> bundle.getSymbolicName().startsWith("psr.")).toList();
        assertTrue(modules.size() >= 9, "the modules must be found: " + modules);
        return modules;
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
        for (Bundle module : modules()) {
            if (module.getSymbolicName().equals("psr.launcher")) {
                assertEquals(List.of(INTERNAL), exports(module).stream()
                        .map(export -> export.getAttributes().get(PackageNamespace.PACKAGE_NAMESPACE)).toList());
            } else {
                boolean may = EXPORTING.contains(module.getSymbolicName());
                assertEquals(may, !exports(module).isEmpty(), module + " exports " + exports(module));
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

    private static List<String> imports(String module) {
        Bundle bundle = modules().stream().filter(each -> each.getSymbolicName().equals(module)).findFirst().orElseThrow();
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
        for (Bundle module : modules()) {
            for (BundleCapability export : exports(module)) {
                Map<String, Object> attributes = export.getAttributes();
                Version least = new Version(module.getSymbolicName().equals("psr.api") ? "1.0.0" : "0.1.0");
                assertTrue(((Version) attributes.get("version")).compareTo(least) >= 0, export.toString());
            }
        }
    }

    @Test
    public void noModuleIsWiredToAnother() {
        for (Bundle module : modules()) {
            for (BundleWire wire : module.adapt(BundleWiring.class)
                    .getRequiredWires(PackageNamespace.PACKAGE_NAMESPACE)) {
                String provider = wire.getProvider().getSymbolicName();
                boolean internal = INTERNAL.equals(wire.getCapability().getAttributes().get(PackageNamespace.PACKAGE_NAMESPACE));
                assertTrue(!provider.startsWith("psr.") || EXPORTING.contains(provider) || internal,
                        module + " is wired to " + wire.getCapability());
            }
        }
    }
}
