package psr.shell.console;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.junit.jupiter.api.Test;

import psr.api.lab.BundleVersion;
import psr.api.lab.PluginFile;

class PluginNewsTest {

    private static PluginFile file(PluginFile.State state, String version, String remark) {
        return PluginFile.of("mine.jar", state, Optional.of(new BundleVersion("mine", version, "")), remark);
    }

    @Test
    void printsOneLinePerChangeOfAPlugin() {
        List<String> said = new ArrayList<>();
        PluginNews news = new PluginNews(List.of(), said::add);
        news.changed(file(PluginFile.State.WAITING, "1.0.0", "just found"));
        news.changed(file(PluginFile.State.ACTIVE, "1.0.0", "adds the learner mine"));
        news.changed(file(PluginFile.State.ACTIVE, "1.0.0", "adds the learner mine"));
        news.changed(file(PluginFile.State.ACTIVE, "1.1.0", "adds the learner mine"));
        news.changed(file(PluginFile.State.REJECTED, "2.0.0", "needs Java 99\u001b[2J"));
        news.removed(file(PluginFile.State.REJECTED, "2.0.0", ""));
        assertEquals(List.of("plugin loaded: mine.jar, mine 1.0.0: adds the learner mine",
                "plugin replaced: mine.jar, mine 1.1.0: adds the learner mine",
                "plugin rejected: mine.jar, mine 2.0.0: needs Java 99\\u001b[2J", "plugin removed: mine.jar"), said);
    }

    @Test
    void doesNotReportPresentPlugins() {
        List<String> said = new ArrayList<>();
        PluginFile known = file(PluginFile.State.ACTIVE, "1.0.0", "adds the learner mine");
        new PluginNews(List.of(known), said::add).changed(known);
        assertEquals(List.of(), said);
    }
}
