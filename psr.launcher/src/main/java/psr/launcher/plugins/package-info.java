/**
 * The plugins folder: takes jars into the framework, keeps each version for as long as a run needs it, and says what became of
 * each file, in words for people who never heard of bundles.
 *
 * <p>In: jars. Out: bundles at {@code psr-plugin:<hash>}, whose services new runs may have or not.
 *
 * <p>A run is bound to the exact bundles that it began with:
 * <ol>
 * <li>it takes {@link psr.launcher.services.BundleHolds#current} and binds its names to services that this selection
 * {@linkplain psr.launcher.services.Selection#takes takes};
 * <li>it {@linkplain psr.launcher.services.BundleHolds#hold holds} the bundle of each service before it asks for the service,
 * and records the versions that the hold names, never those of the bundle later;
 * <li>it closes the selection when all names are bound, and the holds when it has ended;
 * <li>where it is kept in a folder, {@link psr.launcher.services.BundleHolds#keepFor} keeps the jars with it;
 * <li>it goes on, also after a restart, with {@linkplain psr.launcher.services.BundleHolds#exactly exactly} what was recorded.
 * </ol>
 *
 * <p>Whoever lists services, models' formats and reporters too, leaves out those of bundles that are not
 * {@linkplain psr.launcher.services.BundleHolds#isOffered offered}. Where two bundles claim one name, what ships comes before
 * what {@linkplain psr.launcher.services.BundleHolds#isPlugin is a plugin}: plugins may be started before it.
 *
 * <p>A plugin that takes packages from another one is wired to the version that was there when it was started, and is rewired
 * when that one goes: not before the last run that holds both has ended.
 */
package psr.launcher.plugins;
