export class BaseUrlError extends Error {
  override readonly name = 'BaseUrlError';
}

export interface BaseUrl {
  /** Without a slash at its end. */
  url: string;
  /** What its key is bound to. */
  origin: string;
  /** Plain http beyond this machine: a key would be read on the way, so none is sent. */
  isExposed: boolean;
}

/** @throws BaseUrlError */
export function checkedBaseUrl(text: string): BaseUrl {
  let url: URL;
  try {
    url = new URL(text.trim());
  } catch (error) {
    throw new BaseUrlError(`"${text}" is no address. A base URL looks like http://localhost:11434/v1.`, {
      cause: error,
    });
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new BaseUrlError(`${text}: a base URL begins with https:// or http://.`);
  if (url.username !== '' || url.password !== '')
    throw new BaseUrlError('A base URL holds no user name and no password.');
  if (url.search !== '' || url.hash !== '') throw new BaseUrlError(`${text}: a base URL ends before "?" and "#".`);
  const isExposed = url.protocol === 'http:' && !isLoopback(url.hostname);
  return { url: url.href.replace(/(?<!\/)\/+$/, ''), origin: url.origin, isExposed };
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host);
