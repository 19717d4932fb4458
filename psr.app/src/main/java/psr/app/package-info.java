/**
 * What runs before the framework. In: nothing. Out: settings of the virtual machine that Felix needs.
 */
package psr.app;
