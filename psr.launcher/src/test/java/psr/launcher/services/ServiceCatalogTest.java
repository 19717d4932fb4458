package psr.launcher.services;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import psr.api.lab.ServiceKind;
import psr.api.settings.ValidationError;
import psr.api.settings.ValidationException;
import psr.launcher.lab.Fakes;

class ServiceCatalogTest {

    private static ServiceOffer learner(String name, int ranking, String bundle) {
        return Fakes.offer(ServiceKind.LEARNER, name, ranking, bundle, () -> {
            throw new AssertionError("a catalogue must not start what it lists");
        });
    }

    @Test
    void listsByNameWithoutStartingServices() {
        ServiceCatalog catalogue = Fakes.catalogue(learner("em", 0, "b"), learner("2sr", 0, "a"),
                Fakes.offer(ServiceKind.METRIC, "pnll", new Fakes.Level()));
        assertEquals(List.of("2sr", "em"), catalogue.present(ServiceKind.LEARNER).stream().map(ServiceOffer::name).toList());
        assertEquals(List.of(), catalogue.present(ServiceKind.REFINER));
    }

    /** Otherwise the settings class would retain the class loader of its plugin. */
    @Test
    void cachesSettingsWhileTheServiceIsPresent() {
        ServiceOffer offer = learner("2sr", 0, "a");
        ServiceCatalog catalogue = Fakes.catalogue(offer);
        assertEquals(Optional.empty(), catalogue.settings(offer));
        catalogue.remember(offer, List.of());
        assertEquals(Optional.of(List.of()), catalogue.settings(offer));
        catalogue.put(offer, List.of(learner("2sr", 1, "a")));
        assertEquals(Optional.empty(), catalogue.settings(offer), "what it offers has changed");
        catalogue.remember(offer, List.of());
        assertEquals(Optional.empty(), catalogue.settings(offer), "it is not offered");
    }

    @Test
    void nameBelongsToTheFirstRegistered() {
        ServiceCatalog catalogue = Fakes.catalogue(learner("2sr", 0, "first"), learner("2sr", 0, "second"));
        assertEquals("first", catalogue.find(ServiceKind.LEARNER, "2sr", DataUse.ANY, Selection.CURRENT).bundle());
        assertEquals(List.of("its learner '2sr' is not used, the name belongs to first 1.0.0"),
                List.copyOf(catalogue.unused().values()));
        assertEquals("second", catalogue.unused().keySet().iterator().next().bundle());
    }

    @Test
    void nameBelongsToTheHigherRanking() {
        ServiceCatalog catalogue = Fakes.catalogue(learner("2sr", 0, "first"), learner("2sr", 5, "second"));
        assertEquals("second", catalogue.find(ServiceKind.LEARNER, "2sr", DataUse.ANY, Selection.CURRENT).bundle());
    }

    @Test
    void saysWhichServiceOfTheLabAPluginReplaces() {
        ServiceOffer shipped = learner("2sr", 0, "shipped");
        ServiceOffer plugin =
                new ServiceOffer(ServiceKind.LEARNER, "2sr", "", "", "mine", "1.0.0", 5, 1, new ServiceOffer.Provider() {
                    @Override
                    public Object acquire() {
                        return null;
                    }

                    @Override
                    public void release(Object service) {}

                    @Override
                    public boolean plugin() {
                        return true;
                    }
                });
        ServiceCatalog catalogue = Fakes.catalogue(shipped, learner("em", 0, "shipped"), plugin);
        assertEquals(Optional.of(shipped), catalogue.replaced(plugin));
        assertEquals(Optional.empty(), catalogue.replaced(shipped));
        assertEquals(Optional.empty(), Fakes.catalogue(learner("em", 0, "shipped"), plugin).replaced(plugin));
    }

    @Test
    void nameBelongsToTheHigherVersionOfABundle() {
        ServiceOffer old = versioned("mine", "1.9.0", 1);
        ServiceOffer other = versioned("other", "5.0.0", 2);
        ServiceOffer fresh = versioned("mine", "1.10.0", 3);
        for (List<ServiceOffer> order : List.of(List.of(old, other, fresh), List.of(fresh, other, old),
                List.of(other, fresh, old))) {
            assertEquals(List.of(fresh, old, other), ServiceOffer.inOrder(order));
        }
        assertEquals(List.of(other, fresh), ServiceOffer.inOrder(List.of(fresh, other)));
        ServiceCatalog catalogue = ServiceCatalog.of(old, fresh);
        assertEquals("mine 1.10.0", catalogue.find(ServiceKind.LEARNER, "2sr", DataUse.ANY, Selection.CURRENT).by());
        assertEquals(Map.of(old, "its learner '2sr' is superseded by mine 1.10.0"), catalogue.unused());
    }

    private static ServiceOffer versioned(String bundle, String version, long id) {
        return new ServiceOffer(ServiceKind.LEARNER, "2sr", "", "", bundle, version, 0, id, Fakes.nowhere());
    }

    @Test
    void sameNameInTwoKindsIsNoConflict() {
        ServiceCatalog catalogue = Fakes.catalogue(Fakes.offer(ServiceKind.LEARNER, "em", new Fakes.Mean()),
                Fakes.offer(ServiceKind.REFINER, "em", new Fakes.Climb()));
        assertTrue(catalogue.unused().isEmpty());
    }

    @Test
    void unknownNamesGetTheNearestAndAllPresentNames() {
        ServiceCatalog catalogue = Fakes.catalogue(learner("2sr", 0, "a"), learner("em", 0, "b"));
        ValidationException e = assertThrows(ValidationException.class,
                () -> catalogue.find(ServiceKind.LEARNER, "tsr", DataUse.ANY, Selection.CURRENT));
        assertEquals("no learner named 'tsr'; did you mean '2sr'? present: 2sr, em", e.getMessage());
        assertEquals(List.of(new ValidationError.Missing("learner", "tsr", "", "", "")), e.error().missing());
    }

    @Test
    @Timeout(120)
    void waitsForANameThatWasJustUnregistered() throws Exception {
        ServiceOffer old = learner("2sr", 0, "old");
        ServiceCatalog catalogue = Fakes.catalogue(old);
        catalogue.remove(old);
        CompletableFuture<ServiceOffer> found = new CompletableFuture<>();
        Thread asking =
                new Thread(() -> found.complete(catalogue.find(ServiceKind.LEARNER, "2sr", DataUse.ANY, Selection.CURRENT)));
        asking.start();
        while (asking.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
        ServiceOffer fresh = learner("2sr", 0, "fresh");
        catalogue.put(fresh, List.of(fresh));
        assertEquals("fresh", found.get().bundle());
    }

    @Test
    @Tag("slow")
    @Timeout(120)
    void aNameThatDoesNotReturnIsUnknown() {
        ServiceOffer old = learner("2sr", 0, "old");
        ServiceCatalog catalogue = Fakes.catalogue(old, learner("em", 0, "b"));
        assertTrue(catalogue.has(old));
        catalogue.remove(old);
        assertFalse(catalogue.has(old));
        assertEquals("no learner named '2sr'; present: em",
                assertThrows(IllegalArgumentException.class,
                        () -> catalogue.find(ServiceKind.LEARNER, "2sr", DataUse.ANY, Selection.CURRENT))
                        .getMessage());
    }

    @Test
    void ignoresServicesWithInvalidNames() {
        ServiceCatalog catalogue = Fakes.catalogue(learner("", 0, "a"), learner("my learner", 0, "b"));
        assertEquals(List.of(), catalogue.present(ServiceKind.LEARNER));
        List<String> reasons = List.copyOf(catalogue.unused().values());
        assertTrue(reasons.get(0).endsWith("found none"), reasons.get(0));
        assertTrue(reasons.get(1).endsWith("found 'my learner'"), reasons.get(1));
    }

    @Test
    void retiredVersionsAreUsedOnlyOnRequest() {
        ServiceOffer old = new ServiceOffer(ServiceKind.LEARNER, "2sr", "", "", "mine", "1.0.0", 0, 1, Fakes.retired());
        ServiceCatalog catalogue = ServiceCatalog.of(old, learner("em", 0, "b"));
        assertEquals(List.of("em"), catalogue.present(ServiceKind.LEARNER).stream().map(ServiceOffer::name).toList());
        assertEquals(old, catalogue.find(ServiceKind.LEARNER, "2sr", DataUse.ANY, offer -> offer.version().equals("1.0.0")));
    }

    @Test
    @Timeout(60)
    void waitsForTheSuccessorOfARetiredVersion() throws Exception {
        ServiceOffer old = new ServiceOffer(ServiceKind.LEARNER, "2sr", "", "", "mine", "1.0.0", 0, 1, Fakes.retired());
        ServiceCatalog catalogue = ServiceCatalog.of(old);
        CompletableFuture<ServiceOffer> found = new CompletableFuture<>();
        Thread asking =
                new Thread(() -> found.complete(catalogue.find(ServiceKind.LEARNER, "2sr", DataUse.ANY, Selection.CURRENT)));
        asking.start();
        while (asking.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
        ServiceOffer fresh = learner("2sr", 0, "mine");
        catalogue.put(fresh, List.of(fresh));
        assertEquals(fresh, found.get());
    }
}
