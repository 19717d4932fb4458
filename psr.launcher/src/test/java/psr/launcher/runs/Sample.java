package psr.launcher.runs;

import java.util.List;

import psr.api.lab.Experiment;
import psr.api.lab.Recipe;
import psr.api.lab.Stage;
import psr.launcher.experiments.Plan;
import psr.launcher.lab.Fakes;
import psr.launcher.lab.Kind;
import psr.launcher.lab.Lab;

/** A small laboratory and a small experiment for it. */
public final class Sample {

    private Sample() {}

    public static Lab lab() {
        return new Lab(Fakes.catalogue(Fakes.offer(Kind.DATASET, "coins", new Fakes.Coins()),
                Fakes.offer(Kind.LEARNER, "mean", new Fakes.Mean()),
                Fakes.offer(Kind.REFINER, "climb", new Fakes.Climb()),
                Fakes.offer(Kind.REFINER, "hop", new Fakes.Hop()),
                Fakes.offer(Kind.METRIC, "level", new Fakes.Level())), null);
    }

    public static Plan plan(int trials, String... recipes) {
        Experiment experiment = new Experiment("sample", Stage.parse("coins"),
                List.of(recipes).stream().map(Recipe::parse).toList(), Stage.parseList("level"), trials, 1, 1);
        return new Plan(experiment, "a sample", List.of(), List.of());
    }
}
