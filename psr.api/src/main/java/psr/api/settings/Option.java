package psr.api.settings;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * One setting: an annotated component of a settings record.
 *
 * <p>Users type the name in lower case with dashes: the component {@code guardLevel} is {@code guard-level}.
 * Allowed types of the component:
 * <ul>
 * <li>{@code int}, {@code long}, {@code double}: a number, within {@link #min()} and {@link #max()};
 * <li>{@link Size}: a whole number, or {@code at-most-} before one, with the same limits;
 * <li>{@code boolean}: {@code on} or {@code off};
 * <li>an enum: one of its constants, in lower case, {@code _} written as {@code -};
 * <li>{@link String}, {@link java.nio.file.Path}: any text;
 * <li>{@link java.util.OptionalInt}, {@link java.util.OptionalDouble}, {@code Optional<Size>},
 * {@code Optional<String>}, {@code Optional<Path>}: as above, or the word {@link #absent()} for no value.
 * </ul>
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
// Also on the accessor, because bnd ignores annotations of components, and a bundle that does not import this package has
// no settings at run time.
@Target({ElementType.RECORD_COMPONENT, ElementType.METHOD})
public @interface Option {

    /** The default, as a user would type it; none if a value is {@link #required}. */
    String value() default "";

    /** Whether a value is required; then there is no default. */
    boolean required() default false;

    /** What the setting does, in one line, without a full stop. */
    String help();

    /** The smallest number allowed. */
    double min() default Double.NEGATIVE_INFINITY;

    /** The largest number allowed. */
    double max() default Double.POSITIVE_INFINITY;

    /**
     * Whether the setting of a data set names data to test on, for example a second file. Where such a setting is given, a model
     * that is learned for use does not learn from these data; otherwise it learns from all of them.
     */
    boolean testData() default false;

    /** The word for no value, where the component's type is an optional one. */
    String absent() default "auto";
}
