/**
 * The address, where it is one. Not by `URL.canParse`: once it is compiled, Node.js 20 denies addresses with letters such as "ü", so that the same
 * address is one at first and none later.
 */
export function parsedUrl(url: string, base?: string): URL | undefined {
  try {
    return new URL(url, base);
  } catch {
    return undefined;
  }
}
