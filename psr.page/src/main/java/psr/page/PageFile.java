package psr.page;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * A file of the page.
 *
 * @param type its media type
 * @param content do not modify
 * @param tag an ETag, weak because the server may compress what it sends
 */
record PageFile(String type, byte[] content, String tag) {

    static PageFile of(String type, byte[] content) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(content);
            return new PageFile(type, content, "W/\"" + HexFormat.of().formatHex(digest, 0, 12) + "\"");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /**
     * Whether a browser has this content already.
     *
     * @param noneMatch the header If-None-Match, null if there is none; Jetty may have appended -gzip to a tag
     */
    boolean sameAs(String noneMatch) {
        return noneMatch != null && Arrays.stream(noneMatch.split(",")).map(String::strip)
                .anyMatch(each -> plain(each).equals(plain(tag)));
    }

    private static String plain(String tag) {
        return tag.replaceFirst("^W/", "").replace("--gzip\"", "\"").replace("-gzip\"", "\"");
    }
}
