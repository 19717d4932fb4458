package psr.shell.fakes;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Optional;

/** Implements the methods of an interface that a test needs. */
final class Partial {

    private Partial() {}

    /**
     * An object whose methods are the public methods of the same name and parameters of the first object that has them. Of the
     * others, those that return nothing, an optional value or a list do nothing, and the rest throws.
     */
    static <T> T of(Class<T> type, Object... objects) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
            for (Object object : objects) {
                try {
                    Method found = object.getClass().getMethod(method.getName(), method.getParameterTypes());
                    return found.invoke(object, arguments);
                } catch (InvocationTargetException e) {
                    throw e.getCause();
                } catch (NoSuchMethodException e) {
                    continue;
                }
            }
            if (method.getReturnType() == void.class) {
                return null;
            }
            if (method.getReturnType() == List.class) {
                return List.of();
            }
            if (method.getReturnType() == Optional.class) {
                return Optional.empty();
            }
            throw new UnsupportedOperationException(method.toString());
        }));
    }
}
