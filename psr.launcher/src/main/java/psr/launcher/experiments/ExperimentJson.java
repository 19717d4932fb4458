package psr.launcher.experiments;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import psr.api.lab.Claim;
import psr.api.lab.Experiment;
import psr.api.lab.Recipe;

/** An experiment as JSON; {@link ExperimentReader} reads it back. */
public final class ExperimentJson {

    private static final ObjectMapper JSON = new ObjectMapper();

    private ExperimentJson() {}

    /** The whole experiment. */
    public static ObjectNode of(Experiment experiment) {
        ObjectNode json = JSON.createObjectNode();
        json.put("name", experiment.name());
        json.put("description", experiment.description());
        json.put("dataset", experiment.dataset().toString());
        ArrayNode recipes = json.putArray("recipes");
        for (Recipe recipe : experiment.recipes()) {
            recipes.addObject().put("label", recipe.label()).put("recipe", recipe.text());
        }
        ArrayNode metrics = json.putArray("metrics");
        experiment.metrics().forEach(metric -> metrics.add(metric.toString()));
        json.put("trials", experiment.trials());
        json.put("seed", experiment.seed());
        json.put("every", experiment.every());
        if (!experiment.rateSearch().rates().isEmpty()) {
            ArrayNode rates = json.putArray("rates");
            experiment.rateSearch().rates().forEach(rates::add);
            experiment.rateSearch().measure().ifPresent(measure -> json.put("rates-by", measure));
            json.put("rates-trials", experiment.rateSearch().trials());
        }
        ArrayNode claims = json.putArray("claims");
        for (Claim claim : experiment.claims()) {
            ObjectNode one = claims.addObject().put("id", claim.id()).put("words", claim.words())
                    .put("measure", claim.measure()).put("subject", ClaimReader.text(claim.subject()))
                    .put("reference", ClaimReader.text(claim.reference()))
                    .put("expected", ClaimReader.text(claim.expected())).put("margin", claim.margin());
            if (!claim.family().isEmpty()) {
                one.put("family", claim.family());
            }
        }
        return json;
    }
}
