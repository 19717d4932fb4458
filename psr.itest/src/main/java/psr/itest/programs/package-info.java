/**
 * Programs that use the laboratory's services in a bundle of their own, shown in docs/PROGRAMS.md as they stand here.
 */
package psr.itest.programs;
