package psr.launcher.plugins;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class UnresolvedRequirementTest {

    @Test
    void versionsAreInWords() {
        assertEquals("2.x", UnresolvedRequirement.range("(&(osgi.wiring.package=a)(version>=2.0.0)(!(version>=3.0.0)))"));
        assertEquals("1.3.x", UnresolvedRequirement.range("(&(osgi.wiring.package=a)(version>=1.3.0)(!(version>=1.4.0)))"));
        assertEquals("from 1.3 to below 2.0",
                UnresolvedRequirement.range("(&(osgi.wiring.package=a)(version>=1.3.0)(!(version>=2.0.0)))"));
        assertEquals("2.0.1 or later", UnresolvedRequirement.range("(&(osgi.wiring.package=a)(version>=2.0.1))"));
    }
}
