package psr.launcher;

import java.util.Map;

import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.ServiceFactory;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.log.LogService;
import org.osgi.service.log.Logger;
import org.osgi.service.log.LoggerFactory;

/**
 * A log service that takes precedence over that of the framework and has one logger per bundle name. Felix Log never drops a
 * logger, nor the bundle of the logger: a plugin that is replaced a thousand times would leave a thousand bundles in memory.
 */
final class BundleLoggers implements ServiceFactory<LogService>, AutoCloseable {

    /** The prefix of logger names; the name of a bundle follows. */
    static final String PREFIX = "bundle:";

    private final LoggerFactory log;
    private final ServiceRegistration<?> registration;

    /** Registers this log service, which Declarative Services use, too; it writes to the given log. */
    BundleLoggers(BundleContext context, LoggerFactory log) {
        this.log = log;
        registration = context.registerService(new String[] {LogService.class.getName(), LoggerFactory.class.getName()}, this,
                FrameworkUtil.asDictionary(Map.of(Constants.SERVICE_RANKING, 1)));
    }

    @Override
    public void close() {
        // Felix SCR does not return to the framework's log service: its later messages go to the console.
        registration.unregister();
    }

    @Override
    public LogService getService(Bundle bundle, ServiceRegistration<LogService> same) {
        return new OfBundle(log, bundle);
    }

    @Override
    public void ungetService(Bundle bundle, ServiceRegistration<LogService> same, LogService service) {
        // stateless
    }

    private record OfBundle(LoggerFactory log, Bundle bundle) implements LogService {

        @Override
        public <L extends Logger> L getLogger(Bundle other, String name, Class<L> type) {
            return log.getLogger(PREFIX + other.getSymbolicName(), type);
        }

        @Override
        public <L extends Logger> L getLogger(String name, Class<L> type) {
            return getLogger(bundle, name, type);
        }

        @Override
        public <L extends Logger> L getLogger(Class<?> user, Class<L> type) {
            return getLogger(bundle, user.getName(), type);
        }

        @Override
        public Logger getLogger(String name) {
            return getLogger(name, Logger.class);
        }

        @Override
        public Logger getLogger(Class<?> user) {
            return getLogger(user, Logger.class);
        }

        @Override
        @Deprecated
        public void log(int level, String message) {
            log(null, level, message, null);
        }

        @Override
        @Deprecated
        public void log(int level, String message, Throwable thrown) {
            log(null, level, message, thrown);
        }

        @Override
        @Deprecated
        public void log(ServiceReference<?> service, int level, String message) {
            log(service, level, message, null);
        }

        @Override
        @Deprecated
        public void log(ServiceReference<?> service, int level, String message, Throwable thrown) {
            Logger logger = getLogger("");
            switch (level) {
                case LOG_ERROR -> logger.error("{}", message, service, thrown);
                case LOG_WARNING -> logger.warn("{}", message, service, thrown);
                case LOG_INFO -> logger.info("{}", message, service, thrown);
                default -> logger.debug("{}", message, service, thrown);
            }
        }
    }
}
