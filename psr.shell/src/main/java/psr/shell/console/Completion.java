package psr.shell.console;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

import org.jline.reader.Candidate;
import org.jline.reader.Completer;
import org.jline.reader.LineReader;
import org.jline.reader.ParsedLine;

import psr.api.lab.Catalog;
import psr.api.lab.ServiceInfo;
import psr.api.lab.ServiceKind;
import psr.api.settings.Setting;
import psr.shell.command.Usage;

/** Tab completion of the interactive shell: commands, options, names, settings and their values, files. */
final class Completion implements Completer {

    private static final List<String> MODELS = List.of(".json", ".npz");

    /**
     * Creates the completion.
     *
     * @param commands the names of the laboratory's commands
     * @param scoped all commands with their scope
     * @param usage the usage of a laboratory command
     * @param presets the names of the presets
     * @param folder the current folder
     */
    record Sources(Supplier<Collection<String>> commands, Supplier<Collection<String>> scoped,
            Function<String, Optional<Usage>> usage, Catalog catalogue, Supplier<List<String>> presets,
            Supplier<Path> folder) {}

    private final Sources sources;

    Completion(Sources sources) {
        this.sources = sources;
    }

    @Override
    public void complete(LineReader reader, ParsedLine line, List<Candidate> candidates) {
        for (String text : offers(line.words(), line.wordIndex(), line.word().substring(0, line.wordCursor()))) {
            // A name or a value may continue; only a blank typed by the user ends the word.
            boolean whole = line.wordIndex() == 0 || text.startsWith("--") && !text.contains("=");
            candidates.add(new Candidate(text, text, null, null, null, null, whole && !text.endsWith(":")));
        }
    }

    /**
     * The candidates at a position.
     *
     * @param words the words of the command, its name first
     * @param at the index of the word to complete
     * @param typed that word up to the cursor
     */
    List<String> offers(List<String> words, int at, String typed) {
        if (at == 0) {
            return commands(typed);
        }
        String name = words.get(0).startsWith("psr:") ? words.get(0).substring("psr:".length()) : words.get(0);
        Optional<Usage> usage = sources.usage().apply(name);
        if (usage.isEmpty()) {
            return files(typed, any -> true);
        }
        if (typed.startsWith("--")) {
            int equals = typed.indexOf('=');
            if (equals < 0) {
                return usage.get().options().stream().map(option -> "--" + option.name())
                        .filter(option -> option.equals(typed) || !words.contains(option)).toList();
            }
            String before = typed.substring(0, equals + 1);
            return usage.get().option(typed.substring(2, equals))
                    .map(option -> values(option, typed.substring(equals + 1)).stream().map(before::concat).toList())
                    .orElse(List.of());
        }
        Optional<Usage.Part> option = valued(usage.get(), words.get(at - 1));
        if (option.isPresent()) {
            return values(option.get(), typed);
        }
        int place = 0;
        for (int i = 1; i < at; i++) {
            if (valued(usage.get(), words.get(i)).isPresent()) {
                i++;
            } else if (!words.get(i).startsWith("--")) {
                place++;
            }
        }
        List<Usage.Part> arguments = usage.get().arguments();
        if (place >= arguments.size() && !arguments.isEmpty() && arguments.get(arguments.size() - 1).repeated()) {
            place = arguments.size() - 1;
        }
        return place < arguments.size() ? values(arguments.get(place), typed) : List.of();
    }

    /** The option that a word names, if it takes a value. */
    private static Optional<Usage.Part> valued(Usage usage, String word) {
        return word.startsWith("--") && word.indexOf('=') < 0
                ? usage.option(word.substring(2)).filter(option -> !option.flag()) : Optional.empty();
    }

    private List<String> commands(String typed) {
        List<String> offers = new ArrayList<>(sources.commands().get());
        if (!typed.isEmpty()) {
            sources.scoped().get().stream().filter(name -> name.startsWith(typed)).forEach(offers::add);
        }
        return offers;
    }

    private List<String> values(Usage.Part part, String typed) {
        if (!part.choices().isEmpty()) {
            return part.choices();
        }
        List<String> offers = new ArrayList<>();
        switch (part.kind()) {
            case DATASET -> offers.addAll(stage("", typed, ServiceKind.DATASET));
            case RECIPE -> offers.addAll(recipe(typed));
            case METRICS -> offers.addAll(metrics(typed));
            case SERVICE -> offers.addAll(names());
            case COMMAND -> offers.addAll(commands(typed));
            case FILE -> offers.addAll(files(typed, any -> true));
            case FOLDER -> offers.addAll(files(typed, any -> false));
            case EXPERIMENT -> {
                offers.addAll(sources.presets().get());
                offers.addAll(stage("", typed, ServiceKind.DATASET));
                offers.addAll(files(typed, file -> file.endsWith(".json")));
            }
            case FILE_OR_DATASET -> {
                offers.addAll(files(typed, any -> true));
                offers.addAll(stage("", typed, ServiceKind.DATASET));
            }
            case MODEL_OR_DATASET -> {
                offers.addAll(files(typed, file -> MODELS.stream().anyMatch(file::endsWith)));
                offers.addAll(stage("", typed, ServiceKind.DATASET));
            }
            default -> {
            }
        }
        return offers.stream().distinct().toList();
    }

    private List<String> names() {
        return Arrays.stream(ServiceKind.values()).flatMap(kind -> sources.catalogue().present(kind).stream())
                .map(ServiceInfo::name).distinct().sorted().toList();
    }

    /** Completes stages joined by +: a learner first, then refiners; after a / another model. */
    List<String> recipe(String typed) {
        int joint = Math.max(typed.lastIndexOf('+'), typed.lastIndexOf('/'));
        String before = typed.substring(0, joint + 1);
        String stage = typed.substring(joint + 1);
        if (joint >= 0 && typed.charAt(joint) == '+') {
            return stage(before, stage, ServiceKind.REFINER);
        }
        List<String> offers = new ArrayList<>(stage(before, stage, ServiceKind.LEARNER));
        offers.addAll(stage(before, stage, ServiceKind.COMBINER));
        return offers;
    }

    /** Completes metrics separated by commas; after a comma a setting of the last metric may follow, too. */
    List<String> metrics(String typed) {
        int comma = typed.lastIndexOf(',');
        List<String> words = new ArrayList<>(stage(typed.substring(0, comma + 1), typed.substring(comma + 1),
                ServiceKind.METRIC));
        int colon = typed.lastIndexOf(':');
        if (colon >= 0 && colon < comma) {
            int from = typed.lastIndexOf(',', colon) + 1;
            words.addAll(stage(typed.substring(0, from), typed.substring(from), ServiceKind.METRIC));
        }
        return words;
    }

    /** Completes one stage: its name, settings after the colon, values after =. */
    List<String> stage(String before, String typed, ServiceKind kind) {
        int colon = typed.indexOf(':');
        if (colon < 0) {
            return sources.catalogue().present(kind).stream().map(service -> before + service.name()).toList();
        }
        String name = typed.substring(0, colon);
        int from = Math.max(colon, typed.lastIndexOf(',')) + 1;
        String left = before + typed.substring(0, from);
        String setting = typed.substring(from);
        int equals = setting.indexOf('=');
        List<String> words = new ArrayList<>();
        for (Setting known : settings(kind, name)) {
            if (equals < 0) {
                words.add(left + known.name() + "=");
            } else if (known.name().equals(setting.substring(0, equals))) {
                values(known, setting.substring(equals + 1)).forEach(value -> words.add(left + known.name() + "=" + value));
            }
        }
        return words;
    }

    private List<String> values(Setting setting, String typed) {
        if (setting.kind() == Setting.Kind.FILE) {
            return files(typed, any -> true);
        }
        if (!setting.choices().isEmpty()) {
            return setting.choices();
        }
        return setting.required() ? List.of() : List.of(setting.defaultValue());
    }

    private List<Setting> settings(ServiceKind kind, String name) {
        for (ServiceInfo service : sources.catalogue().present(kind)) {
            if (service.name().equals(name)) {
                try {
                    return sources.catalogue().settings(service);
                } catch (IllegalArgumentException e) {
                    return List.of(); // it cannot be started: `describe` shows why
                }
            }
        }
        return List.of();
    }

    /** Files that begin as typed, folders with a slash at the end; only files that the kind accepts. */
    List<String> files(String typed, Predicate<String> wanted) {
        int slash = typed.lastIndexOf('/');
        String before = typed.substring(0, slash + 1);
        String begin = typed.substring(slash + 1);
        List<String> found = new ArrayList<>();
        try {
            Path folder = before.startsWith("~/") ? Path.of(System.getProperty("user.home"), before.substring(2))
                    : sources.folder().get().resolve(before);
            try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
                for (Path file : files) {
                    String name = file.getFileName().toString();
                    boolean hidden = name.startsWith(".") && !begin.startsWith(".");
                    if (!hidden && name.startsWith(begin) && (Files.isDirectory(file) || wanted.test(name))) {
                        found.add(before + name + (Files.isDirectory(file) ? "/" : ""));
                    }
                }
            }
        } catch (IOException | InvalidPathException | DirectoryIteratorException e) {
            return List.of(); // no such folder, or not readable: no candidates
        }
        found.sort(null);
        return found;
    }
}
