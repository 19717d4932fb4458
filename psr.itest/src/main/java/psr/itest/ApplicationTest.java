package psr.itest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.FrameworkUtil;

/** The application as a whole: it is on Felix, and what should run runs. */
public class ApplicationTest {

    private static final List<String> MODULES = List.of(
            "psr.api", "psr.baselines", "psr.datasets", "psr.ejml", "psr.eval", "psr.gradients", "psr.launcher",
            "psr.pipeline", "psr.shell", "psr.slf4j", "psr.spectral");

    private final BundleContext context = FrameworkUtil.getBundle(ApplicationTest.class).getBundleContext();

    @Test
    public void runsOnFelix() {
        assertEquals("org.apache.felix.framework", context.getBundle(0).getSymbolicName());
    }

    @Test
    public void everyModuleIsActive() {
        var active = Arrays.stream(context.getBundles())
                .filter(bundle -> bundle.getState() == Bundle.ACTIVE)
                .map(Bundle::getSymbolicName)
                .collect(Collectors.toSet());
        assertTrue(active.containsAll(MODULES), () -> "expected " + MODULES + ", active: " + active);
    }
}
