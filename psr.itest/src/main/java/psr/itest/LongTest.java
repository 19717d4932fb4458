package psr.itest;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** A test that takes long, or a variant of one that is not marked. {@code mvn verify} skips it, {@code mvn verify -Plong} and CI run it. */
@Target({ElementType.METHOD, ElementType.TYPE})
@Retention(RetentionPolicy.RUNTIME)
@EnabledIfSystemProperty(named = "psr.tests.long", matches = "true", disabledReason = "takes long; mvn verify -Plong runs it")
public @interface LongTest {}
