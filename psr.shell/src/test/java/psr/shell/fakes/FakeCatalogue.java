package psr.shell.fakes;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import psr.api.eval.Measure;
import psr.api.lab.AcceptedData;
import psr.api.lab.BundleVersion;
import psr.api.lab.Catalog;
import psr.api.lab.ServiceInfo;
import psr.api.lab.ServiceKind;
import psr.api.lab.Stage;
import psr.api.model.Model;
import psr.api.settings.Schema;
import psr.api.settings.Setting;

/** Services that were added by hand. */
public final class FakeCatalogue implements Catalog {

    private static final BundleVersion BUNDLE = new BundleVersion("test", "1.0.0", "");

    private final List<ServiceInfo> services = new ArrayList<>();
    private final Map<String, Class<? extends Record>> settings = new LinkedHashMap<>();
    private final Map<String, Class<? extends Model>> models = new LinkedHashMap<>();
    private final Map<String, List<String>> broken = new LinkedHashMap<>();

    public FakeCatalogue with(ServiceKind kind, String name, Class<? extends Record> record) {
        services.add(ServiceInfo.of(kind, name, "a " + kind.word() + " for tests", "", AcceptedData.SYMBOLS, BUNDLE));
        settings.put(name, record);
        return this;
    }

    public FakeCatalogue breaking(String name, String... promises) {
        broken.put(name, List.of(promises));
        return this;
    }

    @Override
    public List<ServiceInfo> present(ServiceKind kind) {
        return services.stream().filter(service -> service.kind() == kind).toList();
    }

    @Override
    public List<ServiceInfo> named(String name) {
        return services.stream().filter(service -> service.name().equals(name)).toList();
    }

    @Override
    public List<Setting> settings(ServiceInfo service) {
        return Schema.of(settings.get(service.name())).settings();
    }

    @Override
    public Optional<Class<? extends Model>> models(ServiceInfo service) {
        return Optional.ofNullable(models.get(service.name()));
    }

    public FakeCatalogue making(String name, Class<? extends Model> type) {
        models.put(name, type);
        return this;
    }

    @Override
    public Map<String, Measure> measures(List<Stage> metrics) {
        Map<String, Measure> measures = new LinkedHashMap<>();
        for (Stage metric : metrics) {
            measures.put(metric.name() + ".value", Measure.of("value", Measure.Better.LOWER, "a number"));
        }
        return measures;
    }

    @Override
    public List<String> check(ServiceInfo service, Map<String, String> typed, Duration limit) {
        return broken.getOrDefault(service.name(), List.of());
    }
}
