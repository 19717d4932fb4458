package psr.api.settings;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.osgi.service.component.annotations.ComponentPropertyType;

import psr.api.data.Space;

/**
 * The name of a learner, refiner, data set or metric in the laboratory: put it on the class, together with {@code @Component},
 * and Declarative Services turns it into the service properties {@value #NAME}, {@value #SUMMARY} and {@value #PAPER}.
 * Code that registers services without Declarative Services sets these properties itself.
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

    /** The service property for {@link #observations()}: one or more names of {@link Space.Kind}. */
    String OBSERVATIONS = "psr.observations";

    /** The service property for {@link #inputs()}: no, one or more names of {@link Space.Kind}. */
    String INPUTS = "psr.inputs";

    /** The prefix of the property names, for Declarative Services. */
    String PREFIX_ = "psr.";

    /**
     * The name that users type in recipes: lower-case letters, digits and dashes. Unique among services of one kind. If
     * several services have the same name, the one with the highest {@code service.ranking} gets it, then one of the
     * laboratory before one of a plugin, then that of the bundle that registered it first, and of that bundle its highest
     * version.
     */
    String name();

    /** A one-line description without a full stop. */
    String summary();

    /** The source: authors and year; empty if it is not from a paper. */
    String paper() default "";

    /**
     * The kinds of observations that it accepts; of a data set source, those that it may have. If no kind is given in the
     * service properties, it is symbols.
     */
    Space.Kind[] observations() default Space.Kind.SYMBOLS;

    /**
     * The kinds of inputs that it accepts; data without inputs are always accepted. Metrics need not
     * name any.
     */
    Space.Kind[] inputs() default {};
}
