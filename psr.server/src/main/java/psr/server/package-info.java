/**
 * The lab server. {@link psr.server.ServerEndpoint} opens it, {@link psr.server.LabServer} puts its parts together. Packages:
 * {@code http} (requests and answers, who may, problems), {@code store} (the database), {@code events} (what clients are told as it
 * happens), {@code services} (what is present in the laboratory). A client of {@code psr.api}, as the shell is.
 */
package psr.server;
