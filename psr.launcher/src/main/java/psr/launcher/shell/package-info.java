/**
 * The commands of the shell, scope {@code psr}; the same from the command line and, through any session of Gogo, from
 * elsewhere. They read arguments, ask the laboratory, and print; what goes wrong is thrown:
 * {@link java.lang.IllegalArgumentException} where the user can mend it, any other exception where not.
 */
package psr.launcher.shell;
