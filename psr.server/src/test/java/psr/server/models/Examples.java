package psr.server.models;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

import psr.api.data.Alphabet;
import psr.api.lab.LearnedModel;
import psr.api.lab.ModelDescription;
import psr.api.lab.ModelStore;
import psr.api.linear.Hmm;

/** An example model, and a store that holds models in memory instead of writing their numbers. */
final class Examples {

    private Examples() {}

    /** Two states: one emits mostly a, the other mostly b; both may end the sequence. */
    static LearnedModel model() {
        Alphabet alphabet = Alphabet.of(List.of("a", "b")).withEnd("<end>");
        return LearnedModel.builder(new Hmm(alphabet, new double[] {.75, .25}, new double[][] {{.5, .5}, {.25, .75}},
                new double[][] {{.75, .125, .125}, {.125, .75, .125}})).recipe("em").provenance("seed", "1").build();
    }

    static LoadedModel opened() {
        return new LoadedModel("m", model());
    }

    /** How often each file was loaded. */
    static final class CountingStore {

        final AtomicInteger loads = new AtomicInteger();
        private final Map<Path, LearnedModel> models = new LinkedHashMap<>();

        ModelStore store() {
            return (ModelStore) Proxy.newProxyInstance(ModelStore.class.getClassLoader(), new Class<?>[] {ModelStore.class},
                    (proxy, method, arguments) -> answer(method.getName(), arguments));
        }

        private synchronized Object answer(String method, Object[] arguments) throws IOException {
            return switch (method) {
                case "save" -> {
                    Files.writeString((Path) arguments[0], "saved");
                    models.put((Path) arguments[0], (LearnedModel) arguments[1]);
                    yield null;
                }
                case "load" -> {
                    loads.incrementAndGet();
                    LearnedModel model = models.get(arguments[0]);
                    if (model == null) {
                        throw new IOException(arguments[0] + " is no model");
                    }
                    yield model;
                }
                case "describe" -> description();
                default -> throw new UncheckedIOException(new IOException(method));
            };
        }

        private static ModelDescription description() {
            return (ModelDescription) Proxy.newProxyInstance(ModelDescription.class.getClassLoader(),
                    new Class<?>[] {ModelDescription.class},
                    (proxy, method, arguments) -> method.getName().equals("kind") ? "hmm" : null);
        }
    }
}
