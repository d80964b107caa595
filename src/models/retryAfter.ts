/** What is asked beyond this is a slip of the server, and more than a date can hold. */
const longest = 31 * 24 * 3_600_000;

/** How long a server asks to wait, in milliseconds from `now`: `retry-after` in seconds or as an HTTP date. */
export function retryAfter(headers: Headers | undefined, now: number): number | undefined {
  const exact = Number.parseFloat(headers?.get('retry-after-ms') ?? '');
  if (exact >= 0) return bounded(exact);
  const text = headers?.get('retry-after')?.trim() ?? '';
  if (/^\d+(?:\.\d+)?$/.test(text)) return bounded(Number(text) * 1_000);
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : bounded(date - now);
}

const bounded = (ms: number): number => Math.min(longest, Math.max(0, Math.ceil(ms)));
