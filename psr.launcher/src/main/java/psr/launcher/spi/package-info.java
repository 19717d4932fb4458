/**
 * The interface of psr.launcher for the modules psr.server, psr.cluster, psr.shell and psr.ssh of this project, and for no other: the job engine
 * behind {@link psr.api.lab.Laboratory}. The package is exported with the mandatory attribute {@code scope=internal} and may change in every
 * version; other bundles use psr.api.
 */
@org.osgi.annotation.bundle.Export(attribute = {"scope=internal", "mandatory:='scope'"})
@org.osgi.annotation.versioning.Version("0.1.0")
package psr.launcher.spi;
