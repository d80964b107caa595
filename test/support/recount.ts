/**
 * The counts of a debate from the lines of its log, by code that shares nothing with the fold: what the documents print is held
 * against it.
 */

interface Line {
  seq: number;
  speaker: string;
  type: string;
  content: string;
  target_seq: number | null;
  sources: readonly { url: string }[] | null;
  data: Record<string, unknown>;
}

const statuses = ['verified', 'unreliable', 'fabricated', 'unverified'];
const citing = /^(opening_statement|new_point|rebuttal|conjecture|closing_statement|clarification_request|source_challenge|defense|critique|argument)$/;

export interface Tally {
  cited: number;
  verified: number;
  unreliable: number;
  fabricated: number;
  unverified: number;
  unchecked: number;
}

export interface Recount {
  entries: number;
  redacted: number[];
  all: Tally;
  by: Record<string, Tally>;
  /** Of entries that stand, with `cited` of all and `struck` of the others. */
  ledgers: Record<string, Tally & { struck: number }>;
}

const nothing = (): Tally => ({ cited: 0, verified: 0, unreliable: 0, fabricated: 0, unverified: 0, unchecked: 0 });

/** A torn line at the end is none. */
function entriesOf(log: string): Line[] {
  return log.split('\n').flatMap((text) => {
    const { seq, speaker, type, content, sources, data, target_seq: target } = jsonIn(text) as Partial<Line>;
    if (seq === undefined || speaker === undefined || type === undefined) return [];
    return [{ seq, speaker, type, content: content ?? '', sources: sources ?? null, data: data ?? {}, target_seq: target ?? null }];
  });
}

/** By `seq url`: the status in force. A user's word leaves it as it is; alone it is no result of a check. */
function resultsIn(lines: readonly Line[]): Map<string, string> {
  const results = new Map<string, string>();
  for (const { type, speaker, target_seq: target, content, data } of lines) {
    if (type !== 'verification_result' || target === null) continue;
    const { url, status } = typeof data['url'] === 'string' ? data : jsonIn(content);
    if (typeof url !== 'string' || !statuses.includes(String(status))) continue;
    const key = `${target} ${url}`;
    results.set(key, speaker === 'user' ? (results.get(key) ?? 'unverified') : String(status));
  }
  return results;
}

function jsonIn(content: string): Record<string, unknown> {
  try {
    return JSON.parse(content) as Record<string, unknown>;
  } catch {
    return {};
  }
}

export function recount(log: string): Recount {
  const all = entriesOf(log);
  // Where a seq stands twice, the first counts.
  const lines = all.filter(({ seq }, index) => all.findIndex((other) => other.seq === seq) === index);
  const results = resultsIn(lines);
  const named = (line: Line): number | null => line.target_seq ?? Number(/^\W*REDACTED:\s+seq\s+(\d+)/i.exec(line.content)?.[1] ?? Number.NaN);
  const redacted = [...new Set(lines.filter(({ type }) => type === 'redaction').map(named))].filter((seq): seq is number => seq !== null && !Number.isNaN(seq));
  const counted: Recount = { entries: all.length, redacted, all: nothing(), by: {}, ledgers: {} };
  for (const line of lines) {
    const own = citing.test(line.type) || [...results.keys()].some((key) => key.startsWith(`${line.seq} `)) ? (line.sources ?? []).map(({ url }) => url) : [];
    const found = [...results.keys()].filter((key) => key.startsWith(`${line.seq} `)).map((key) => key.slice(`${line.seq} `.length));
    for (const url of new Set([...own, ...found])) {
      const status = (results.get(`${line.seq} ${url}`) ?? 'unchecked') as keyof Tally;
      const isCited = own.includes(url);
      const isStruck = redacted.includes(line.seq);
      const ledger = (counted.ledgers[line.speaker] ??= { ...nothing(), struck: 0 });
      for (const tally of [counted.all, (counted.by[line.speaker] ??= nothing())]) {
        tally[status] += 1;
        if (isCited) tally.cited += 1;
      }
      if (isCited) ledger.cited += 1;
      if (isStruck) ledger.struck += 1;
      else ledger[status] += 1;
    }
  }
  return counted;
}
