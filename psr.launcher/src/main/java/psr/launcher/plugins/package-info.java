/**
 * The plugins folder: installs its jars, retains each version as long as a run needs it, and describes the state of each
 * file for users who do not know OSGi.
 *
 * <p>Input: jars. Output: bundles at {@code psr-plugin:<hash>}, which are offered to new runs or only retained for earlier ones.
 *
 * <p>A run is bound to the exact bundles that it started with:
 * <ol>
 * <li>it gets {@link psr.launcher.services.BundleHolds#current} and binds its names to services that this selection
 * {@linkplain psr.launcher.services.Selection#takes takes};
 * <li>it {@linkplain psr.launcher.services.BundleHolds#hold holds} the bundle of each service before it gets the service,
 * and records the versions of the hold, not those that the bundle has later;
 * <li>it closes the selection when all names are bound, and the holds when it has ended;
 * <li>if it is saved in a folder, {@link psr.launcher.services.BundleHolds#keepFor} keeps the jars for as long as the folder
 * exists;
 * <li>it resumes, even after a restart, with {@linkplain psr.launcher.services.BundleHolds#exactly exactly} the recorded bundles.
 * </ol>
 *
 * <p>All lists of services, including model formats and reporters, leave out bundles that are not
 * {@linkplain psr.launcher.services.BundleHolds#isOffered offered}. If two bundles provide the same name, the bundle that
 * ships with the laboratory wins over a {@linkplain psr.launcher.services.BundleHolds#isPlugin plugin}, even if the plugin
 * was started first.
 *
 * <p>A plugin that imports packages of another plugin is wired to the version that was present when it was started. It is
 * rewired when that version is uninstalled, which happens only after the last run that holds both has ended.
 */
package psr.launcher.plugins;
