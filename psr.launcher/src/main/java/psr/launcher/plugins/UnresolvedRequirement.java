package psr.launcher.plugins;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.osgi.framework.Bundle;
import org.osgi.framework.Version;
import org.osgi.framework.namespace.BundleNamespace;
import org.osgi.framework.namespace.ExecutionEnvironmentNamespace;
import org.osgi.framework.namespace.PackageNamespace;
import org.osgi.framework.wiring.BundleCapability;
import org.osgi.framework.wiring.BundleRequirement;
import org.osgi.framework.wiring.BundleRevision;
import org.osgi.resource.Namespace;

/** Describes why a bundle does not resolve. */
final class UnresolvedRequirement {

    private static final Pattern FLOOR = Pattern.compile("\\(version>=([0-9][^)]*)\\)");
    private static final Pattern CEILING = Pattern.compile("\\(!\\(version>=([0-9][^)]*)\\)\\)");

    private static final Pattern API = Pattern.compile("psr\\.api(\\..*)?");

    private UnresolvedRequirement() {}

    /**
     * The requirements of a bundle that no bundle satisfies.
     *
     * @param present all bundles, including this one
     */
    static List<String> of(Bundle bundle, List<Bundle> present) {
        BundleRevision revision = bundle.adapt(BundleRevision.class);
        if (revision == null) {
            return List.of();
        }
        List<BundleRevision> revisions = present.stream().map(each -> each.adapt(BundleRevision.class))
                .filter(Objects::nonNull).toList();
        List<String> missing = new ArrayList<>();
        Map<String, List<String>> api = new LinkedHashMap<>();
        for (BundleRequirement need : revision.getDeclaredRequirements(null)) {
            String namespace = need.getNamespace();
            boolean wanted = !Namespace.RESOLUTION_OPTIONAL.equals(need.getDirectives().get("resolution"))
                    && !"active".equals(need.getDirectives().get("effective"))
                    && !"dynamic".equals(need.getDirectives().get("resolution"));
            List<BundleCapability> offered = revisions.stream()
                    .flatMap(each -> each.getDeclaredCapabilities(namespace).stream()).toList();
            List<BundleCapability> matching = offered.stream().filter(need::matches).toList();
            if (wanted && matching.isEmpty() && API.matcher(subject(need)).matches()) {
                api.computeIfAbsent(words(need, offered).replace(subject(need), "%s"), words -> new ArrayList<>())
                        .add(subject(need));
            } else if (wanted && matching.isEmpty()) {
                missing.add(words(need, offered));
            } else if (wanted && matching.stream().allMatch(each -> unresolved(each, bundle))) {
                missing.add("needs " + subject(need) + " of " + matching.get(0).getRevision().getSymbolicName()
                        + ", which is rejected itself");
            }
        }
        return Stream.concat(combined(api).stream(), missing.stream()).distinct().toList();
    }

    /** Combines equal messages about several packages of psr.api into one. */
    static List<String> combined(Map<String, List<String>> subjects) {
        List<String> sentences = new ArrayList<>();
        subjects.forEach((words, names) -> {
            List<String> distinct = names.stream().distinct().toList();
            int comma = words.indexOf(',');
            sentences.add(distinct.size() == 1 ? String.format(Locale.ROOT, words, distinct.get(0))
                    : words.startsWith("needs the package %s")
                            ? words.replace("package %s", "packages " + String.join(", ", distinct))
                    : String.format(Locale.ROOT, words.substring(0, comma), "psr.api") + " (" + String.join(", ", distinct) + ")"
                            + words.substring(comma));
        });
        return sentences;
    }

    private static boolean unresolved(BundleCapability capability, Bundle but) {
        Bundle provider = capability.getRevision().getBundle();
        return provider != but && provider.getState() == Bundle.INSTALLED;
    }

    private static String words(BundleRequirement need, Collection<BundleCapability> offered) {
        String namespace = need.getNamespace();
        String filter = String.valueOf(need.getDirectives().get("filter"));
        String subject = subject(need);
        if (namespace.equals(ExecutionEnvironmentNamespace.EXECUTION_ENVIRONMENT_NAMESPACE)) {
            Matcher java = Pattern.compile("\\(version=([^)]*)\\)").matcher(filter);
            return "needs Java " + (java.find() ? java.group(1) : filter) + ", this lab runs on Java "
                    + Runtime.version().feature();
        }
        if (!namespace.equals(PackageNamespace.PACKAGE_NAMESPACE)
                && !namespace.equals(BundleNamespace.BUNDLE_NAMESPACE)) {
            return "needs " + namespace + " " + filter + ", which no bundle provides";
        }
        boolean isPackage = namespace.equals(PackageNamespace.PACKAGE_NAMESPACE);
        Optional<Version> other = offered.stream().filter(each -> subject.equals(each.getAttributes().get(namespace)))
                .map(each -> each.getAttributes().get(isPackage ? "version" : "bundle-version"))
                .filter(Version.class::isInstance).map(Version.class::cast).max(Version::compareTo);
        if (other.isEmpty()) {
            return "needs the " + (isPackage ? "package " : "bundle ") + subject + ", which no bundle provides";
        }
        return "needs " + subject + " " + range(filter.replace("bundle-version", "version")) + ", this lab has "
                + brief(other.get());
    }

    /** The name of the package or bundle that is needed. */
    private static String subject(BundleRequirement need) {
        Matcher name = Pattern.compile("\\(" + Pattern.quote(need.getNamespace()) + "=([^)]*)\\)")
                .matcher(String.valueOf(need.getDirectives().get("filter")));
        return name.find() ? name.group(1) : need.getNamespace();
    }

    /** The versions that match a filter: {@code 2.x}, {@code 1.3.x}, {@code 2.0 or later}. */
    static String range(String filter) {
        Matcher ceiling = CEILING.matcher(filter);
        Optional<Version> high = ceiling.find() ? Optional.of(new Version(ceiling.group(1))) : Optional.empty();
        Matcher floor = FLOOR.matcher(ceiling.replaceAll(""));
        Optional<Version> low = floor.find() ? Optional.of(new Version(floor.group(1))) : Optional.empty();
        if (low.isEmpty()) {
            return high.map(version -> "below " + brief(version)).orElse("in another form");
        }
        if (high.isEmpty()) {
            return brief(low.get()) + " or later";
        }
        Version from = low.get();
        Version to = high.get();
        if (to.equals(new Version(from.getMajor() + 1, 0, 0)) && from.getMinor() == 0) {
            return from.getMajor() + ".x";
        }
        if (to.equals(new Version(from.getMajor(), from.getMinor() + 1, 0))) {
            return from.getMajor() + "." + from.getMinor() + ".x";
        }
        return "from " + brief(from) + " to below " + brief(to);
    }

    private static String brief(Version version) {
        return version.getMajor() + "." + version.getMinor() + (version.getMicro() == 0 ? ""
                : "." + version.getMicro());
    }
}
