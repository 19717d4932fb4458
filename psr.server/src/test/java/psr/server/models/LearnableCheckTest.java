package psr.server.models;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import psr.api.eval.Measure;
import psr.api.lab.AcceptedData;
import psr.api.lab.BundleVersion;
import psr.api.lab.Catalog;
import psr.api.lab.Experiments;
import psr.api.lab.Laboratory;
import psr.api.lab.ModelStore;
import psr.api.lab.Recipe;
import psr.api.lab.ServiceInfo;
import psr.api.lab.ServiceKind;
import psr.api.lab.Stage;
import psr.api.model.Model;
import psr.api.report.Judge;
import psr.api.settings.Option;
import psr.api.settings.Schema;
import psr.api.settings.Setting;
import psr.api.settings.ValidationException;
import psr.launcher.spi.PluginJars;
import psr.server.DataFolder;
import psr.server.LabServices;
import psr.server.TestLab;
import psr.server.data.DataPreview;
import psr.server.data.FileSettings;
import psr.server.data.UploadedFiles;
import psr.server.events.Events;
import psr.server.http.ProblemException;
import psr.server.store.Store;

class LearnableCheckTest {

    /** Models of this class have no format. */
    private interface Unsaved extends Model {}

    /** A data set that reads a file. */
    private record FromFile(@Option(required = true, help = "file") Path file) {}

    /** A laboratory without experiments. */
    private static final class SmallCatalogue implements Catalog {

        private static final BundleVersion BUNDLE = new BundleVersion("b", "1", "");

        @Override
        public List<ServiceInfo> present(ServiceKind kind) {
            return kind == ServiceKind.METRIC ? List.of(ServiceInfo.of(kind, "perplexity", "", "", AcceptedData.SYMBOLS, BUNDLE))
                    : List.of();
        }

        @Override
        public List<ServiceInfo> named(String name) {
            ServiceKind kind = name.equals("table") ? ServiceKind.DATASET : name.equals("polish") ? ServiceKind.REFINER
                    : ServiceKind.LEARNER;
            return List.of(ServiceInfo.of(kind, name, "", "", AcceptedData.SYMBOLS, BUNDLE));
        }

        @Override
        public List<Setting> settings(ServiceInfo service) {
            return service.kind() == ServiceKind.DATASET ? Schema.of(FromFile.class).settings() : List.of();
        }

        @Override
        public Optional<Class<? extends Model>> models(ServiceInfo service) {
            return service.name().equals("plain") ? Optional.of(Model.class) : Optional.of(Unsaved.class);
        }

        @Override
        public Map<String, Measure> measures(List<Stage> metrics) {
            return Map.of();
        }

        @Override
        public List<String> check(ServiceInfo service, Map<String, String> settings, Duration limit) {
            return List.of();
        }
    }

    @TempDir
    Path folder;
    private DataFolder data;
    private Store store;
    private DataPreview preview;
    private LearnableCheck check;
    private volatile IOException broken;
    private final CountDownLatch held = new CountDownLatch(1);
    private volatile boolean slow;

    private static <T> T fake(Class<T> type, Function<String, Object> answers) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type},
                (proxy, method, arguments) -> answers.apply(method.getName())));
    }

    @BeforeEach
    void open() throws Exception {
        data = DataFolder.open(folder);
        store = Store.open(Optional.empty(), folder);
        UploadedFiles files =
                new UploadedFiles(data, store, new Events(), new UploadedFiles.Limits(1000, 1000, Duration.ofDays(1)));
        Files.writeString(files.folder().resolve("a.csv"), "x,y\n1,2\n");
        files.recover();
        Laboratory laboratory =
                (Laboratory) Proxy.newProxyInstance(Laboratory.class.getClassLoader(), new Class<?>[] {Laboratory.class},
                        (proxy, method, arguments) -> {
                            if (!method.getName().equals("load")) {
                                return List.of();
                            }
                            if (slow) {
                                held.await();
                            }
                            if (broken != null) {
                                throw broken;
                            }
                            return null;
                        });
        ModelStore formats = (ModelStore) Proxy.newProxyInstance(ModelStore.class.getClassLoader(),
                new Class<?>[] {ModelStore.class},
                (proxy, method, arguments) -> method.getName().equals("kinds") ? List.of("hmm") : arguments[0] == Model.class);
        preview = new DataPreview(laboratory, files.folder(), Duration.ofSeconds(60));
        check = new LearnableCheck(new LabServices(laboratory,
                new TestLab().services(formats, folder).engine(), new SmallCatalogue(), fake(Experiments.class, name -> null),
                fake(PluginJars.class, name -> null), formats, fake(Judge.class, name -> null), List::of, List::of),
                new FileSettings(new SmallCatalogue(), files), preview);
    }

    @AfterEach
    void close() throws Exception {
        preview.close();
        store.close();
        data.close();
    }

    private void ask(String dataset, String recipe) throws Exception {
        check.check(Stage.parse(dataset), Recipe.parse(recipe), 1);
    }

    @Test
    void rejectsModelsWithoutAFormatByTheTypeOfTheLastStage() throws Exception {
        ProblemException refused = assertThrows(ProblemException.class, () -> ask("ring", "odd"));
        assertEquals(422, refused.problem().status());
        assertEquals("/recipe", refused.problem().refusals().get(0).place());
        assertTrue(refused.problem().detail().contains("odd makes " + Unsaved.class.getName()), refused.problem().detail());
        assertTrue(assertThrows(ProblemException.class, () -> ask("ring", "plain+polish")).problem().detail()
                .contains("polish makes"));
        ask("ring", "plain");
    }

    @Test
    void rejectsUnreadableDataWithoutThePathOfTheServer() throws Exception {
        ask("table:file=a.csv", "plain");
        broken = new IOException(data.folder("data").resolve("a.csv") + " has no column z");
        ValidationException refused = assertThrows(ValidationException.class, () -> ask("table:file=a.csv", "plain"));
        assertEquals("a.csv has no column z", refused.error().message());
        assertEquals("/dataset", refused.error().place());
        // Data sets that read no file are not loaded.
        ask("ring", "plain");
    }

    @Test
    void doesNotWaitForLargeFiles() throws Exception {
        slow = true;
        broken = new IOException("never seen");
        preview.check(Stage.parse("table:file=a.csv"), 1, Duration.ofMillis(50));
    }
}
