package psr.api.settings;

import java.util.Map;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * A service with settings. Settings come with each call, never with the service: one service serves many experiments
 * at once.
 *
 * @param <S> the record of settings, each component annotated with {@link Option}
 */
@ConsumerType
public interface Configurable<S extends Record> {

    /** The class of the settings record; the same object on every call. */
    Class<S> settings();

    /**
     * The settings a user typed; what is not mentioned has its default. In messages the service is called by its
     * {@link PsrService} name, or by the name of its class where it has none.
     *
     * @throws IllegalArgumentException if a setting is unknown or its value is refused
     */
    default S parse(Map<String, String> typed) {
        PsrService service = getClass().getAnnotation(PsrService.class);
        return Schema.of(settings()).parse(typed, service == null ? getClass().getSimpleName() : service.name());
    }
}
