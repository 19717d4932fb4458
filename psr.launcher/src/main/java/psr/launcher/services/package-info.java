/**
 * The services that are present, and how a run obtains them: names are looked up in the
 * {@link psr.launcher.services.ServiceCatalog}, and the services of a run are pinned until it has ended.
 *
 * <p>In: services of the framework. Out: {@link psr.launcher.services.ServiceOffer}, services that stay the same during a run.
 */
package psr.launcher.services;
