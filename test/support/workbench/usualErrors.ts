/**
 * Errors on the console that each window of these servers has: no gallery and no service worker are there, nobody signs in to
 * GitHub, connections end with the window. “Found unexpected null” is what the editor's own frame of a webview says of a page that
 * is replaced while it loads, as the Markdown preview's is. An extension host that is busy while the editor saves a file of its own
 * is not waited for; no code of ours takes part in saving.
 */
export const usualErrors =
  /open-vsx|status of 404|response code \(404\)|ServiceWorker|net::ERR_|authentication provider 'github'|CloseEvent|WebSocket|^Found unexpected null$|Aborted onWillSaveTextDocument-event/;

/** Thrown by that frame itself, which asks again and again for the body of a page that may have none yet. */
export const isOfTheFrame = ({ stack = '' }: Error): boolean => /\/webview\/browser\/pre\//.test(stack);

/** The editor keeps a row's command by a number, which is gone as soon as the row is given again. */
export const lostCommand = /Actual command not found/;
