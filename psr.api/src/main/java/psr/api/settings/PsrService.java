package psr.api.settings;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.osgi.service.component.annotations.ComponentPropertyType;

/**
 * How a learner, refiner, data set or metric is known in the laboratory: put it beside {@code @Component} on the class,
 * and Declarative Services turns it into the service properties {@value #NAME}, {@value #SUMMARY} and {@value #PAPER}.
 * Whoever registers services by hand sets these properties.
 */
@ComponentPropertyType
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface PsrService {

    /** The service property for {@link #name()}. */
    String NAME = "psr.name";

    /** The service property for {@link #summary()}. */
    String SUMMARY = "psr.summary";

    /** The service property for {@link #paper()}. */
    String PAPER = "psr.paper";

    /** Tells Declarative Services what the property names begin with. */
    String PREFIX_ = "psr.";

    /**
     * What people type in recipes: lower-case letters, digits and dashes. Unique among services of one kind; where two
     * claim one name, the highest {@code service.ranking} has it, then what ships with the laboratory before a plugin, then the bundle
     * that claimed it first, and of that bundle its highest version.
     */
    String name();

    /** What it is, in one line, without a full stop. */
    String summary();

    /** Where it is from: authors and year; empty if it is in no paper. */
    String paper() default "";
}
