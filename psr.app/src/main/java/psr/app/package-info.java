/** What the application itself contributes before the framework starts. */
package psr.app;
