/**
 * The implementation of the laboratory API: {@link psr.launcher.lab.Lab} submits jobs to {@code psr.launcher.jobs}, opens saved runs and performs
 * computations that need no job; {@link psr.launcher.lab.PresentServices} describes the services that are present.
 */
package psr.launcher.lab;
