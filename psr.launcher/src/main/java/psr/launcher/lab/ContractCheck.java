package psr.launcher.lab;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

import psr.api.contract.Contracts;
import psr.api.data.Alphabet;
import psr.api.data.Symbols;
import psr.api.eval.Metric;
import psr.api.lab.ServiceKind;
import psr.api.lab.Stage;
import psr.api.learn.Combiner;
import psr.api.learn.Learner;
import psr.api.learn.LearningException;
import psr.api.learn.Refiner;
import psr.api.learn.SeededRun;
import psr.api.linear.Features;
import psr.api.linear.Hmm;
import psr.api.model.Model;
import psr.api.settings.Configurable;
import psr.api.settings.Schema;
import psr.api.settings.ValidationError;
import psr.api.source.Dataset;
import psr.api.source.DatasetSource;
import psr.launcher.services.BrokenServiceException;
import psr.launcher.services.BundleHolds;
import psr.launcher.services.Deadline;
import psr.launcher.services.PinnedServices;
import psr.launcher.services.ServiceCatalog;
import psr.launcher.services.ServiceOffer;
import psr.launcher.trials.ChosenSettings;

/** Checks whether the present services follow the contracts of the API. */
final class ContractCheck {

    /** Number and length of the sequences of the check: small, to be quick. */
    private static final int SEQUENCES = 60;
    private static final int LENGTH = 12;
    /** States, symbols and sequences for learners, whose default settings need more data. */
    private static final int STATES = 24;
    private static final int ALPHABET = 8;
    private static final int MANY = 300;

    private final ServiceCatalog catalogue;
    private final BundleHolds holds;
    private final Symbols data = Contracts.sample(SEQUENCES, LENGTH);

    ContractCheck(ServiceCatalog catalogue, BundleHolds holds) {
        this.catalogue = catalogue;
        this.holds = holds;
    }

    /**
     * The violations of the contract by a service, as messages.
     *
     * @param limit maximum time of the check
     * @throws IllegalArgumentException if the service cannot be checked with these settings
     */
    List<String> of(ServiceOffer offer, Stage stage, Duration limit) {
        try {
            return Deadline.call("psr-check", () -> tried(offer, stage), Deadline.within(Optional.of(limit), "took"),
                    () -> false);
        } catch (Deadline.OverdueException e) {
            return List.of("it must come to an end; the trial took longer than " + Deadline.seconds(limit)
                    + " (--limit) on a few hundred short sequences");
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            return List.of("it must throw nothing but what its kind allows; it threw " + e);
        }
    }

    private List<String> tried(ServiceOffer offer, Stage stage) {
        try (PinnedServices pins = new PinnedServices(catalogue, holds)) {
            Object service = pins.pin(offer);
            return switch (offer.kind()) {
                case LEARNER -> learner((Learner<?>) service, stage);
                case REFINER -> refiner((Refiner<?>) service, stage);
                case COMBINER -> combiner((Combiner<?>) service, stage);
                case DATASET -> source((DatasetSource<?>) service, stage);
                case METRIC -> metric((Metric<?>) service, stage);
            };
        } catch (BrokenServiceException e) {
            return List.of(e.getMessage());
        }
    }

    private <S extends Record> List<String> combiner(Combiner<S> combiner, Stage stage) {
        Hmm hmm = Contracts.sampleModel();
        return Contracts.check(combiner, settings(combiner, stage),
                List.of(hmm, hmm.toLinearPsr(Features.seenIn(data, 2))), data);
    }

    private <S extends Record> List<String> learner(Learner<S> learner, Stage stage) {
        S settings = settings(learner, stage);
        Symbols rich = rich();
        try {
            learner.learn(rich, settings, new SeededRun(1));
        } catch (IllegalArgumentException | LearningException e) {
            // A learner may reject data that do not fit its settings.
            throw new IllegalArgumentException(stage + " cannot be tried on " + rich + ": " + e.getMessage()
                    + "; give settings that it can be tried with: check " + stage.name() + ":key=value,…", e);
        } catch (RuntimeException | Error e) {
            // Reported by the contract check that follows.
        }
        return Contracts.check(learner, settings, rich);
    }

    /** Sequences of a hidden Markov model with cyclic states, each of which prefers one symbol. */
    private static Symbols rich() {
        SplittableRandom random = new SplittableRandom(SeededRun.derive(1, "check"));
        Symbols.Builder builder = new Symbols.Builder();
        for (int i = 0; i < MANY; i++) {
            int state = random.nextInt(STATES);
            int[] sequence = new int[LENGTH];
            for (int t = 0; t < LENGTH; t++) {
                sequence[t] = random.nextInt(4) == 0 ? random.nextInt(ALPHABET) : state * 5 % ALPHABET;
                state = (state + 1 + random.nextInt(2)) % STATES;
            }
            builder.add(sequence);
        }
        return builder.build(Alphabet.numbered(ALPHABET));
    }

    private <S extends Record> List<String> refiner(Refiner<S> refiner, Stage stage) {
        S settings = settings(refiner, stage);
        Optional<Model> start = start(refiner, settings);
        return start.isPresent() ? Contracts.check(refiner, settings, start.get(), data)
                : List.of("objection() must be empty for some model; it objects to those of every learner that is present: "
                        + refiner.objection(Contracts.sampleModel(), data, settings).map(ValidationError::message).orElse(""));
    }

    /** A model that a refiner accepts: a linear PSR, a hidden Markov model, or the model of any learner. */
    private <S extends Record> Optional<Model> start(Refiner<S> refiner, S settings) {
        Hmm hmm = Contracts.sampleModel();
        for (Model model : List.of(hmm.toLinearPsr(Features.seenIn(data, 2)), hmm)) {
            if (refiner.objection(model, data, settings).isEmpty()) {
                return Optional.of(model);
            }
        }
        for (ServiceOffer offer : catalogue.present(ServiceKind.LEARNER)) {
            try (PinnedServices pins = new PinnedServices(catalogue, holds)) {
                Model model = learned((Learner<?>) pins.pin(offer));
                if (model != null && refiner.objection(model, data, settings).isEmpty()) {
                    return Optional.of(model);
                }
            } catch (RuntimeException | Error e) {
                // The failure of another learner is no fault of this refiner.
            }
        }
        return Optional.empty();
    }

    private <S extends Record> Model learned(Learner<S> learner) {
        return learner.learn(data, Schema.of(learner.settings()).defaults(), new SeededRun(1));
    }

    private <S extends Record> List<String> source(DatasetSource<S> source, Stage stage) {
        S settings = settings(source, stage);
        try {
            source.load(settings, new SeededRun(1));
        } catch (IllegalArgumentException | IOException e) {
            throw new IllegalArgumentException(stage + " cannot be tried: " + e.getMessage() + "; give settings that it can"
                    + " be tried with: check " + stage.name() + ":key=value,…", e);
        } catch (RuntimeException | Error e) {
            // Reported by the contract check that follows.
        }
        return Contracts.check(source, settings);
    }

    private <S extends Record> List<String> metric(Metric<S> metric, Stage stage) {
        S settings = settings(metric, stage);
        Hmm hmm = Contracts.sampleModel();
        Dataset measured = Dataset.builder(data).test(data).build();
        List<String> broken = new ArrayList<>(Contracts.check(metric, settings, hmm, measured));
        // Once more with a model that predicts features, as a linear PSR does.
        Contracts.check(metric, settings, hmm.toLinearPsr(Features.seenIn(data, 2)), measured).stream()
                .filter(promise -> !broken.contains(promise)).forEach(broken::add);
        return broken;
    }

    private static <S extends Record> S settings(Configurable<S> service, Stage stage) {
        return ChosenSettings.of(stage, service).settings();
    }
}
