package psr.api.settings;

import java.util.Map;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * A service with settings. Settings are arguments of each call, not state of the service, so one service can serve many
 * experiments concurrently.
 *
 * @param <S> the record of settings, each component annotated with {@link Option}
 */
@ConsumerType
public interface Configurable<S extends Record> {

    /**
     * The class of the settings record; the same object on every call. By default it is the type that the class of this service
     * declares, as in {@code implements Learner<Settings>}.
     *
     * @throws IllegalArgumentException if that class does not declare the type
     */
    @SuppressWarnings("unchecked") // the declared type is S
    default Class<S> settings() {
        return (Class<S>) DeclaredSettings.of(getClass());
    }

    /**
     * Parses the settings that a user typed; omitted settings have their defaults. Messages name the service by its
     * {@link PsrService} name, or by its class if it has no name.
     *
     * @throws IllegalArgumentException if a setting is unknown or its value is invalid
     */
    default S parse(Map<String, String> typed) {
        PsrService service = getClass().getAnnotation(PsrService.class);
        return Schema.of(settings()).parse(typed, service == null ? getClass().getSimpleName() : service.name());
    }
}
