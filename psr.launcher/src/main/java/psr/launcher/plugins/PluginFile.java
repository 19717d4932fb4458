package psr.launcher.plugins;

/**
 * A file in the plugins folder.
 *
 * @param name of the file
 * @param state {@code active}, {@code rejected}, {@code waiting} (not yet looked at) or {@code ignored} (no jar)
 * @param bundle what it holds, with the version; empty if that cannot be told
 * @param remark what it adds, or why it is rejected
 */
public record PluginFile(String name, String state, String bundle, String remark) {}
