/** A host that asks for longer is asked again all the same: Check Again must not be dead for a day. */
const longestMs = 10 * 60_000;

/** How long a host asked to be left alone, by the header of this name; undefined where it says nothing that can be read. */
export function retryAfterMs(header: string | undefined, now: Date): number | undefined {
  const text = header?.trim() ?? '';
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now.getTime();
  return Number.isNaN(ms) || ms <= 0 ? undefined : Math.min(ms, longestMs);
}
