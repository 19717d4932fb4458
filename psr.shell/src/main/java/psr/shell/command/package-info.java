/**
 * The common parts of shell commands: usage ({@link psr.shell.command.Usage}), arguments
 * ({@link psr.shell.command.Arguments}) and output ({@link psr.shell.command.Output}).
 *
 * <p>A command is a service in Gogo's scope {@code psr}, the same from the command line and in any Gogo session. It parses
 * arguments, calls the laboratory, and prints. Failures are exceptions: {@link java.lang.IllegalArgumentException} if the
 * user can correct the input, any other exception otherwise.
 */
package psr.shell.command;
