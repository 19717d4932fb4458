package psr.launcher.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class CatalogueTest {

    private static Offer learner(String name, int ranking, String bundle) {
        return Fakes.offer(Kind.LEARNER, name, ranking, bundle, () -> {
            throw new AssertionError("a catalogue must not start what it lists");
        });
    }

    @Test
    void listsByNameWithoutStartingAnything() {
        Catalogue catalogue = Fakes.catalogue(learner("em", 0, "b"), learner("2sr", 0, "a"),
                Fakes.offer(Kind.METRIC, "pnll", new Fakes.Level()));
        assertEquals(List.of("2sr", "em"), catalogue.present(Kind.LEARNER).stream().map(Offer::name).toList());
        assertEquals(List.of(), catalogue.present(Kind.REFINER));
    }

    @Test
    void nameBelongsToTheFirstRegistered() {
        Catalogue catalogue = Fakes.catalogue(learner("2sr", 0, "first"), learner("2sr", 0, "second"));
        assertEquals("first", catalogue.find(Kind.LEARNER, "2sr").bundle());
        assertEquals(List.of("its learner '2sr' is not used, the name belongs to first 1.0.0"),
                List.copyOf(catalogue.unused().values()));
        assertEquals("second", catalogue.unused().keySet().iterator().next().bundle());
    }

    @Test
    void nameBelongsToTheHigherRanking() {
        Catalogue catalogue = Fakes.catalogue(learner("2sr", 0, "first"), learner("2sr", 5, "second"));
        assertEquals("second", catalogue.find(Kind.LEARNER, "2sr").bundle());
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
        Catalogue catalogue = Catalogue.of(old, fresh);
        assertEquals("mine 1.10.0", catalogue.find(Kind.LEARNER, "2sr").by());
        assertEquals(Map.of(old, "its learner '2sr' is superseded by mine 1.10.0"), catalogue.unused());
    }

    private static Offer versioned(String bundle, String version, long id) {
        return new Offer(Kind.LEARNER, "2sr", "", "", bundle, version, 0, id, null);
    }

    @Test
    void sameNameInTwoKindsIsNoConflict() {
        Catalogue catalogue = Fakes.catalogue(Fakes.offer(Kind.LEARNER, "em", new Fakes.Mean()),
                Fakes.offer(Kind.REFINER, "em", new Fakes.Climb()));
        assertTrue(catalogue.unused().isEmpty());
    }

    @Test
    void unknownNameHasTheNearestAndAllPresent() {
        Catalogue catalogue = Fakes.catalogue(learner("2sr", 0, "a"), learner("em", 0, "b"));
        IllegalArgumentException e = assertThrows(IllegalArgumentException.class,
                () -> catalogue.find(Kind.LEARNER, "tsr"));
        assertEquals("no learner named 'tsr'; did you mean '2sr'? present: 2sr, em", e.getMessage());
    }

    @Test
    @Timeout(30)
    void waitsForANameThatJustWent() throws Exception {
        Offer old = learner("2sr", 0, "old");
        Catalogue catalogue = Fakes.catalogue(old);
        catalogue.remove(old);
        CompletableFuture<Offer> found = new CompletableFuture<>();
        Thread asking = new Thread(() -> found.complete(catalogue.find(Kind.LEARNER, "2sr")));
        asking.start();
        while (asking.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
        Offer fresh = learner("2sr", 0, "fresh");
        catalogue.put(fresh, List.of(fresh));
        assertEquals("fresh", found.get().bundle());
    }

    @Test
    @Timeout(30)
    void aNameThatStaysAwayIsUnknown() {
        Offer old = learner("2sr", 0, "old");
        Catalogue catalogue = Fakes.catalogue(old, learner("em", 0, "b"));
        assertTrue(catalogue.stands(old));
        catalogue.remove(old);
        assertFalse(catalogue.stands(old));
        assertEquals("no learner named '2sr'; present: em",
                assertThrows(IllegalArgumentException.class, () -> catalogue.find(Kind.LEARNER, "2sr")).getMessage());
    }

    @Test
    void servicesNobodyCanTypeAreNotUsed() {
        Catalogue catalogue = Fakes.catalogue(learner("", 0, "a"), learner("my learner", 0, "b"));
        assertEquals(List.of(), catalogue.present(Kind.LEARNER));
        List<String> reasons = List.copyOf(catalogue.unused().values());
        assertTrue(reasons.get(0).endsWith("found none"), reasons.get(0));
        assertTrue(reasons.get(1).endsWith("found 'my learner'"), reasons.get(1));
    }
}
