/**
 * {@code psr new-learner NAME DIR}: a Maven project of a third party, from templates in this bundle, that compiles and
 * passes its contract test as it is. It carries {@code psr.api} along, taken from the running framework, so that it
 * needs neither our build nor a repository that has us.
 */
package psr.shell.scaffold;
