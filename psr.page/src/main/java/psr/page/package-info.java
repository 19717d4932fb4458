/**
 * The page: its files are beside this package, as plain HTML, CSS and JavaScript; {@link psr.page.Page} hands them out. Everything it shows
 * comes from the lab server's API, which knows nothing of the page.
 */
package psr.page;
