package psr.launcher.trials;

import java.util.List;
import java.util.Map;
import java.util.Objects;

import psr.api.lab.Stage;
import psr.api.settings.Configurable;
import psr.api.settings.Schema;
import psr.api.settings.Setting;
import psr.launcher.services.BrokenServiceException;

/**
 * Settings as the user chose them.
 *
 * @param <S> the settings
 * @param settings the settings passed to the service
 * @param all all settings, including defaults
 * @param changed the settings that differ from their defaults, in the order of declaration: the same for all equivalent ways
 *        to type them
 */
public record ChosenSettings<S extends Record>(S settings, Map<String, String> all, Map<String, String> changed) {

    /**
     * Reads the settings of a stage.
     *
     * @throws psr.api.settings.ValidationException if the user's settings are wrong
     * @throws BrokenServiceException if the service declares its settings wrongly
     */
    public static <S extends Record> ChosenSettings<S> of(Stage typed, Configurable<S> service) {
        Schema<S> schema = schema(typed.name(), service);
        S settings = schema.parse(typed.settings(), typed.name());
        return new ChosenSettings<>(settings, schema.format(settings), schema.changes(settings));
    }

    /**
     * The declared settings of a service.
     *
     * @throws BrokenServiceException if the service declares its settings wrongly
     */
    public static List<Setting> declared(String name, Configurable<?> service) {
        return schema(name, service).settings();
    }

    private static <S extends Record> Schema<S> schema(String name, Configurable<S> service) {
        try {
            return Schema.of(service.settings());
        } catch (RuntimeException | Error e) {
            throw new BrokenServiceException("'" + name + "' declares its settings wrongly: "
                    + Objects.requireNonNullElse(e.getMessage(), e.toString()), e);
        }
    }
}
