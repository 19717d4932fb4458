package psr.shell.console;

import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import psr.shell.command.Usage;
import psr.shell.command.Usage.Kind;

/** A completion script for Bash, generated from the declarations of the commands; zsh reads it with bashcompinit. */
final class CompletionScript {

    /** The kinds of words that can be files or folders. */
    private static final Set<Kind> FILES = EnumSet.of(Kind.FILE, Kind.FOLDER, Kind.EXPERIMENT, Kind.FILE_OR_DATASET,
            Kind.MODEL_OR_DATASET);

    private final Collection<Usage> usages;
    private final Function<Kind, List<String>> words;

    /** @param words what can be typed for a kind, apart from files */
    CompletionScript(Collection<Usage> usages, Function<Kind, List<String>> words) {
        this.usages = usages;
        this.words = words;
    }

    List<String> lines(boolean zsh) {
        List<String> lines = new ArrayList<>();
        lines.add("# Completion of psr: source <(./psr completion " + (zsh ? "zsh" : "bash") + ")");
        if (zsh) {
            lines.add("autoload -U +X bashcompinit && bashcompinit");
        }
        lines.addAll(List.of("_psr() {",
                "    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} words= files=",
                "    if [ \"$COMP_CWORD\" -eq 1 ]; then",
                "        COMPREPLY=($(compgen -W " + quoted(usages.stream().map(Usage::command).sorted().toList())
                        + " -- \"$cur\"))",
                "        return",
                "    fi",
                "    case \"${COMP_WORDS[1]} $prev\" in"));
        for (Usage usage : usages) {
            for (Usage.Part option : usage.options()) {
                if (!option.flag()) {
                    lines.add("        '" + usage.command() + " --" + option.name() + "') " + values(Stream.of(option)) + " ;;");
                }
            }
        }
        lines.addAll(List.of("        *) case \"$cur ${COMP_WORDS[1]}\" in"));
        for (Usage usage : usages) {
            List<String> options = usage.options().stream().map(option -> "--" + option.name()).toList();
            if (!options.isEmpty()) {
                lines.add("            --*' " + usage.command() + "') words=" + quoted(options) + " ;;");
            }
            lines.add("            *' " + usage.command() + "') " + values(usage.arguments().stream()) + " ;;");
        }
        lines.addAll(List.of("        esac ;;", "    esac",
                "    COMPREPLY=($(compgen -W \"$words\" -- \"$cur\"))",
                "    if [ -n \"$files\" ]; then COMPREPLY+=($(compgen -f -- \"$cur\")); fi",
                "}",
                "complete -o filenames -F _psr psr ./psr"));
        return lines;
    }

    private String values(Stream<Usage.Part> parts) {
        List<Usage.Part> all = parts.toList();
        List<String> offered =
                all.stream().flatMap(part -> (part.choices().isEmpty() ? words.apply(part.kind()) : part.choices()).stream())
                        .distinct().sorted().toList();
        return "words=" + quoted(offered)
                + (all.stream().anyMatch(part -> part.choices().isEmpty() && FILES.contains(part.kind()))
                        ? " files=1" : "");
    }

    /** Names have letters, digits and dashes, so quotes suffice. */
    private static String quoted(Collection<String> words) {
        return words.stream().filter(word -> word.matches("[A-Za-z0-9_-]+")).collect(Collectors.joining(" ", "'", "'"));
    }
}
