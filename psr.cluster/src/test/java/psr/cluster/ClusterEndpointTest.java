package psr.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;

/** The answers of a member to malicious requests of a process that knows the secret. */
class ClusterEndpointTest {

    private static String answer(String question) {
        Message answer = Message.read(new ClusterEndpoint(Path.of(""), null, null, null, null)
                .answer(question.getBytes(StandardCharsets.UTF_8)));
        assertEquals("refused", answer.what(), question);
        return answer.text("why");
    }

    @Test
    void answersInvalidRequestsWithoutThrowing() {
        assertEquals("a message must be JSON; found 7 bytes of something else", answer("garbage"));
        assertEquals("a message must be an object {…}; found something else", answer("[1]"));
        assertEquals("no such question: halt", answer("{\"is\":\"halt\"}"));
        for (String question : List.of("{}", "{\"is\":\"open\"}", "{\"is\":\"compute\",\"trial\":-1}")) {
            assertTrue(!answer(question).isEmpty(), question);
        }
    }

    @Test
    void sharesFilesOnlyWhileTheRunIsActive() {
        for (String what : List.of("file", "jar", "read")) {
            assertEquals("the run is over",
                    answer("{\"is\":\"" + what + "\",\"run\":\"x\",\"named\":\"/etc/passwd\",\"from\":0}"));
        }
    }
}
