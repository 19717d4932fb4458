package psr.api.settings;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/** The record that the class of a service declares as its settings, as in {@code implements Learner<Settings>}. */
final class DeclaredSettings {

    private DeclaredSettings() {}

    static Class<?> of(Class<?> service) {
        if (find(service, Map.of()) instanceof Class<?> found) {
            return found;
        }
        throw new IllegalArgumentException("a service must declare the record of its settings, as in implements"
                + " Learner<Settings>, or have a method settings(); " + service.getName() + " does neither");
    }

    /** The type argument of {@link Configurable} in a type or its supertypes; null if there is none. */
    private static Type find(Type type, Map<Type, Type> known) {
        Class<?> raw = (Class<?>) (type instanceof ParameterizedType generic ? generic.getRawType() : type);
        Map<Type, Type> arguments = new HashMap<>();
        if (type instanceof ParameterizedType generic) {
            Type[] actual = generic.getActualTypeArguments();
            Arrays.setAll(actual, i -> known.getOrDefault(actual[i], actual[i]));
            Arrays.stream(raw.getTypeParameters()).forEach(variable -> arguments.put(variable, actual[arguments.size()]));
        }
        if (raw == Configurable.class) {
            return arguments.get(raw.getTypeParameters()[0]);
        }
        return Stream.concat(Stream.ofNullable(raw.getGenericSuperclass()), Arrays.stream(raw.getGenericInterfaces()))
                .map(above -> find(above, arguments)).filter(Objects::nonNull).findFirst().orElse(null);
    }
}
