package psr.math.csv;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalAccessor;
import java.util.Locale;
import java.util.Optional;

/** Reads times: numbers, or dates and times of day as in ISO 8601. Not thread-safe. */
public final class Times {

    /** {@code 2026-01-31}, or with a time after T or a blank, or with an offset after it. */
    private static final DateTimeFormatter ISO = new DateTimeFormatterBuilder().parseCaseInsensitive()
            .append(DateTimeFormatter.ISO_LOCAL_DATE)
            .optionalStart().appendPattern("[ ]['T']").append(DateTimeFormatter.ISO_LOCAL_TIME)
            .optionalStart().appendPattern("[ ]").appendOffset("+HH:mm", "Z").optionalEnd().optionalEnd()
            .toFormatter(Locale.ROOT);

    private boolean dates;
    private Instant origin;

    /**
     * A time as a number; for a date, the seconds since the first date, to the microsecond. Empty if the text is neither a number nor a date, or if
     * numbers and dates are mixed.
     */
    public Optional<Double> parse(String text) {
        String stripped = text.strip();
        Optional<Instant> instant = instant(stripped);
        if (instant.isPresent()) {
            if (origin == null) {
                dates = true;
                origin = instant.get();
            }
            return dates ? Optional.of(ChronoUnit.MICROS.between(origin, instant.get()) / 1e6) : Optional.empty();
        }
        try {
            double number = DecimalText.parse(stripped);
            if (dates || !Double.isFinite(number)) {
                return Optional.empty();
            }
            origin = Instant.EPOCH;
            return Optional.of(number);
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    private static Optional<Instant> instant(String text) {
        // 2026-01-31 is the shortest.
        if (text.length() < 10 || text.charAt(4) != '-' || text.charAt(7) != '-') {
            return Optional.empty();
        }
        try {
            TemporalAccessor time = ISO.parseBest(text, OffsetDateTime::from, LocalDateTime::from, LocalDate::from);
            return Optional.of(time instanceof OffsetDateTime offset ? offset.toInstant()
                    : (time instanceof LocalDate day ? day.atStartOfDay() : (LocalDateTime) time).toInstant(ZoneOffset.UTC));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }
}
