/**
 * The plugins folder: File Install puts what lies there into the framework; this package says what became of each
 * file, in words for people who never heard of bundles.
 */
package psr.launcher.plugins;
