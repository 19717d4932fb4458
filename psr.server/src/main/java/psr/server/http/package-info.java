/**
 * Requests and answers: routes ({@link psr.server.http.Resource}), who may ({@link psr.server.http.Access}), what a web page elsewhere
 * must not do ({@link psr.server.http.Gate}), and problems as data (RFC 9457).
 */
package psr.server.http;
