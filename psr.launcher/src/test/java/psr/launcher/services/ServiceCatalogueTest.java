package psr.launcher.services;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import psr.api.lab.ServiceKind;
import psr.launcher.lab.Fakes;

class ServiceCatalogueTest {

    private static Offer learner(String name, int ranking, String bundle) {
        return Fakes.offer(ServiceKind.LEARNER, name, ranking, bundle, () -> {
            throw new AssertionError("a catalogue must not start what it lists");
        });
    }

    @Test
    void listsByNameWithoutStartingAnything() {
        ServiceCatalogue catalogue = Fakes.catalogue(learner("em", 0, "b"), learner("2sr", 0, "a"),
                Fakes.offer(ServiceKind.METRIC, "pnll", new Fakes.Level()));
        assertEquals(List.of("2sr", "em"), catalogue.present(ServiceKind.LEARNER).stream().map(Offer::name).toList());
        assertEquals(List.of(), catalogue.present(ServiceKind.REFINER));
    }

    @Test
    void nameBelongsToTheFirstRegistered() {
        ServiceCatalogue catalogue = Fakes.catalogue(learner("2sr", 0, "first"), learner("2sr", 0, "second"));
        assertEquals("first", catalogue.find(ServiceKind.LEARNER, "2sr", Selection.CURRENT).bundle());
        assertEquals(List.of("its learner '2sr' is not used, the name belongs to first 1.0.0"),
                List.copyOf(catalogue.unused().values()));
        assertEquals("second", catalogue.unused().keySet().iterator().next().bundle());
    }

    @Test
    void nameBelongsToTheHigherRanking() {
        ServiceCatalogue catalogue = Fakes.catalogue(learner("2sr", 0, "first"), learner("2sr", 5, "second"));
        assertEquals("second", catalogue.find(ServiceKind.LEARNER, "2sr", Selection.CURRENT).bundle());
    }

    @Test
    void ofOneBundleTheHigherVersionHasTheName() {
        Offer old = versioned("mine", "1.9.0", 1);
        Offer other = versioned("other", "5.0.0", 2);
        Offer fresh = versioned("mine", "1.10.0", 3);
        for (List<Offer> order : List.of(List.of(old, other, fresh), List.of(fresh, other, old),
                List.of(other, fresh, old))) {
            assertEquals(List.of(fresh, old, other), Offer.inOrder(order));
        }
        assertEquals(List.of(other, fresh), Offer.inOrder(List.of(fresh, other)));
        ServiceCatalogue catalogue = ServiceCatalogue.of(old, fresh);
        assertEquals("mine 1.10.0", catalogue.find(ServiceKind.LEARNER, "2sr", Selection.CURRENT).by());
        assertEquals(Map.of(old, "its learner '2sr' is superseded by mine 1.10.0"), catalogue.unused());
    }

    private static Offer versioned(String bundle, String version, long id) {
        return new Offer(ServiceKind.LEARNER, "2sr", "", "", bundle, version, 0, id, Fakes.nowhere());
    }

    @Test
    void sameNameInTwoKindsIsNoConflict() {
        ServiceCatalogue catalogue = Fakes.catalogue(Fakes.offer(ServiceKind.LEARNER, "em", new Fakes.Mean()),
                Fakes.offer(ServiceKind.REFINER, "em", new Fakes.Climb()));
        assertTrue(catalogue.unused().isEmpty());
    }

    @Test
    void unknownNameHasTheNearestAndAllPresent() {
        ServiceCatalogue catalogue = Fakes.catalogue(learner("2sr", 0, "a"), learner("em", 0, "b"));
        IllegalArgumentException e = assertThrows(IllegalArgumentException.class,
                () -> catalogue.find(ServiceKind.LEARNER, "tsr", Selection.CURRENT));
        assertEquals("no learner named 'tsr'; did you mean '2sr'? present: 2sr, em", e.getMessage());
    }

    @Test
    @Timeout(30)
    void waitsForANameThatJustWent() throws Exception {
        Offer old = learner("2sr", 0, "old");
        ServiceCatalogue catalogue = Fakes.catalogue(old);
        catalogue.remove(old);
        CompletableFuture<Offer> found = new CompletableFuture<>();
        Thread asking = new Thread(() -> found.complete(catalogue.find(ServiceKind.LEARNER, "2sr", Selection.CURRENT)));
        asking.start();
        while (asking.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
        Offer fresh = learner("2sr", 0, "fresh");
        catalogue.put(fresh, List.of(fresh));
        assertEquals("fresh", found.get().bundle());
    }

    @Test
    @Tag("slow")
    @Timeout(30)
    void aNameThatStaysAwayIsUnknown() {
        Offer old = learner("2sr", 0, "old");
        ServiceCatalogue catalogue = Fakes.catalogue(old, learner("em", 0, "b"));
        assertTrue(catalogue.stands(old));
        catalogue.remove(old);
        assertFalse(catalogue.stands(old));
        assertEquals("no learner named '2sr'; present: em",
                assertThrows(IllegalArgumentException.class, () -> catalogue.find(ServiceKind.LEARNER, "2sr", Selection.CURRENT))
                        .getMessage());
    }

    @Test
    void servicesNobodyCanTypeAreNotUsed() {
        ServiceCatalogue catalogue = Fakes.catalogue(learner("", 0, "a"), learner("my learner", 0, "b"));
        assertEquals(List.of(), catalogue.present(ServiceKind.LEARNER));
        List<String> reasons = List.copyOf(catalogue.unused().values());
        assertTrue(reasons.get(0).endsWith("found none"), reasons.get(0));
        assertTrue(reasons.get(1).endsWith("found 'my learner'"), reasons.get(1));
    }

    @Test
    void aRetiredVersionIsForThoseOnlyWhoAskForIt() {
        Offer old = new Offer(ServiceKind.LEARNER, "2sr", "", "", "mine", "1.0.0", 0, 1, Fakes.retired());
        ServiceCatalogue catalogue = ServiceCatalogue.of(old, learner("em", 0, "b"));
        assertEquals(List.of("em"), catalogue.present(ServiceKind.LEARNER).stream().map(Offer::name).toList());
        assertEquals(old, catalogue.find(ServiceKind.LEARNER, "2sr", offer -> offer.version().equals("1.0.0")));
    }

    @Test
    @Timeout(60)
    void waitsForTheSuccessorOfAVersionThatIsKeptForOthers() throws Exception {
        Offer old = new Offer(ServiceKind.LEARNER, "2sr", "", "", "mine", "1.0.0", 0, 1, Fakes.retired());
        ServiceCatalogue catalogue = ServiceCatalogue.of(old);
        CompletableFuture<Offer> found = new CompletableFuture<>();
        Thread asking = new Thread(() -> found.complete(catalogue.find(ServiceKind.LEARNER, "2sr", Selection.CURRENT)));
        asking.start();
        while (asking.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
        Offer fresh = learner("2sr", 0, "mine");
        catalogue.put(fresh, List.of(fresh));
        assertEquals(fresh, found.get());
    }
}
