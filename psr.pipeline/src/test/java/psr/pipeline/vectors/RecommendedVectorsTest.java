package psr.pipeline.vectors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import psr.api.contract.Contracts;
import psr.api.data.Channels;
import psr.api.data.Sequences;
import psr.api.data.Vectors;
import psr.api.learn.SeededRun;

/** The recommended learner of rows as a service. */
class RecommendedVectorsTest {

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void itFulfillsTheContracts(boolean inputs) {
        RecommendedVectors psr = new RecommendedVectors();
        assertEquals(List.of(), Contracts.check(psr, psr.parse(Map.of("refine", "off", "rank", "4", "window", "5")),
                Contracts.sampleVectors(5, 40, inputs)));
    }

    @Test
    void itReportsWhatItChose() {
        SeededRun run = new SeededRun(1);
        new RecommendedVectors().learn(Contracts.sampleVectors(5, 40, true), Map.of("refine", "off", "rank", "4"), run);
        assertEquals(1, run.counts().size());
        assertTrue(run.counts().keySet().iterator().next().endsWith(" chosen"));
    }

    @Test
    void dataThatDoNotSufficeAreObjectedToInOneLine() {
        RecommendedVectors psr = new RecommendedVectors();
        String[] names = new String[100_000];
        Arrays.setAll(names, i -> "c" + i);
        for (Sequences data : List.<Sequences>of(Vectors.of(Channels.of("x"), new double[][] {{1}}),
                Vectors.of(Channels.of(names), new double[30][names.length]))) {
            String message = psr.objection(data, psr.parse(Map.of())).orElseThrow().message();
            assertTrue(message.contains("psr") && message.contains("window=1"), message);
        }
    }
}
