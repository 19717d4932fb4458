/**
 * The page in a real browser: Chromium, driven by its own protocol (DevTools over a WebSocket), against the application as it ships.
 * Where there is no Chromium these tests are skipped, and say so.
 */
package psr.itest.page;
