/**
 * The lab server. {@link psr.server.ServerEndpoint} opens it, {@link psr.server.LabServer} connects its parts. Packages:
 * {@code http} (requests and responses, authentication, problems), {@code store} (the database), {@code events} (server-sent events),
 * {@code services} (what is present in the laboratory). A client of {@code psr.api} and of the job engine, like the shell.
 */
package psr.server;
