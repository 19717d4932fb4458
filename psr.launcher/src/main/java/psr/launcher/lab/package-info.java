/**
 * The laboratory as its users see it: {@link psr.launcher.lab.Lab} submits jobs to {@code psr.launcher.jobs}, opens saved runs and computes what needs no
 * job; {@link psr.launcher.lab.PresentServices} describes the services that are present.
 */
package psr.launcher.lab;
