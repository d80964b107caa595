import { parsedUrl } from '../parsedUrl';
/** The user's proxy for reading pages. */
export interface ProxyChoice {
  /** Address `http://HOST:PORT` or `https://…`, with `USER:PASSWORD@` for a login; http by default. */
  proxy: string;
  /**
   * Targets that are reached without a proxy: names (with all below them), `*.name`, IP addresses, ranges like
   * `10.0.0.0/8`, each perhaps with a port; `*` for everything.
   */
  noProxy: readonly string[];
}

/** Returns undefined if no proxy is set. One proxy serves both schemes. */
export function proxyFromEnvironment(env: Readonly<Record<string, string | undefined>>): ProxyChoice | undefined {
  const first = (...names: readonly string[]): string | undefined =>
    names.map((name) => env[name]?.trim()).find((value) => value !== undefined && value !== '');
  const proxy = first('https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY');
  if (proxy === undefined) return undefined;
  return { proxy, noProxy: entriesOf((first('no_proxy', 'NO_PROXY') ?? '').split(/[\s,]+/)) };
}

/** Reads the editor's `http.proxy` and `http.noProxy`, which are checked here. */
export function proxyFromSettings(settings: { proxy: unknown; noProxy: unknown }): ProxyChoice | undefined {
  const { proxy, noProxy } = settings;
  if (typeof proxy !== 'string' || proxy.trim() === '') return undefined;
  return { proxy: proxy.trim(), noProxy: entriesOf(Array.isArray(noProxy) ? noProxy : []) };
}

const entriesOf = (values: readonly unknown[]): string[] =>
  values.flatMap((value) => (typeof value === 'string' && value.trim() !== '' ? [value.trim()] : []));

/** Returns undefined if the text is not the address of a supported kind of proxy. */
export function proxyUrl(text: string): URL | undefined {
  const written = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  const url = parsedUrl(written);
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? url : undefined;
}
