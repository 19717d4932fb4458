package psr.api.contract;

import java.util.Map;

import psr.api.settings.Configurable;
import psr.api.settings.Schema;
import psr.api.settings.Setting;

/** What everything promises that has settings. */
final class SettingsContract {

    private SettingsContract() {}

    /** Settings: declared well, and their declared limits hold. */
    static <S extends Record> void check(Configurable<S> service, ContractAssertions promises) {
        Schema<S> schema = promises.make("settings() must be a record whose components have @Option",
                () -> Schema.of(service.settings()));
        if (schema == null) {
            return;
        }
        Class<?> settings = service.settings();
        promises.keep(service.settings() == settings, "settings() must be the same class on every call");
        if (schema.settings().stream().noneMatch(Setting::required)) {
            promises.make("the settings must survive being written and read", () -> schema
                    .parse(schema.format(schema.defaults()), "check").equals(schema.defaults()) ? true : null);
        }
        for (Setting setting : schema.settings()) {
            promises.keep(!setting.help().isBlank(), "the setting " + setting.name() + " must have help");
            if (setting.kind() != Setting.Kind.TEXT && setting.kind() != Setting.Kind.FILE) {
                promises.refuse(IllegalArgumentException.class, "the setting " + setting.name() + " must refuse nonsense",
                        () -> schema.parse(Map.of(setting.name(), "no such value"), "check"));
            }
        }
    }
}
