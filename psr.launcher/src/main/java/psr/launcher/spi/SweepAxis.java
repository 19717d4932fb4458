package psr.launcher.spi;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The values of one setting in a {@link Sweep}: a list {@code 5,10,20}, or a range of numbers {@code 5..40}, {@code 5..40+5} or
 * {@code 1e-4..1e-1x10}, whose values are computed when they are needed. Immutable.
 */
public final class SweepAxis {

    /** The maximum number of values of a range with factors; more are probably a typing error. */
    private static final int MOST_FACTORS = 1_000_000;
    /** Digits of the values of a range with factors. */
    private static final MathContext DIGITS = new MathContext(6, RoundingMode.HALF_EVEN);
    private static final Pattern RANGE = Pattern.compile("(.*?)\\.\\.(.*?)(?:([+x])([^+x]*))?");
    private static final Pattern NUMBER = Pattern.compile("[+-]?(\\d{1,15}\\.?\\d{0,15}|\\.\\d{1,15})([eE][+-]?\\d{1,3})?");

    private final String setting;
    private final List<String> values;
    private final BigDecimal first;
    /** The difference or the ratio between neighboring values. */
    private final BigDecimal step;
    private final boolean isFactor;
    private final boolean scientific;
    private final long count;

    private SweepAxis(String setting, List<String> values) {
        this(setting, values, null, null, false, false, values.size());
    }

    private SweepAxis(String setting, List<String> values, BigDecimal first, BigDecimal step, boolean isFactor,
            boolean scientific, long count) {
        this.setting = setting;
        this.values = values;
        this.first = first;
        this.step = step;
        this.isFactor = isFactor;
        this.scientific = scientific;
        this.count = count;
    }

    /** Reads what is between the braces. */
    static SweepAxis of(String setting, String typed) {
        String shown = "'" + setting + "={" + typed + "}'";
        if (typed.isBlank()) {
            throw new IllegalArgumentException("braces must contain at least one value; found " + shown);
        }
        Matcher range = RANGE.matcher(typed);
        if (typed.indexOf(',') < 0 && range.matches()) {
            return range(setting, range, shown);
        }
        List<String> values = Sweep.split(typed);
        for (String value : values) {
            if (value.isBlank()) {
                throw new IllegalArgumentException("a value in braces must not be empty; found " + shown);
            }
        }
        Sweep.requireDifferent(setting, values);
        return new SweepAxis(setting, List.copyOf(values));
    }

    private static SweepAxis range(String setting, Matcher typed, String shown) {
        BigDecimal first = numeral(typed.group(1), shown);
        BigDecimal last = numeral(typed.group(2), shown);
        boolean isFactor = "x".equals(typed.group(3));
        BigDecimal step = typed.group(3) == null ? BigDecimal.ONE : numeral(typed.group(4), shown);
        if (first.compareTo(last) > 0) {
            throw new IllegalArgumentException("a range must not be empty: it starts at its smallest value; found " + shown);
        }
        if (step.compareTo(isFactor ? BigDecimal.ONE : BigDecimal.ZERO) <= 0) {
            throw new IllegalArgumentException(
                    (isFactor ? "the factor of a range must be above 1" : "the step of a range must be above 0")
                            + "; found " + shown);
        }
        if (isFactor && first.signum() <= 0) {
            throw new IllegalArgumentException("a range with a factor must start above 0; found " + shown);
        }
        boolean scientific = (typed.group(1) + typed.group(2)).matches(".*[eE].*");
        return new SweepAxis(setting, List.of(), first, step, isFactor, scientific,
                isFactor ? factors(first, last, step, shown) : steps(first, last, step));
    }

    private static long steps(BigDecimal first, BigDecimal last, BigDecimal step) {
        BigDecimal steps = last.subtract(first).divide(step, 0, RoundingMode.FLOOR).add(BigDecimal.ONE);
        return steps.compareTo(BigDecimal.valueOf(Long.MAX_VALUE / 2)) > 0 ? Long.MAX_VALUE / 2 : steps.longValue();
    }

    private static long factors(BigDecimal first, BigDecimal last, BigDecimal factor, String shown) {
        // Half a unit of the last digit may be lost where the values are rounded.
        double ratio = Math.log(last.divide(first, MathContext.DECIMAL64).doubleValue()) / Math.log(factor.doubleValue());
        if (!(ratio < MOST_FACTORS)) {
            throw new IllegalArgumentException("a range must have at most " + MOST_FACTORS + " values; " + shown + " has more");
        }
        return (long) Math.floor(ratio + 1e-6) + 1;
    }

    private static BigDecimal numeral(String text, String shown) {
        return number(text)
                .orElseThrow(() -> new IllegalArgumentException("a range must be of numbers, as in {5..40}, {5..40+5} or"
                        + " {1e-4..1e-1x10}; list words, as in {a,b}; found " + shown));
    }

    static Optional<BigDecimal> number(String text) {
        return NUMBER.matcher(text).matches() ? Optional.of(new BigDecimal(text)) : Optional.empty();
    }

    /** The name of the setting. */
    public String setting() {
        return setting;
    }

    /** Whether it is a range, which only a setting with numbers can have. */
    public boolean isRange() {
        return first != null;
    }

    /** The number of values. */
    public long count() {
        return count;
    }

    /** The value with an index from 0, as a user would type it. */
    public String value(long index) {
        if (first == null) {
            return values.get((int) index);
        }
        return text(isFactor ? first.multiply(step.pow((int) index, MathContext.DECIMAL128)).round(DIGITS)
                : first.add(step.multiply(BigDecimal.valueOf(index))));
    }

    private String text(BigDecimal number) {
        BigDecimal plain = number.stripTrailingZeros();
        int exponent = plain.precision() - plain.scale() - 1;
        if (plain.signum() == 0 || !(scientific && exponent != 0) && exponent > -5 && exponent < 15) {
            return plain.toPlainString();
        }
        return plain.movePointLeft(exponent).stripTrailingZeros().toPlainString() + "e" + exponent;
    }
}
