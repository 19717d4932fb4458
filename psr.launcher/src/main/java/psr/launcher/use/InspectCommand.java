package psr.launcher.use;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Collectors;

import psr.api.data.Alphabet;
import psr.api.data.Seeds;
import psr.api.data.Sequences;
import psr.api.data.TrainingData;
import psr.api.lab.Stage;
import psr.api.model.Model;
import psr.api.model.Repair;
import psr.api.model.Sampler;
import psr.api.report.Inspector;
import psr.api.source.Dataset;
import psr.api.store.Tensor;
import psr.launcher.lab.Catalogue;
import psr.launcher.lab.Kind;
import psr.launcher.lab.Lab;
import psr.launcher.models.ModelFile;
import psr.launcher.models.ModelFiles;
import psr.launcher.models.SavedModel;
import psr.launcher.shell.Arguments;

/** {@code inspect}: what a model file holds, in words. */
final class InspectCommand {

    static final List<String> HELP = List.of(
            "inspect MODEL",
            "",
            "Says in words what a model file holds: kind, alphabet, sizes, spectrum where it has one, how healthy it is on",
            "sequences of its own, and where it is from.");
    /** What the model is tried on: so many sequences of so many symbols, drawn from itself. */
    private static final int SEQUENCES = 50;
    private static final int LENGTH = 100;
    private static final int SHOWN = 20;

    private final Lab lab;
    private final Catalogue catalogue;
    private final ModelFiles files;
    private final List<Inspector> inspectors;

    InspectCommand(Lab lab, Catalogue catalogue, ModelFiles files, List<Inspector> inspectors) {
        this.lab = lab;
        this.catalogue = catalogue;
        this.files = files;
        this.inspectors = inspectors;
    }

    List<String> lines(String[] typed) {
        String file = Arguments.parse("inspect", typed, List.of()).only("one model file, for example: inspect model.json");
        SavedModel saved = UseCommands.load(files, file);
        List<String> lines = new ArrayList<>();
        ModelFile content = saved.file();
        lines.add("a model of kind " + content.stored().kind() + (content.recipe().isEmpty() ? ""
                : ", made by " + content.recipe()));
        lines.add("alphabet: " + alphabet(saved.model().alphabet()));
        lines.add("numbers: " + sizes(content.stored().tensors()));
        for (Inspector inspector : inspectors) {
            try {
                lines.addAll(inspector.inspect(saved.model()));
            } catch (RuntimeException | LinkageError e) {
                lines.add("an inspector failed: " + e);
            }
        }
        lines.addAll(health(saved.model()));
        lines.addAll(provenance(content.provenance()));
        return lines;
    }

    private static String alphabet(Alphabet alphabet) {
        List<String> names = alphabet.names();
        return alphabet.size() + " symbols" + (alphabet.end().isPresent()
                ? ", of which " + alphabet.name(alphabet.end().getAsInt()) + " ends a sequence" : ", without an end") + ": "
                + String.join(", ", names.subList(0, Math.min(SHOWN, names.size()))) + (names.size() > SHOWN ? ", …" : "");
    }

    private static String sizes(Map<String, Tensor> tensors) {
        long all = tensors.values().stream().mapToLong(tensor -> tensor.values().length).sum();
        return all + " in all: " + tensors.entrySet().stream().map(each -> each.getKey() + " "
                + Arrays.stream(each.getValue().shape()).mapToObj(Integer::toString).collect(Collectors.joining("×")))
                .collect(Collectors.joining(", "));
    }

    private List<String> health(Model model) {
        List<Stage> metrics = catalogue.present(Kind.METRIC).stream().map(offer -> offer.name())
                .filter(List.of("perplexity", "health")::contains).map(Stage::parse).toList();
        if (metrics.isEmpty()) {
            return List.of();
        }
        Sampler sampler = new Sampler(model, Repair.ABSOLUTE, new SplittableRandom(Seeds.derive(1, "inspect")));
        Sequences.Builder closed = new Sequences.Builder();
        // A sequence that was cut before its end is closed: data over an alphabet with an end must be.
        for (int i = 0; i < SEQUENCES; i++) {
            int[] sequence = sampler.draw(LENGTH);
            model.alphabet().end().ifPresent(end -> sequence[sequence.length - 1] = end);
            closed.add(sequence);
        }
        Sequences own = closed.build();
        return Health.words(lab.measure(model, Dataset.builder(TrainingData.of(model.alphabet(), own)).test(own)
                .origin("drawn from the model").build(), metrics), "on " + own + " drawn from itself");
    }

    private static List<String> provenance(Map<String, String> provenance) {
        Map<String, String> known = new LinkedHashMap<>(provenance);
        List<String> lines = new ArrayList<>();
        known.forEach((name, value) -> lines.add(name + ": " + value));
        return lines.isEmpty() ? List.of("the file does not say where it is from") : lines;
    }
}
