/**
 * The web interface. Its files are resources of this package, plain HTML, CSS and JavaScript; {@link psr.page.Page}
 * serves them. All data comes from the lab server's API, which does not depend on the page.
 */
package psr.page;
