package psr.api.lab;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.ServiceLoader;

import org.osgi.annotation.versioning.ProviderType;

import psr.api.settings.PsrService;

/**
 * The laboratory in a Java program without OSGi, with the services that the program gives it:
 *
 * <pre>{@code
 * try (EmbeddedLab lab = EmbeddedLab.open(new MyLearner(), new MyData(), new MyMetric())) {
 *     lab.laboratory().submit(experiment, RunOptions.defaults()).await();
 * }
 * }</pre>
 *
 * <p>{@code psr.launcher} must be on the class path. A process may have several; each has its own services, runs and threads. There are no
 * plugins. Messages go to {@link System.Logger}s whose names begin with {@code psr.}; where they are written is up to the program.
 * In an OSGi framework, use the services {@link Laboratory}, {@link Catalog}, {@link Experiments} and {@link ModelStore} instead.
 * Thread-safe.
 */
@ProviderType
public interface EmbeddedLab extends AutoCloseable {

    /**
     * Opens a laboratory with these services and default options.
     *
     * @param services as in {@link Builder#service(Object)}
     * @throws IllegalArgumentException as {@link Builder#open}
     * @throws IllegalStateException as {@link Builder#open}
     */
    static EmbeddedLab open(Object... services) {
        Builder builder = builder();
        for (Object service : services) {
            builder.service(service);
        }
        return builder.open();
    }

    /** Begins the options of a laboratory. */
    static Builder builder() {
        return new Builder();
    }

    /** Runs experiments and learns models. */
    Laboratory laboratory();

    /** Describes the services that were given. */
    Catalog catalog();

    /** Reads and writes experiments as JSON. */
    Experiments experiments();

    /** Saves and loads the models of psr.api, and models with a format that was added. */
    ModelStore models();

    /**
     * Cancels every run and stops all threads. Saved runs can be resumed later. Waits a few seconds for trials that do not stop; a
     * thread of a service that ignores its cancellation is left behind. Closing it again does nothing.
     */
    @Override
    void close();

    /**
     * A service that is given to a laboratory.
     *
     * @param name what users type in recipes; empty if the class of the service has a {@link PsrService} or needs no name
     * @param service the instance, which all runs share
     */
    record GivenService(Optional<String> name, Object service) {

        public GivenService {
            Objects.requireNonNull(name, "name");
            Objects.requireNonNull(service, "service");
        }
    }

    /** Makes laboratories. Implemented by {@code psr.launcher}, which {@link Builder#open} finds; programs do not call it. */
    @ProviderType
    interface Opener {

        /**
         * Opens a laboratory.
         *
         * @param home see {@link Builder#home}
         * @param fromClassPath see {@link Builder#fromClassPath}
         */
        EmbeddedLab open(Path home, boolean fromClassPath, List<GivenService> services);
    }

    /** Gathers the services of a laboratory. Used by one thread. */
    final class Builder {

        private final List<GivenService> services = new ArrayList<>();
        private Path home = Path.of("");
        private boolean fromClassPath;

        private Builder() {}

        /**
         * Adds a learner, refiner, combiner, data set source or metric, by the name in the {@link PsrService} of its class; or a model
         * format, report writer or judge, which need no name.
         */
        public Builder service(Object service) {
            services.add(new GivenService(Optional.empty(), service));
            return this;
        }

        /** Adds a service under a name, which overrides the name that its class declares. */
        public Builder service(String name, Object service) {
            services.add(new GivenService(Optional.of(name), service));
            return this;
        }

        /**
         * Adds the services of all jars on the class path that are bundles for a laboratory, as in a plugins folder: their components that
         * can be made without OSGi, which have a public constructor without parameters and refer to no other service. A service of the
         * same kind and name that is added here otherwise is used instead.
         */
        public Builder fromClassPath() {
            this.fromClassPath = true;
            return this;
        }

        /**
         * The folder of the program; the current folder unless chosen. If it is a Git checkout, runs record its commit. Nothing is
         * written there.
         */
        public Builder home(Path folder) {
            this.home = Objects.requireNonNull(folder, "home");
            return this;
        }

        /**
         * Opens the laboratory.
         *
         * @throws IllegalArgumentException if one of the services is of no kind that a laboratory uses, has no name, or has that of
         *         another of its kind; names the class
         * @throws IllegalStateException if {@code psr.launcher} is not on the class path
         */
        public EmbeddedLab open() {
            return ServiceLoader.load(Opener.class, EmbeddedLab.class.getClassLoader()).findFirst()
                    .orElseThrow(() -> new IllegalStateException("psr.launcher must be on the class path of psr.api; it was not"
                            + " found. In an OSGi framework, use the service " + Laboratory.class.getName() + " instead"))
                    .open(home.toAbsolutePath().normalize(), fromClassPath, List.copyOf(services));
        }
    }
}
