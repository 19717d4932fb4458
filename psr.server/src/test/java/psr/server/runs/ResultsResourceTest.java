package psr.server.runs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.OptionalDouble;

import com.fasterxml.jackson.databind.node.ArrayNode;
import org.junit.jupiter.api.Test;
import psr.api.lab.SummaryRow;
import psr.server.http.Json;

class ResultsResourceTest {

    @Test
    void convertsRowsToColumnsOfCurves() {
        ArrayNode curves = Json.array();
        ResultsResource.add(List.of(SummaryRow.of("a", 0, "m", 1.0 / 3, OptionalDouble.of(.5), 4),
                SummaryRow.of("b", 0, "m", 1e-50, OptionalDouble.empty(), 1),
                SummaryRow.of("a", 2, "m", 1e300, OptionalDouble.of(0), 3),
                SummaryRow.ofTrueModel(0, "m", -2, OptionalDouble.empty(), 4)), curves);
        assertEquals(Json.read("""
                [{"recipe":"a","true-model":false,"iterations":[0,2],"means":[0.33333334,1.0E300],"stderrs":[0.5,0.0],"trials":[4,3]},
                 {"recipe":"b","true-model":false,"iterations":[0],"means":[1.0E-50],"stderrs":[null],"trials":[1]},
                 {"recipe":"oracle","true-model":true,"iterations":[0],"means":[-2.0],"stderrs":[null],"trials":[4]}]"""),
                Json.read(curves.toString()));
    }
}
