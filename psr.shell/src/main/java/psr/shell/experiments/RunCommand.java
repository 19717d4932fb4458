package psr.shell.experiments;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

import psr.api.lab.Catalog;
import psr.api.lab.Claim;
import psr.api.lab.Experiment;
import psr.api.lab.Experiments;
import psr.api.lab.RunOptions;
import psr.api.lab.Shard;
import psr.api.lab.Submission;
import psr.api.settings.ValidationException;
import psr.launcher.spi.Engine;
import psr.shell.cluster.ClusterAccess;
import psr.shell.command.Invocation;
import psr.shell.command.Output;
import psr.shell.command.ShellCommand;
import psr.shell.command.Usage;

/** {@code run}: compares recipes on a data set. */
@Component(service = ShellCommand.class, property = {"osgi.command.scope=psr", "osgi.command.function=run"})
public final class RunCommand extends ShellCommand {

    private static final Usage USAGE = ClusterAccess.withCluster(Usage
            .of(Usage.Topic.EXPERIMENTS, "run", "compares recipes on a data set, or runs a preset or an experiment file")
            .synopsis("run DATASET RECIPE…   compares recipes; results are saved with --out only",
                    "run PRESET            an experiment that comes with the lab: see presets",
                    "run FILE.json         an experiment of your own: see docs/EXPERIMENTS.md")
            .says("Learns with every recipe in every trial, measures on the test part, prints means and judges the claims.",
                    "A preset or a file is saved in runs/NAME-DATE-TIME, from where resume DIR continues it.")
            .takes("DATASET", Usage.Kind.EXPERIMENT,
                    "name:key=value,key=value          for example ring, sequences:train=a.txt,test=b.txt")
            .takes("RECIPE…", Usage.Kind.RECIPE,
                    "a learner, then refiners after +  for example 2sr, 2sr:rank=40+ig:horizon=5")
            .option("out", "DIR", Usage.Kind.FOLDER, "a new folder for the results")
            .option("threads", "N", Usage.Kind.TEXT, "trials in parallel; does not change results (all processors)")
            .option("shard", "I/N", Usage.Kind.TEXT,
                    "only the I-th of N shards of the trials, for batch systems: each shard has a folder of its own, and the\n"
                            + "same command continues a killed shard; merge merges the shards")
            .option("limit", "SECONDS", Usage.Kind.TEXT,
                    "time limit of a stage in seconds; a recipe with a slower stage fails, the others continue")
            .heading("These replace settings of the preset or the file:")
            .option("trials", "N", Usage.Kind.TEXT, "independent repetitions, each with its own data (3)")
            .option("seed", "N", Usage.Kind.TEXT, "seed of all randomness (1)")
            .option("metrics", "a,b", Usage.Kind.METRICS, "what to measure (pnll,ospa)")
            .option("every", "N", Usage.Kind.TEXT,
                    "measure every N-th iteration, the first and the last (1)")
            .option("rates", "R,R", Usage.Kind.TEXT,
                    "1e-4,1e-3,1e-2: candidates for the rate of each recipe's last stage, chosen first by\n"
                            + "preliminary trials on training data only")
            .option("rates-by", "MEASURE", Usage.Kind.TEXT,
                    "the measure that chooses the rates, for example ospa.features (pnll.operators)")
            .option("rates-trials", "N", Usage.Kind.TEXT, "number of preliminary trials (3)")
            .option("dataset", "DATASET", Usage.Kind.DATASET, "another data set")
            .option("recipes", "\"R R\"", Usage.Kind.TEXT, "replaces the recipes; separated by blanks: \"2sr 2sr+ig\"")
            .option("claims", "ID,ID", Usage.Kind.TEXT, "claims to judge, or none")
            .option("name", "TEXT", Usage.Kind.TEXT, "name of the run")
            .option("description", "TEXT", Usage.Kind.TEXT, "description of the run")
            .heading("Other machines:"));
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT);

    private final Engine engine;
    private final Experiments experiments;
    private final Catalog catalogue;
    private final ClusterAccess cluster;

    /** For this laboratory. */
    @Activate
    public RunCommand(@Reference Engine engine, @Reference Experiments experiments, @Reference Catalog catalogue,
            @Reference ClusterAccess cluster) {
        this.engine = engine;
        this.experiments = experiments;
        this.catalogue = catalogue;
        this.cluster = cluster;
    }

    @Override
    public Usage usage() {
        return USAGE;
    }

    @Override
    public void run(Invocation call) throws IOException {
        ExperimentRequest request = ExperimentRequest.of(call, experiments);
        try {
            run(call, request);
        } catch (ValidationException e) {
            throw new ValidationException(request.origin().apply(e.error()), e);
        }
    }

    private void run(Invocation call, ExperimentRequest request) throws IOException {
        Experiment experiment = request.replaced() ? judgeable(request.experiment(), call.output()) : request.experiment();
        RunOptions.Builder options = RunOptions.builder().threads(call.arguments().threads()).base(call.folder());
        call.arguments().limit().ifPresent(options::limit);
        Optional<Path> out = call.arguments().text("out").map(call::path);
        if (out.isPresent() || request.named()) {
            options.folder(out.orElseGet(() -> free(call, experiment.name())));
        }
        Optional<Shard> share = call.arguments().read("shard", Shard::parse);
        if (share.isPresent() && out.isEmpty()) {
            throw new IllegalArgumentException("--shard needs --out DIR, a folder for this shard alone");
        }
        share.ifPresent(which -> options.share(which).resuming(true));
        ClusterAccess.Joined joined = cluster.submitting(call, options);
        try {
            RunFollower follower = new RunFollower(call.output());
            Submission run = engine.submit(experiment, options.build(), joined.placement(), follower.observer());
            run.remarks().forEach(call.output()::remark);
            follower.follow(run);
        } finally {
            joined.close();
        }
    }

    /** If other recipes or metrics were given, drops the claims about the old ones and says so. */
    private Experiment judgeable(Experiment experiment, Output output) {
        List<Claim> all = experiment.claims();
        if (all.isEmpty()) {
            return experiment;
        }
        List<Claim> left = experiment.judgeable(catalogue.measures(experiment.metrics()).keySet());
        if (left.size() < all.size()) {
            output.remark(all.size() - left.size() + " of " + all.size()
                    + " claims are left out because this run lacks their recipes or measures");
        }
        return experiment.change().claims(left).build();
    }

    private static Path free(Invocation call, String name) {
        String stem = name.replaceAll("[^A-Za-z0-9]+", "-") + "-" + TIME.format(LocalDateTime.now(ZoneId.systemDefault()));
        Path path = call.path("runs").resolve(stem);
        for (int i = 2; Files.exists(path); i++) {
            path = call.path("runs").resolve(stem + "-" + i);
        }
        return path;
    }
}
