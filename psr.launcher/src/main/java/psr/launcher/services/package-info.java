/**
 * Which services are present, and how a run gets hold of them: names are looked up in the
 * {@link psr.launcher.services.ServiceCatalog}, and what a run uses is pinned until it has ended.
 *
 * <p>In: services of the framework. Out: {@link psr.launcher.services.ServiceOffer}, services that stay as they are.
 */
package psr.launcher.services;
