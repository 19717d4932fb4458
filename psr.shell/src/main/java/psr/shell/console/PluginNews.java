package psr.shell.console;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;

import psr.api.lab.PluginFile;
import psr.api.lab.PluginListener;
import psr.shell.text.VisibleText;

/** Prints one line when a plugin is loaded, replaced, rejected or removed. */
final class PluginNews implements PluginListener {

    private static final int LONGEST = 500;

    private final Consumer<String> printer;
    /** The plugins that work, by file name. */
    private final Map<String, PluginFile> active = new HashMap<>();

    /**
     * Creates the listener.
     *
     * @param known the files that are already in the folder, which are not reported
     */
    PluginNews(Iterable<PluginFile> known, Consumer<String> printer) {
        this.printer = printer;
        known.forEach(this::remember);
    }

    private PluginFile remember(PluginFile file) {
        return file.state() == PluginFile.State.ACTIVE ? active.put(file.name(), file) : active.get(file.name());
    }

    @Override
    public synchronized void changed(PluginFile file) {
        PluginFile before = remember(file);
        switch (file.state()) {
            case ACTIVE -> {
                if (before == null) {
                    tell("loaded", file);
                } else if (!Objects.equals(before.bundle(), file.bundle()) || !before.remark().equals(file.remark())) {
                    tell("replaced", file);
                }
            }
            case REJECTED, SUPERSEDED -> {
                active.remove(file.name());
                tell(file.state() == PluginFile.State.REJECTED ? "rejected" : "superseded", file);
            }
            default -> {
            }
        }
    }

    @Override
    public synchronized void removed(PluginFile file) {
        active.remove(file.name());
        printer.accept(VisibleText.of("plugin removed: " + file.name(), LONGEST));
    }

    private void tell(String what, PluginFile file) {
        printer.accept(VisibleText.of("plugin " + what + ": " + file.name()
                + file.bundle().map(bundle -> ", " + bundle.name() + " " + bundle.version()).orElse("")
                + (file.remark().isEmpty() ? "" : ": " + file.remark()), LONGEST));
    }
}
