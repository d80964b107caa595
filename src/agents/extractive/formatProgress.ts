import type { PerformContext } from '../performer';

/** The fields of an answer that are sentences for readers; names, labels, ids and quotations are not. */
const written: ReadonlySet<string> = new Set([
  ...[
    'argument',
    'preemptive_rebuttals',
    'evidence_strengthening',
    'assumption_defence',
    'scope_and_framing',
    'text',
    'reason',
    'reasoning',
  ],
  ...[
    'claim',
    'relevance',
    'warrant',
    'backing',
    'content',
    'question',
    'clash',
    'verdict',
    'overall',
    'advocate',
    'critic',
    'agreements',
    'unresolved',
  ],
]);

/** What an answer of a tribunal or a dialectic reads and says, as progress: the addresses it cites first, then its words in order. */
export function tellProgress(output: unknown, { progress }: Pick<PerformContext, 'progress'>): void {
  const urls = new Set<string>();
  const texts: string[] = [];
  gather(output, '', { urls, texts });
  for (const url of urls) progress({ kind: 'reading', url });
  // Each time all that was written so far.
  for (const at of texts.keys()) progress({ kind: 'writing', text: texts.slice(0, at + 1).join('\n\n') });
}

function gather(value: unknown, key: string, found: { urls: Set<string>; texts: string[] }): void {
  if (typeof value === 'string') {
    if (key === 'url') found.urls.add(value);
    else if (written.has(key) && value.trim() !== '') found.texts.push(value);
  } else if (Array.isArray(value)) {
    for (const item of value) gather(item, key, found);
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, inner] of Object.entries(value)) gather(inner, name, found);
  }
}
