/**
 * Errors on the console that each window of these servers has: no gallery and no service worker are there, nobody signs in to
 * GitHub, connections end with the window. “Found unexpected null” is what the editor's own frame of a webview says of a page that
 * is replaced while it loads, as the Markdown preview's is.
 */
export const usualErrors =
  /open-vsx|status of 404|response code \(404\)|ServiceWorker|net::ERR_|authentication provider 'github'|CloseEvent|WebSocket|^Found unexpected null$/;
