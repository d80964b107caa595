/** Avoids `URL.canParse`: once compiled, in Node.js 20 it rejects addresses with letters like "ü". */
export function parsedUrl(url: string, base?: string): URL | undefined {
  try {
    return new URL(url, base);
  } catch {
    return undefined;
  }
}
