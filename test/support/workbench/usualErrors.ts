/**
 * Errors on the console that every window of these servers has: there is no gallery and no service worker, nobody signs
 * in to GitHub, connections end with the window. The editor's own frame of a webview reports “Found unexpected null”
 * for a page that is replaced while it loads, as the Markdown preview's is. The editor does not wait for a busy
 * extension host while it saves a file of its own; our code takes no part in saving.
 */
export const usualErrors =
  /open-vsx|status of 404|response code \(404\)|ServiceWorker|net::ERR_|authentication provider 'github'|CloseEvent|WebSocket|^Found unexpected null$|Aborted onWillSaveTextDocument-event/;

/** Errors of that frame itself, which repeatedly reads the body of a page that may have none. */
export const isOfTheFrame = ({ stack = '' }: Error): boolean => /\/webview\/browser\/pre\//.test(stack);

/** The editor keeps a row's command by a number, which is gone as soon as the row is given again. */
export const lostCommand = /Actual command not found/;
