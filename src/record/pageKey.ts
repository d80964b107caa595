/**
 * An address by what it leads to, as nearly as its spelling tells: without scheme, `www.`, default port, fragment, slashes and punctuation at the
 * end, parameters that only say where a reader came from, and case. Two pages may share one; so it excuses, and never proves.
 */
export function pageKey(url: string): string {
  const bare = url
    .trim()
    .replace(/#.*/s, '')
    .replace(/(?<![).,;:!?'"»”’>\]}…]|%(?:22|27|29))(?:[).,;:!?'"»”’>\]}…]|%(?:22|27|29))+$/iu, '');
  const parsed = parsedOrNot(bare);
  if (parsed === undefined) return bare.toLowerCase();
  const { hostname, port, pathname, searchParams } = parsed;
  const parameters = [...searchParams].filter(
    ([name]) => !/^(?:utm_\w+|fbclid|gclid|dclid|msclkid|mc_[ce]id|igshid|ref_src|yclid)$/i.test(name),
  );
  const query = parameters
    .map(([name, value]) => `${name}=${value}`)
    .sort()
    .join('&');
  const place = `${hostname.replace(/^www\d*\./, '').replace(/\.$/, '')}${port === '' || port === '80' || port === '443' ? '' : `:${port}`}`;
  return `${place}${decoded(pathname).replace(/(?<!\/)\/+$/, '')}?${query}`.toLowerCase();
}

/** Not by `URL.canParse`, which in Node.js 20 comes to deny addresses with letters such as "ü". */
function parsedOrNot(url: string): URL | undefined {
  try {
    return new URL(url);
  } catch {
    return undefined;
  }
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path; // Its percent-encoding is broken.
  }
}
