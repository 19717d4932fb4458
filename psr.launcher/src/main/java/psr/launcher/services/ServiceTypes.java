package psr.launcher.services;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import psr.api.eval.Metric;
import psr.api.lab.ServiceKind;
import psr.api.learn.Combiner;
import psr.api.learn.Learner;
import psr.api.learn.Refiner;
import psr.api.source.DatasetSource;

/** The interface behind each kind of service. */
public final class ServiceTypes {

    private static final Map<ServiceKind, Class<?>> TYPES = new EnumMap<>(Map.of(
            ServiceKind.LEARNER, Learner.class,
            ServiceKind.REFINER, Refiner.class,
            ServiceKind.COMBINER, Combiner.class,
            ServiceKind.DATASET, DatasetSource.class,
            ServiceKind.METRIC, Metric.class));

    private ServiceTypes() {}

    public static String name(ServiceKind kind) {
        return TYPES.get(kind).getName();
    }

    static boolean has(ServiceKind kind, Object service) {
        return TYPES.get(kind).isInstance(service);
    }

    public static List<ServiceKind> kinds(Object service) {
        return Arrays.stream(ServiceKind.values()).filter(kind -> has(kind, service)).toList();
    }

    public static Optional<ServiceKind> kind(String type) {
        return Arrays.stream(ServiceKind.values()).filter(kind -> name(kind).equals(type)).findFirst();
    }
}
