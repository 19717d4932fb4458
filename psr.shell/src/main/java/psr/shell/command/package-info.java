/**
 * What every command of the shell is made of: how it is used ({@link psr.shell.command.Usage}), what was typed
 * ({@link psr.shell.command.Arguments}), where it prints ({@link psr.shell.command.Output}).
 *
 * <p>A command is a service in Gogo's scope {@code psr}, the same from the command line and, through any session of Gogo, from
 * elsewhere. It reads arguments, asks the laboratory, and prints; what goes wrong is thrown:
 * {@link java.lang.IllegalArgumentException} where the user can mend it, any other exception where not.
 */
package psr.shell.command;
