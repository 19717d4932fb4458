package psr.launcher.use;

import java.nio.file.Path;
import java.util.List;

import psr.api.model.Model;
import psr.launcher.models.ModelFiles;
import psr.launcher.models.SavedModel;
import psr.launcher.shell.Arguments;

/**
 * What {@code predict} and {@code score} begin with: a model, and the lines it is applied to.
 *
 * @param model the model of the first word
 * @param symbols reads a line as the model was taught to read
 * @param file the lines; null for standard input
 */
record ModelAndLines(Model model, Symbols symbols, Path file) {

    /** @throws IllegalArgumentException if something typed is wrong, or the first word is no model */
    static ModelAndLines of(String command, Arguments arguments, ModelFiles files) {
        Unknown unknown = Choice.of(arguments, "unknown", Unknown.ERROR);
        Path file = file(command, arguments);
        SavedModel saved = UseCommands.load(files, arguments.words().get(0));
        return new ModelAndLines(saved.model(), new Symbols(saved.model().alphabet(),
                Notation.of(saved.file().provenance(), arguments.text("separator")), unknown), file);
    }

    private static Path file(String command, Arguments arguments) {
        List<String> words = arguments.words();
        if (words.isEmpty() || words.size() > 2) {
            throw new IllegalArgumentException(command + " needs a model file and at most one file of lines, for example: "
                    + command + " model.json new.txt; found " + (words.isEmpty() ? "nothing" : String.join(" ", words)));
        }
        return words.size() == 1 || words.get(1).equals("-") ? null : Path.of(words.get(1));
    }
}
