/**
 * Tests that run inside the framework, with the bundles that ship.
 *
 * <p>The framework is that of the application without its interactive shell; see {@code itest.bndrun}.
 */
package psr.itest;
