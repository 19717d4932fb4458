package psr.launcher.experiments;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

import psr.api.lab.Claim;
import psr.api.lab.Experiment;
import psr.api.lab.Recipe;
import psr.api.lab.Stage;

/**
 * All that an experiment file says.
 *
 * @param experiment what is compared
 * @param description what it is about; may be empty
 * @param rates the rates to choose from before it runs, as typed; empty if recipes are taken as they are
 * @param claims what is to be judged; may be empty
 */
public record Plan(Experiment experiment, String description, List<String> rates, List<Claim> claims) {

    /** Copies the lists. */
    public Plan {
        Objects.requireNonNull(experiment, "experiment");
        Objects.requireNonNull(description, "description");
        rates = List.copyOf(rates);
        claims = List.copyOf(claims);
    }

    /** The same with another experiment. */
    public Plan with(Experiment other) {
        return new Plan(other, description, rates, claims);
    }

    /** The same with fewer claims. */
    public Plan with(List<Claim> fewer) {
        return new Plan(experiment, description, rates, fewer);
    }

    /** The claims that can be judged where these measures are taken. */
    public List<Claim> judgeable(Set<String> measures) {
        List<String> labels = new ArrayList<>(experiment.recipes().stream().map(Recipe::label).toList());
        labels.add(Experiment.ORACLE);
        return claims.stream().filter(claim -> labels.contains(claim.subject().recipe())
                && labels.contains(claim.reference().recipe())
                && (claim.measure().equals(Claim.TIME) || measures.contains(claim.measure()))).toList();
    }

    /** As an experiment file, ready for a JSON writer; {@link PlanReader} reads it back. */
    public Map<String, Object> json() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", experiment.name());
        json.put("description", description);
        json.put("dataset", experiment.dataset().toString());
        List<Object> recipes = new ArrayList<>();
        for (Recipe recipe : experiment.recipes()) {
            recipes.add(ordered("label", recipe.label(), "recipe", recipe.text()));
        }
        json.put("recipes", recipes);
        json.put("metrics", experiment.metrics().stream().map(Stage::toString).toList());
        json.put("trials", experiment.trials());
        json.put("seed", experiment.seed());
        json.put("every", experiment.every());
        if (!rates.isEmpty()) {
            json.put("rates", rates);
        }
        List<Object> written = new ArrayList<>();
        for (Claim claim : claims) {
            written.add(ordered("id", claim.id(), "words", claim.words(), "measure", claim.measure(), "subject",
                    ClaimReader.text(claim.subject()), "reference", ClaimReader.text(claim.reference()), "expected",
                    ClaimReader.text(claim.expected()), "margin", claim.margin()));
        }
        json.put("claims", written);
        return json;
    }

    private static Map<String, Object> ordered(Object... pairs) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            map.put((String) pairs[i], pairs[i + 1]);
        }
        return map;
    }
}
