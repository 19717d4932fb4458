package psr.launcher.models;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import psr.api.contract.Contracts;
import psr.api.data.Alphabet;
import psr.api.data.Symbols;
import psr.api.lab.LearnedModel;
import psr.api.linear.Features;
import psr.api.linear.Guard;
import psr.api.linear.Hmm;
import psr.api.linear.LinearPsr;
import psr.api.model.Model;
import psr.api.model.SymbolFilter;
import psr.api.store.ModelFormat;
import psr.api.store.ModelFormats;
import psr.api.store.StoredModel;
import psr.api.store.Tensor;

/** Models to save. */
final class Samples {

    static final Map<String, String> PROVENANCE = new LinkedHashMap<>();

    static {
        PROVENANCE.put(LearnedModel.DATASET, "ring");
        PROVENANCE.put(LearnedModel.DATA_SHA256, "ab12");
        PROVENANCE.put(LearnedModel.SEED, "7");
        PROVENANCE.put(LearnedModel.BUNDLES, "psr.spectral 1.0.0");
    }

    private Samples() {}

    static LearnedModel learned(Model model) {
        return LearnedModel.builder(model).build();
    }

    static LearnedModel learned(Model model, String recipe, Map<String, String> provenance) {
        return LearnedModel.builder(model).recipe(recipe).provenance(provenance).build();
    }

    /** A linear PSR whose guard acts at some steps. */
    static LinearPsr psr() {
        Symbols data = Contracts.sample(40, 9);
        return Contracts.sampleModel().toLinearPsr(Features.seenIn(data, 2))
                .with(Guard.below(new double[] {.1, .5, .3}, new double[] {.2, .3, .5}));
    }

    static Hmm hmmWithEnd() {
        return new Hmm(Alphabet.of(List.of("a", "ü")).withEnd("."), new double[] {1, 0},
                new double[][] {{.7, .3}, {0, 1}}, new double[][] {{.9, .1, 0}, {0, 0, 1}});
    }

    /** All scores along some sequences, one and two steps ahead. */
    static double[] trace(Model model) {
        int n = model.space().size();
        Symbols sequences = Contracts.sample(20, 9);
        double[] trace = new double[sequences.total() * 2 * n];
        double[] scores = new double[n];
        int at = 0;
        SymbolFilter filter = SymbolFilter.of(model);
        for (int i = 0; i < sequences.count(); i++) {
            filter.reset();
            for (int symbol : sequences.copy(i)) {
                for (int ahead = 1; ahead <= 2; ahead++) {
                    filter.scores(ahead, scores);
                    System.arraycopy(scores, 0, trace, at, n);
                    at += n;
                }
                filter.update(symbol % n);
            }
        }
        return trace;
    }

    /** The model of a third party: always the same scores. */
    record Constant(Alphabet space, double[] values) implements Model {

        Constant(double... values) {
            this(Alphabet.of(List.of("a", "b", "c")), values);
        }

        Constant(Alphabet alphabet, double value) {
            this(alphabet, new double[] {value});
        }

        @Override
        public SymbolFilter filter() {
            return new SymbolFilter() {
                @Override
                public void reset() {
                    // stateless
                }

                @Override
                public void update(int symbol) {
                    Objects.checkIndex(symbol, space.size());
                }

                @Override
                public void scores(int ahead, double[] into) {
                    Arrays.fill(into, values[0]);
                }

                @Override
                public SymbolFilter copy() {
                    return filter();
                }
            };
        }
    }

    /** The model format of a third party. */
    static class Format implements ModelFormat<Constant> {

        @Override
        public String kind() {
            return "constant";
        }

        @Override
        public Class<Constant> type() {
            return Constant.class;
        }

        @Override
        public StoredModel store(Constant model, ModelFormats formats) {
            return StoredModel.builder(kind(), model.space()).word("note", "ü")
                    .tensor("values", Tensor.vector(model.values())).tensor("none", Tensor.of(new double[0], 3, 0)).build();
        }

        @Override
        public Constant restore(StoredModel stored, ModelFormats formats) {
            stored.word("note");
            stored.tensor("none").rows();
            return new Constant(stored.space().as(Alphabet.class), stored.tensor("values").values());
        }
    }

    /** A mixture with constant weights; its models may be mixtures, too. */
    record Mixture(double[] weights, List<Model> models) implements Model {

        @Override
        public Alphabet space() {
            return models.get(0).space().as(Alphabet.class);
        }

        @Override
        public SymbolFilter filter() {
            return new Blend(models.stream().map(SymbolFilter::of).toList());
        }

        private final class Blend implements SymbolFilter {

            private final List<SymbolFilter> filters;

            private Blend(List<SymbolFilter> filters) {
                this.filters = filters;
            }

            @Override
            public void reset() {
                filters.forEach(SymbolFilter::reset);
            }

            @Override
            public void update(int symbol) {
                filters.forEach(filter -> filter.update(symbol));
            }

            @Override
            public void scores(int ahead, double[] into) {
                double[] sum = new double[into.length];
                for (int i = 0; i < weights.length; i++) {
                    filters.get(i).scores(ahead, into);
                    for (int o = 0; o < sum.length; o++) {
                        sum[o] += weights[i] * into[o];
                    }
                }
                System.arraycopy(sum, 0, into, 0, sum.length);
            }

            @Override
            public SymbolFilter copy() {
                return new Blend(filters.stream().map(SymbolFilter::copy).toList());
            }
        }
    }

    /** The format of a third party for mixtures of any models. */
    static class MixtureFormat implements ModelFormat<Mixture> {

        @Override
        public String kind() {
            return "mixture";
        }

        @Override
        public Class<Mixture> type() {
            return Mixture.class;
        }

        @Override
        public StoredModel store(Mixture model, ModelFormats formats) {
            StoredModel.Builder stored = StoredModel.builder(kind(), model.space().as(Alphabet.class))
                    .tensor("weights", Tensor.vector(model.weights()));
            for (int i = 0; i < model.weights().length; i++) {
                stored.part("model-" + i, formats.store(model.models().get(i)));
            }
            return stored.build();
        }

        @Override
        public Mixture restore(StoredModel stored, ModelFormats formats) {
            double[] weights = stored.tensor("weights").values();
            List<Model> models = new ArrayList<>();
            for (int i = 0; i < weights.length; i++) {
                models.add(formats.restore(stored.part("model-" + i)));
            }
            return new Mixture(weights, models);
        }
    }

    /** A mixture of every kind of model, one of them a mixture. */
    static Mixture mixture() {
        return new Mixture(new double[] {.2, .3, .5}, List.of(psr(), Contracts.sampleModel(),
                new Mixture(new double[] {.4, .6}, List.of(new Constant(1.0 / 3), Contracts.sampleModel()))));
    }
}
