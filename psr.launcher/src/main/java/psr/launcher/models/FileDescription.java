package psr.launcher.models;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

import psr.api.data.Space;
import psr.api.lab.ModelDescription;
import psr.api.model.SingularValues;
import psr.api.text.Notation;

/** The description in the header of a model file. Immutable. */
record FileDescription(String kind, Space space, Optional<Space> inputs, Optional<Notation> notation, String recipe,
        Map<String, String> provenance, Optional<SingularValues> singularValues,
        Map<String, int[]> shapes) implements ModelDescription {

    FileDescription {
        provenance = Collections.unmodifiableMap(new LinkedHashMap<>(provenance));
        shapes = copy(shapes);
    }

    /** New arrays, which the caller may modify. */
    @Override
    public Map<String, int[]> shapes() {
        return copy(shapes);
    }

    private static Map<String, int[]> copy(Map<String, int[]> shapes) {
        Map<String, int[]> copy = new LinkedHashMap<>();
        shapes.forEach((name, shape) -> copy.put(name, shape.clone()));
        return Collections.unmodifiableMap(copy);
    }
}
