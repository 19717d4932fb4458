package psr.api.settings;

import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/** One component of a settings record: converts between text and value. */
final class Field {

    private final Setting setting;
    private final Option option;
    /** The type of the value itself: int, long, double, Size, boolean, an enum, String or Path. */
    private final Class<?> type;
    /** The declared type if it is an optional, otherwise null. */
    private final Class<?> optional;
    private final Method accessor;

    private Field(Setting setting, Option option, Class<?> type, Class<?> optional, Method accessor) {
        this.setting = setting;
        this.option = option;
        this.type = type;
        this.optional = optional;
        this.accessor = accessor;
    }

    static Field of(RecordComponent component, String record) {
        Option option = component.getAnnotation(Option.class);
        if (option == null) {
            throw new IllegalArgumentException("every component of a settings record must have @Option; "
                    + component.getName() + " of " + record + " has none");
        }
        Class<?> declared = component.getType();
        Class<?> type = declared;
        Class<?> optional = null;
        if (declared == OptionalInt.class) {
            type = int.class;
            optional = declared;
        } else if (declared == OptionalDouble.class) {
            type = double.class;
            optional = declared;
        } else if (declared == Optional.class && component.getGenericType() instanceof ParameterizedType generic
                && generic.getActualTypeArguments()[0] instanceof Class<?> argument) {
            type = argument;
            optional = declared;
        }
        List<String> choices = type.isEnum()
                ? Arrays.stream(type.getEnumConstants()).map(Field::word).toList()
                : type == boolean.class ? List.of("on", "off") : List.of();
        Setting.Kind kind = kind(type, component.getName() + " of " + record);
        Method accessor = component.getAccessor();
        accessor.trySetAccessible();
        Setting setting = new Setting(dashed(component.getName()), kind, option, optional != null, choices);
        return new Field(setting, option, type, optional, accessor);
    }

    Setting setting() {
        return setting;
    }

    /** The value of the record component for this text. */
    Object parse(String text, String owner) {
        if (optional == null) {
            return value(text, owner);
        }
        boolean absent = text.equals(option.absent());
        if (optional == OptionalInt.class) {
            return absent ? OptionalInt.empty() : OptionalInt.of((Integer) value(text, owner));
        }
        if (optional == OptionalDouble.class) {
            return absent ? OptionalDouble.empty() : OptionalDouble.of((Double) value(text, owner));
        }
        return absent ? Optional.empty() : Optional.of(value(text, owner));
    }

    String format(Record settings) {
        Object value;
        try {
            value = accessor.invoke(settings);
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException("the settings must be a public record; " + settings.getClass(), e);
        }
        return text(value);
    }

    /** A value of the component as a user would type it. */
    String text(Object component) {
        Object value = component;
        if (value instanceof OptionalInt number) {
            value = number.isPresent() ? number.getAsInt() : option.absent();
        } else if (value instanceof OptionalDouble number) {
            value = number.isPresent() ? number.getAsDouble() : option.absent();
        } else if (value instanceof Optional<?> any) {
            value = any.isPresent() ? any.get() : option.absent();
        }
        if (value instanceof Boolean flag) {
            return flag ? "on" : "off";
        }
        return value instanceof Enum<?> ? word(value) : value.toString();
    }

    private Object value(String text, String owner) {
        try {
            if (type == int.class) {
                return (int) inRange(Integer.parseInt(text), text, owner);
            }
            if (type == Size.class) {
                boolean exact = !text.startsWith(Size.AT_MOST);
                int number = Integer.parseInt(exact ? text : text.substring(Size.AT_MOST.length()));
                return new Size((int) inRange(number, text, owner), exact);
            }
            if (type == long.class) {
                long value = Long.parseLong(text);
                inRange((double) value, text, owner);
                return value;
            }
            if (type == double.class) {
                double value = Double.parseDouble(text);
                if (text.matches(".*[xXdDfF].*") && Double.isFinite(value)) {
                    throw new NumberFormatException(text); // 0x1p3, 3f: valid in Java, but typing errors here
                }
                if (!Double.isFinite(value)) {
                    throw refusal("must be a finite number", text, owner);
                }
                return inRange(value, text, owner);
            }
            if (type == Path.class) {
                return Path.of(text);
            }
        } catch (NumberFormatException | InvalidPathException e) {
            if (type != Path.class && text.matches("[+-]?[0-9]+")) {
                throw outside(text, owner);
            }
            throw refusal("must be " + setting.valueInWords(), text, owner);
        }
        if (type == boolean.class && setting.choices().contains(text)) {
            return text.equals("on");
        }
        if (type.isEnum()) {
            for (Object constant : type.getEnumConstants()) {
                if (word(constant).equals(text)) {
                    return constant;
                }
            }
        }
        if (type != String.class) {
            throw refusal("must be one of " + String.join(", ", setting.choices()), text, owner);
        }
        return text;
    }

    private double inRange(double value, String text, String owner) {
        if (value < option.min() || value > option.max()) {
            throw refusal("must be " + setting.rangeInWords(), text, owner);
        }
        return value;
    }

    /** The error for a whole number with too many digits. */
    private ValidationException outside(String text, String owner) {
        inRange(Double.parseDouble(text), text, owner);
        boolean small = text.startsWith("-");
        long bound = type != long.class ? small ? Integer.MIN_VALUE : Integer.MAX_VALUE
                : small ? Long.MIN_VALUE : Long.MAX_VALUE;
        return refusal("must be " + (small ? "at least " : "at most ") + bound, text, owner);
    }

    private ValidationException refusal(String rule, String text, String owner) {
        return new ValidationException(ValidationError.of(owner, setting.name(), rule, text));
    }

    private static Setting.Kind kind(Class<?> type, String place) {
        if (type.isEnum()) {
            return Setting.Kind.CHOICE;
        }
        if (type == boolean.class) {
            return Setting.Kind.SWITCH;
        }
        if (type == int.class || type == long.class) {
            return Setting.Kind.WHOLE_NUMBER;
        }
        if (type == Size.class) {
            return Setting.Kind.SIZE;
        }
        if (type == double.class) {
            return Setting.Kind.NUMBER;
        }
        if (type == Path.class) {
            return Setting.Kind.FILE;
        }
        if (type == String.class) {
            return Setting.Kind.TEXT;
        }
        throw new IllegalArgumentException("a setting must be a number, a size, on|off, an enum, text or a file, or an optional"
                + " one of these; " + place + " is a " + type.getName());
    }

    /** Converts a component name to the name that users type: {@code guardLevel} to {@code guard-level}. */
    private static String dashed(String name) {
        return name.replaceAll("([a-z0-9])([A-Z])", "$1-$2").toLowerCase(Locale.ROOT);
    }

    private static String word(Object constant) {
        return ((Enum<?>) constant).name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
