/** A proxy that the user switched on for reading pages. */
export interface ProxyChoice {
  /** `http://HOST:PORT` or `https://…`, with `USER:PASSWORD@` where it asks for a login; without a scheme, http is meant. */
  proxy: string;
  /**
   * What is reached without it: names (with all below them), `*.name`, IP addresses, ranges such as `10.0.0.0/8`, each with or
   * without a port; `*` for everything.
   */
  noProxy: readonly string[];
}

/** Variables as programs of the command line know them; undefined where none is set. One proxy serves both schemes. */
export function proxyFromEnvironment(env: Readonly<Record<string, string | undefined>>): ProxyChoice | undefined {
  const first = (...names: readonly string[]): string | undefined =>
    names.map((name) => env[name]?.trim()).find((value) => value !== undefined && value !== '');
  const proxy = first('https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY');
  if (proxy === undefined) return undefined;
  return { proxy, noProxy: entriesOf((first('no_proxy', 'NO_PROXY') ?? '').split(/[\s,]+/)) };
}

/** The values of `http.proxy` and `http.noProxy` of the editor; undefined where it has no proxy. They are checked here. */
export function proxyFromSettings(settings: { proxy: unknown; noProxy: unknown }): ProxyChoice | undefined {
  const { proxy, noProxy } = settings;
  if (typeof proxy !== 'string' || proxy.trim() === '') return undefined;
  return { proxy: proxy.trim(), noProxy: entriesOf(Array.isArray(noProxy) ? noProxy : []) };
}

const entriesOf = (values: readonly unknown[]): string[] =>
  values.flatMap((value) => (typeof value === 'string' && value.trim() !== '' ? [value.trim()] : []));

/** Undefined where it is no address of a proxy of a kind that can be spoken to. */
export function proxyUrl(text: string): URL | undefined {
  const written = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  if (!URL.canParse(written)) return undefined;
  const url = new URL(written);
  return url.protocol === 'http:' || url.protocol === 'https:' ? url : undefined;
}
