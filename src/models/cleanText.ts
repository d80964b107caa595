const longest = 300;

/** Shapes of keys and of headers that carry them, whoever's they are. */
const secrets = [/\bsk-[\w-]{6,}/g, /\bbearer\s+\S+/gi, /\b(?:x-api-key|authorization)\b\s*[:=]\s*\S+/gi];

/** A provider's words, fit to be shown: one line, not too long, nothing in them that is or looks like a key. */
export function cleanText(text: string, key: string | undefined): string {
  const withoutKey = key === undefined || key === '' ? text : text.replaceAll(key, '…');
  const scrubbed = secrets.reduce((left, secret) => left.replace(secret, '…'), withoutKey);
  // Format characters too: they could reorder the line.
  const line = scrubbed.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  return line.length <= longest ? line : `${line.slice(0, longest).trimEnd()}…`;
}
