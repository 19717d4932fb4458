package psr.shell.experiments;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.component.annotations.ReferencePolicyOption;

import psr.api.lab.Difference;
import psr.api.lab.Experiment;
import psr.api.lab.Laboratory;
import psr.api.lab.Recipe;
import psr.api.lab.Results;
import psr.api.report.ClaimComparison;
import psr.api.report.Comparer;
import psr.api.report.Comparison;
import psr.shell.command.CommandFailedException;
import psr.shell.command.Format;
import psr.shell.command.Invocation;
import psr.shell.command.Output;
import psr.shell.command.Records;
import psr.shell.command.ShellCommand;
import psr.shell.text.Numbers;
import psr.shell.text.Table;

/** {@code compare}: compares two runs. */
@Component(service = ShellCommand.class, property = {"osgi.command.scope=psr", "osgi.command.function=compare"})
public final class CompareCommand extends ShellCommand {

    private final Laboratory laboratory;

    /** The comparison service; may change at any time. */
    @Reference(cardinality = ReferenceCardinality.OPTIONAL, policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    private volatile Comparer comparer;

    @Activate
    public CompareCommand(@Reference Laboratory laboratory) {
        super("compare");
        this.laboratory = laboratory;
    }

    CompareCommand(Laboratory laboratory, Comparer comparer) {
        this(laboratory);
        this.comparer = comparer;
    }

    @Override
    public void run(Invocation call) throws IOException {
        List<String> words = call.arguments().words(2, 2, "two run folders, for example: compare runs/a runs/b");
        Comparer present = comparer;
        if (present == null) {
            throw new CommandFailedException("no comparison service is present: is psr.eval installed?");
        }
        Results left = laboratory.open(call.path(words.get(0))).results();
        Results right = laboratory.open(call.path(words.get(1))).results();
        Experiment one = left.experiment();
        Experiment other = right.experiment();
        if (one.seed() != other.seed() || !one.dataset().equals(other.dataset())) {
            call.output().remark("the pairs have different data: " + one.dataset() + " with seed " + one.seed() + ", "
                    + other.dataset() + " with seed " + other.seed());
        }
        onlyIn(words.get(0), one, other, call.output());
        onlyIn(words.get(1), other, one, call.output());
        List<Comparison> rows = present.compare(left, right);
        if (rows.isEmpty()) {
            throw new IllegalArgumentException("two runs must have a recipe and a measure in common; " + words.get(0)
                    + " and " + words.get(1) + " have none");
        }
        if (rows.stream().allMatch(row -> row.difference().trials() == 0)) {
            throw new IllegalArgumentException(
                    "two runs must have trials in common for paired differences; " + words.get(0) + " and "
                            + words.get(1) + " have none");
        }
        Format format = call.arguments().format(Format.TEXT);
        Records table = new Records(List.of("recipe", "measure", "first", "second", "first − second", "stderr", "lower", "higher",
                "trials"));
        for (Comparison row : rows) {
            Difference difference = row.difference();
            table.add(List.of(row.label(), row.measure(), row.left(), row.right(), difference.mean(), difference.stderr(),
                    difference.below(), difference.above(), difference.trials()));
        }
        call.output().print(table.lines(format));
        List<ClaimComparison> claims = present.compareClaims(left, right);
        if (!claims.isEmpty() && format == Format.TEXT) {
            call.output().print(List.of("", "claims that both runs judge; first − second counts in the claimed direction, and"
                    + " assumes that their trials are independent"));
            call.output().print(claims(claims).lines());
        }
    }

    private static Table claims(List<ClaimComparison> claims) {
        Table table = new Table(false, List.of("larger in", "corrected", "claim", "first", "second", "first − second",
                "in words"));
        for (ClaimComparison each : claims) {
            table.add(word(each.larger()), each.corrected() == each.larger() ? "same" : word(each.corrected()),
                    each.claim().id(), Numbers.text(each.left().mean(), each.left().stderr()),
                    Numbers.text(each.right().mean(), each.right().stderr()), Numbers.text(each.mean(), each.stderr()),
                    each.claim().words());
        }
        return table;
    }

    private static String word(ClaimComparison.Larger larger) {
        return larger.name().toLowerCase(Locale.ROOT);
    }

    /** Reports what cannot be compared. */
    private static void onlyIn(String folder, Experiment here, Experiment there, Output output) {
        Set<String> known = there.recipes().stream().map(Recipe::label).collect(Collectors.toSet());
        List<String> alone = here.recipes().stream().map(Recipe::label).filter(label -> !known.contains(label)).toList();
        if (!alone.isEmpty()) {
            output.remark("only in " + folder + ", not compared: " + String.join(", ", alone));
        }
    }
}
