/**
 * {@code psr new-learner NAME DIR}: writes a Maven project from templates in this bundle. It compiles and passes its
 * contract test without changes. It contains {@code psr.api}, taken from the running framework, so that it needs
 * neither our build nor a repository.
 */
package psr.shell.scaffold;
