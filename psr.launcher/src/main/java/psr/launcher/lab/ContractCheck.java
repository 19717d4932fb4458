package psr.launcher.lab;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Function;

import psr.api.contract.Contracts;
import psr.api.data.Alphabet;
import psr.api.data.Channels;
import psr.api.data.DataKind;
import psr.api.data.Sequences;
import psr.api.data.Space;
import psr.api.data.Symbols;
import psr.api.eval.Metric;
import psr.api.lab.AcceptedData;
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
    /** Number and length of sequences of vectors, the same for all checks. */
    private static final int VECTORS = 8;
    private static final int ROWS = 80;
    /** States, symbols and sequences for learners, whose default settings need more data. */
    private static final int STATES = 24;
    private static final int ALPHABET = 8;
    private static final int MANY = 300;

    private final ServiceCatalog catalogue;
    private final BundleHolds holds;

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
                case LEARNER -> each(samples(offer, true), data -> learner((Learner<?>) service, stage, data));
                case REFINER -> each(samples(offer, false), data -> refiner((Refiner<?>) service, stage, data));
                case COMBINER -> each(samples(offer, false), data -> combiner((Combiner<?>) service, stage, data));
                case DATASET -> source((DatasetSource<?>) service, stage);
                case METRIC -> each(samples(offer, false), data -> metric((Metric<?>) service, stage, data));
            };
        } catch (BrokenServiceException e) {
            return List.of(e.getMessage());
        }
    }

    /** The violations on several data, each once. */
    private static List<String> each(List<Sequences> samples, Function<Sequences, List<String>> check) {
        return samples.stream().flatMap(data -> check.apply(data).stream()).distinct().toList();
    }

    /**
     * Data of every kind that a service accepts.
     *
     * @param rich whether for default settings of learners
     */
    private static List<Sequences> samples(ServiceOffer offer, boolean rich) {
        List<Sequences> samples = new ArrayList<>();
        AcceptedData accepts = offer.accepts();
        if (accepts.observations().contains(Space.Kind.SYMBOLS)) {
            samples.add(rich ? rich() : Contracts.sample(SEQUENCES, LENGTH));
        }
        if (accepts.observations().contains(Space.Kind.VECTORS)) {
            samples.add(Contracts.sampleVectors(VECTORS, ROWS, false));
            if (accepts.inputs().contains(Space.Kind.VECTORS)) {
                samples.add(Contracts.sampleVectors(VECTORS, ROWS, true));
            }
        }
        return samples;
    }

    /** Models of the data that do not have to be learned. */
    private static List<Model> models(Sequences data) {
        Hmm hmm = Contracts.sampleModel();
        return data instanceof Symbols symbols ? List.of(hmm.toLinearPsr(Features.seenIn(symbols, 2)), hmm)
                : List.of(Contracts.sampleModel(data.space().as(Channels.class)));
    }

    private <S extends Record> List<String> combiner(Combiner<S> combiner, Stage stage, Sequences data) {
        return Contracts.check(combiner, settings(combiner, stage), models(data), data);
    }

    private <S extends Record> List<String> learner(Learner<S> learner, Stage stage, Sequences data) {
        S settings = settings(learner, stage);
        try {
            learner.learn(data, settings, new SeededRun(1));
        } catch (IllegalArgumentException | LearningException e) {
            if (RejectedNumbers.by(e)) {
                return List.of(RejectedNumbers.message("learn()", e));
            }
            // A learner may reject data that do not fit its settings.
            throw new IllegalArgumentException(stage + " cannot be tried on " + data + ": " + e.getMessage()
                    + "; give settings that it can be tried with: check " + stage.name() + ":key=value,…", e);
        } catch (RuntimeException | Error e) {
            // Reported by the contract check that follows.
        }
        return Contracts.check(learner, settings, data);
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

    private <S extends Record> List<String> refiner(Refiner<S> refiner, Stage stage, Sequences data) {
        S settings = settings(refiner, stage);
        Optional<Model> start = start(refiner, settings, data);
        return start.isPresent() ? Contracts.check(refiner, settings, start.get(), data)
                : List.of("objection() must be empty for some model; it objects to those of every learner that is present: "
                        + refiner.objection(models(data).get(0), data, settings).map(ValidationError::message).orElse(""));
    }

    /** A model that a refiner accepts: one that need not be learned, or that of any learner. */
    private <S extends Record> Optional<Model> start(Refiner<S> refiner, S settings, Sequences data) {
        for (Model model : models(data)) {
            if (refiner.objection(model, data, settings).isEmpty()) {
                return Optional.of(model);
            }
        }
        for (ServiceOffer offer : catalogue.present(ServiceKind.LEARNER)) {
            if (offer.accepts().accepts(DataKind.of(data))) {
                try (PinnedServices pins = new PinnedServices(catalogue, holds)) {
                    Model model = learned((Learner<?>) pins.pin(offer), data);
                    if (model != null && refiner.objection(model, data, settings).isEmpty()) {
                        return Optional.of(model);
                    }
                } catch (RuntimeException | Error e) {
                    // The failure of another learner is no fault of this refiner.
                }
            }
        }
        return Optional.empty();
    }

    private static <S extends Record> Model learned(Learner<S> learner, Sequences data) {
        return learner.learn(data, Schema.of(learner.settings()).defaults(), new SeededRun(1));
    }

    private <S extends Record> List<String> source(DatasetSource<S> source, Stage stage) {
        S settings = settings(source, stage);
        try {
            source.load(settings, new SeededRun(1));
        } catch (IllegalArgumentException | IOException e) {
            if (RejectedNumbers.by(e)) {
                return List.of(RejectedNumbers.message("load()", e));
            }
            throw new IllegalArgumentException(stage + " cannot be tried: " + e.getMessage() + "; give settings that it can"
                    + " be tried with: check " + stage.name() + ":key=value,…", e);
        } catch (RuntimeException | Error e) {
            // Reported by the contract check that follows.
        }
        return Contracts.check(source, settings);
    }

    private <S extends Record> List<String> metric(Metric<S> metric, Stage stage, Sequences data) {
        S settings = settings(metric, stage);
        Dataset measured = Dataset.builder(data).test(data).build();
        return models(data).stream().flatMap(model -> Contracts.check(metric, settings, model, measured).stream()).distinct()
                .toList();
    }

    private static <S extends Record> S settings(Configurable<S> service, Stage stage) {
        return ChosenSettings.of(stage, service).settings();
    }
}
