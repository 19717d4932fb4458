package psr.launcher.lab;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

import psr.api.lab.AcceptedData;
import psr.api.lab.BundleVersion;
import psr.api.lab.Catalog;
import psr.api.lab.EmbeddedLab;
import psr.api.lab.Experiments;
import psr.api.lab.Laboratory;
import psr.api.lab.ModelStore;
import psr.api.lab.ServiceKind;
import psr.api.report.Judge;
import psr.api.report.ReportWriter;
import psr.api.settings.PsrService;
import psr.api.store.ModelFormat;
import psr.launcher.experiments.ExperimentFiles;
import psr.launcher.jobs.Reporting;
import psr.launcher.jobs.Scheduler;
import psr.launcher.models.ModelFiles;
import psr.launcher.services.BundleHolds;
import psr.launcher.services.ServiceCatalog;
import psr.launcher.services.ServiceOffer;
import psr.launcher.services.ServiceTypes;

/**
 * A laboratory without a framework. It needs no OSGi classes on the class path: the code that it calls links none.
 */
final class PlainLab implements EmbeddedLab {

    /** Found by {@link java.util.ServiceLoader}. */
    public static final class PlainOpener implements EmbeddedLab.Opener {

        /** Called by the service loader. */
        public PlainOpener() {}

        @Override
        public EmbeddedLab open(Path home, boolean fromClassPath, List<GivenService> services) {
            return new PlainLab(home, fromClassPath ? ClassPathServices.addedTo(services) : services);
        }
    }

    /** The types of services that need no name. */
    static final List<Class<?>> NAMELESS = List.of(ModelFormat.class, ReportWriter.class, Judge.class);

    /** Time limit for threads that should end immediately. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final Scheduler scheduler = new Scheduler();
    private final Lab laboratory;
    private final Catalog catalog;
    private final Experiments experiments;
    private final ModelStore models;

    private PlainLab(Path home, List<GivenService> services) {
        List<ServiceOffer> offers = offers(services);
        List<Judge> judges = all(services, Judge.class).toList();
        if (judges.size() > 1) {
            throw new IllegalArgumentException("a laboratory has at most one judge; found " + judges.get(0).getClass().getName()
                    + " and " + judges.get(1).getClass().getName());
        }
        ServiceCatalog present = ServiceCatalog.of(offers.toArray(ServiceOffer[]::new));
        BundleHolds holds = new ClassPathCode();
        Reporting reporting = new Reporting(judges.isEmpty() ? null : judges.get(0), all(services, ReportWriter.class).toList());
        this.laboratory = new Lab(scheduler, present, holds, reporting, home);
        this.catalog = new PresentServices(present, holds);
        this.experiments = new ExperimentFiles();
        List<ModelFormat<?>> formats = new ArrayList<>();
        all(services, ModelFormat.class).forEach(formats::add);
        this.models = new ModelFiles(formats);
    }

    private static <T> Stream<T> all(List<GivenService> services, Class<T> type) {
        return services.stream().map(GivenService::service).filter(type::isInstance).map(type::cast);
    }

    private static List<ServiceOffer> offers(List<GivenService> services) {
        List<ServiceOffer> offers = new ArrayList<>();
        for (GivenService given : services) {
            List<ServiceKind> kinds = ServiceTypes.kinds(given.service());
            if (kinds.isEmpty() && NAMELESS.stream().noneMatch(type -> type.isInstance(given.service()))) {
                throw new IllegalArgumentException("a service must be a "
                        + String.join(", ", ClassPathServices.TYPES) + "; found " + given.service().getClass().getName());
            }
            for (ServiceKind kind : kinds) {
                offers.add(offer(kind, given, offers));
            }
        }
        return offers;
    }

    private static ServiceOffer offer(ServiceKind kind, GivenService given, List<ServiceOffer> earlier) {
        Class<?> type = given.service().getClass();
        Optional<PsrService> about = Optional.ofNullable(type.getAnnotation(PsrService.class));
        String name = given.name().or(() -> about.map(PsrService::name)).orElseThrow(() -> new IllegalArgumentException("a "
                + kind.word() + " must have a name; " + type.getName() + " has no @" + PsrService.class.getSimpleName()
                + ": add that to the class, or give the name with the service"));
        BundleVersion code = ClassPathCode.of(type);
        ServiceOffer offer = new ServiceOffer(kind, name, about.map(PsrService::summary).orElse(""),
                about.map(PsrService::paper).orElse(""),
                about.map(PlainLab::accepted).orElse(AcceptedData.SYMBOLS), code.name(), code.version(), 0, earlier.size(),
                new Given(given.service(), code));
        if (!offer.named()) {
            throw new IllegalArgumentException(
                    "the name of a " + kind.word() + " must consist of letters, digits and dashes; that of "
                            + type.getName() + " is '" + name + "'");
        }
        earlier.stream().filter(other -> other.kind() == kind && other.name().equals(name)
                && !other.accepts().isDisjoint(offer.accepts())).findFirst().ifPresent(other -> {
                    throw new IllegalArgumentException("each " + kind.word() + " must have a name of its own; "
                            + ((Given) other.provider()).service().getClass().getName() + " and " + type.getName() + " are both '"
                            + name
                            + "': give one of them another name");
                });
        return offer;
    }

    private static AcceptedData accepted(PsrService about) {
        return new AcceptedData(Set.of(about.observations()), Set.of(about.inputs()));
    }

    /** A provider of a service that is always available. */
    private record Given(Object service, BundleVersion code) implements ServiceOffer.Provider {

        @Override
        public Object acquire() {
            return service;
        }

        @Override
        public void release(Object same) {}

        @Override
        public Optional<BundleHolds.Hold> hold(BundleHolds holds) {
            return Optional.of(() -> List.of(code));
        }
    }

    @Override
    public Laboratory laboratory() {
        return laboratory;
    }

    @Override
    public Catalog catalog() {
        return catalog;
    }

    @Override
    public Experiments experiments() {
        return experiments;
    }

    @Override
    public ModelStore models() {
        return models;
    }

    @Override
    public void close() {
        try {
            laboratory.close();
            scheduler.close();
            scheduler.awaitEnd(PATIENCE);
        } catch (InterruptedException e) {
            scheduler.close();
            Thread.currentThread().interrupt();
        }
    }
}
