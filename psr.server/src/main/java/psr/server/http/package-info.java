/**
 * HTTP requests and responses: routes ({@link psr.server.http.Resource}), authentication ({@link psr.server.http.Access}), protection against
 * foreign web pages ({@link psr.server.http.Gate}), and problems as data (RFC 9457).
 */
package psr.server.http;
