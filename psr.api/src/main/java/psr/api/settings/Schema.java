package psr.api.settings;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Parses, checks, describes and formats the settings of one record class. Immutable and thread-safe.
 *
 * @param <S> the record of settings
 */
public final class Schema<S extends Record> {

    /** Each class holds its schema, so that both can be unloaded together. */
    private static final ClassValue<Schema<?>> SCHEMAS = new ClassValue<>() {
        @Override
        protected Schema<?> computeValue(Class<?> type) {
            return create(type.asSubclass(Record.class));
        }
    };

    private final Constructor<S> constructor;
    private final List<Field> fields;

    private Schema(Constructor<S> constructor, List<Field> fields) {
        this.constructor = constructor;
        this.fields = List.copyOf(fields);
    }

    /**
     * The schema of a settings record.
     *
     * @throws IllegalArgumentException if a component lacks {@link Option}, has a type that settings cannot have, or has
     *         an invalid default
     */
    @SuppressWarnings("unchecked") // computed from this class
    public static <S extends Record> Schema<S> of(Class<S> type) {
        return (Schema<S>) SCHEMAS.get(type);
    }

    private static <S extends Record> Schema<S> create(Class<S> type) {
        List<Field> fields = new ArrayList<>();
        RecordComponent[] components = type.getRecordComponents();
        Class<?>[] types = new Class<?>[components.length];
        for (int i = 0; i < components.length; i++) {
            types[i] = components[i].getType();
            fields.add(Field.of(components[i], type.getName()));
        }
        Schema<S> schema;
        try {
            Constructor<S> constructor = type.getDeclaredConstructor(types);
            constructor.trySetAccessible();
            schema = new Schema<>(constructor, fields);
        } catch (NoSuchMethodException e) {
            throw new IllegalArgumentException("a settings record must have its canonical constructor; " + type, e);
        }
        if (schema.settings().stream().anyMatch(Setting::required)) {
            schema.changes(Map.of(), type.getName());
        } else {
            schema.parse(Map.of(), type.getName());
        }
        return schema;
    }

    /** The settings in the order of declaration. */
    public List<Setting> settings() {
        return fields.stream().map(Field::setting).toList();
    }

    /**
     * The settings with all defaults.
     *
     * @throws ValidationException if a setting is required, so that it has no default
     */
    public S defaults() {
        return parse(Map.of(), constructor.getDeclaringClass().getName());
    }

    /**
     * Parses the settings that a user typed; omitted settings have their defaults.
     *
     * @param typed text by name; not modified
     * @param owner the service of the settings, for messages
     * @throws ValidationException if a name is unknown, a required setting is missing, a value is not of its kind or out
     *         of range, or the record itself rejects the combination; the message names the owner, the rule and the value
     */
    public S parse(Map<String, String> typed, String owner) {
        List<String> names = fields.stream().map(field -> field.setting().name()).toList();
        for (String name : typed.keySet()) {
            if (!names.contains(name)) {
                throw new ValidationException(ValidationError.of(owner, name, "must be an existing setting", typed.get(name))
                        .saying(names.isEmpty() ? owner + " has no settings; " + name + " was given"
                                : "no setting named '" + name + "' in " + owner + Spelling.hint(name, names)
                                        + " settings: " + String.join(", ", names)
                                        + (name.isBlank() || name.contains(" ")
                                                ? "; a value with a comma needs quotes: key=\"a, b\"" : "")));
            }
        }
        Object[] values = new Object[fields.size()];
        for (int i = 0; i < values.length; i++) {
            Setting setting = fields.get(i).setting();
            String text = typed.get(setting.name());
            if (text == null && setting.required()) {
                throw new ValidationException(ValidationError.of(owner, setting.name(), "must be given", "")
                        .saying(owner + " needs " + setting.name() + "=" + setting.kindInWords().toUpperCase(Locale.ROOT)
                                + ", the " + setting.help() + "; it is missing"));
            }
            values[i] = fields.get(i).parse(text == null ? setting.defaultValue() : text, owner);
        }
        try {
            return constructor.newInstance(values);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof ValidationException refused) {
                throw new ValidationException(ValidationError.of(owner, refused.error().setting(), refused.error().rule(),
                        refused.error().value()).saying(refused.getMessage() + " (" + owner + ")"), refused);
            }
            if (e.getCause() instanceof IllegalArgumentException refused) {
                throw new ValidationException(
                        ValidationError.of(owner, "", "", "").saying(refused.getMessage() + " (" + owner + ")"),
                        refused);
            }
            throw new IllegalArgumentException("the settings of " + owner + " cannot be made: " + e.getCause(), e);
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException("the settings of " + owner + " must be a public record; " + e, e);
        }
    }

    /**
     * The settings that differ from their defaults, in the order of declaration: equal settings give equal results,
     * however they were typed.
     */
    public Map<String, String> changes(S settings) {
        return changes(format(settings), constructor.getDeclaringClass().getName());
    }

    /** Also checks every default against its own rules. */
    private Map<String, String> changes(Map<String, String> chosen, String owner) {
        Map<String, String> changed = new LinkedHashMap<>(chosen);
        for (Field field : fields) {
            Setting setting = field.setting();
            if (!setting.required()) {
                String standard = field.text(field.parse(setting.defaultValue(), owner));
                changed.remove(setting.name(), standard);
            }
        }
        return changed;
    }

    /** Every setting with its value, in the order of declaration, as a user would type it. */
    public Map<String, String> format(S settings) {
        Map<String, String> text = new LinkedHashMap<>();
        for (Field field : fields) {
            text.put(field.setting().name(), field.format(settings));
        }
        return text;
    }
}
