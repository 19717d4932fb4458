package psr.api.contract;

import java.util.Map;

import psr.api.settings.Configurable;
import psr.api.settings.Schema;
import psr.api.settings.Setting;

/** The contract of services with settings. */
final class SettingsContract {

    private SettingsContract() {}

    /** Checks that settings are declared correctly and their limits are enforced. */
    static <S extends Record> void check(Configurable<S> service, ContractAssertions assertions) {
        Schema<S> schema = assertions.attempt("settings() must be a record whose components have @Option",
                () -> Schema.of(service.settings()));
        if (schema == null) {
            return;
        }
        Class<?> settings = service.settings();
        assertions.check(service.settings() == settings, "settings() must be the same class on every call");
        if (schema.settings().stream().noneMatch(Setting::required)) {
            assertions.attempt("the settings must be the same after formatting and parsing", () -> schema
                    .parse(schema.format(schema.defaults()), "check").equals(schema.defaults()) ? true : null);
        }
        for (Setting setting : schema.settings()) {
            assertions.check(!setting.help().isBlank(), "the setting " + setting.name() + " must have help");
            if (setting.kind() != Setting.Kind.TEXT && setting.kind() != Setting.Kind.FILE) {
                assertions.checkThrows(IllegalArgumentException.class,
                        "the setting " + setting.name() + " must reject invalid text",
                        () -> schema.parse(Map.of(setting.name(), "no such value"), "check"));
            }
        }
    }
}
