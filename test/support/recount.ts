/**
 * Counts of a debate from its log's lines, by code that shares nothing with the fold; the documents' figures are
 * compared with them.
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
const citing =
  /^(opening_statement|new_point|rebuttal|conjecture|closing_statement|clarification_request|source_challenge|defense|critique|argument)$/;

export interface Tally {
  cited: number;
  verified: number;
  /** Verified sources whose support was not judged. */
  quoted: number;
  unreliable: number;
  fabricated: number;
  unverified: number;
  unchecked: number;
  /** Corrected sources, counted apart from unreliable ones in records of version 3 and later. */
  corrected: number;
  withdrawn: number;
}

export interface Recount {
  entries: number;
  redacted: number[];
  all: Tally;
  by: Record<string, Tally>;
  /** Counts of entries that are not redacted, with `cited` of all entries and `redacted` of the others. */
  ledgers: Record<string, Tally & { redacted: number }>;
  /** Counts in a tribunal's ruling, by its seq, of the log up to it. */
  rulings: Record<number, RulingCounts>;
  /** Scores of a dialectic by side: the sum of the last scores in hundredths, and the number of arguments with one. */
  scores: Record<string, { hundredths: number; count: number }>;
  /** Sources that need a check and have none, without and with those of redacted entries. */
  pending: { shown: number; all: number };
}

export interface RulingCounts {
  citations: Record<'confirmed' | 'disputed' | 'unverifiable' | 'fabricated', number> & { quoted?: number };
  issues: Record<'total' | 'resolved' | 'open' | 'stalled', number>;
  research: Record<string, { queries: number; files_read: number; sources: number }>;
}

const nothing = (): Tally => ({
  cited: 0,
  verified: 0,
  quoted: 0,
  unreliable: 0,
  fabricated: 0,
  unverified: 0,
  unchecked: 0,
  corrected: 0,
  withdrawn: 0,
});

/** A torn line at the end does not count. */
function entriesOf(log: string): Line[] {
  return log.split('\n').flatMap((text) => {
    const { seq, speaker, type, content, sources, data, target_seq: target } = jsonIn(text) as Partial<Line>;
    if (seq === undefined || speaker === undefined || type === undefined) return [];
    return [
      {
        seq,
        speaker,
        type,
        content: content ?? '',
        sources: sources ?? null,
        data: data ?? {},
        target_seq: target ?? null,
      },
    ];
  });
}

/** Current status by `seq url`. A user's statement does not change it, and alone is not a check. */
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

/** Verified sources whose support was not judged, by `seq url`. */
function quotedIn(lines: readonly Line[]): Set<string> {
  const checks = lines.filter(({ type, speaker }) => type === 'verification_result' && speaker !== 'user');
  const latest = new Map(checks.map(({ target_seq: target, data }) => [`${target} ${String(data['url'])}`, data]));
  const isQuoted = ({ status, checks: found }: Record<string, unknown>): boolean =>
    status === 'verified' && (found as { support?: string } | undefined)?.support === 'same';
  return new Set([...latest].flatMap(([key, data]) => (isQuoted(data) ? [key] : [])));
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
  // The first of several entries with the same seq counts.
  const lines = all.filter(({ seq }, index) => all.findIndex((other) => other.seq === seq) === index);
  const results = resultsIn(lines);
  const quoted = quotedIn(lines);
  const named = (line: Line): number | null =>
    line.target_seq ?? Number(/^\W*REDACTED:\s+seq\s+(\d+)/i.exec(line.content)?.[1] ?? Number.NaN);
  const redacted = [...new Set(lines.filter(({ type }) => type === 'redaction').map(named))].filter(
    (seq): seq is number => seq !== null && !Number.isNaN(seq),
  );
  const counted: Recount = {
    entries: all.length,
    redacted,
    all: nothing(),
    by: {},
    ledgers: {},
    rulings: rulingsIn(lines),
    scores: scoresIn(lines, Number(lines[0]?.data['record_version']) >= 3 ? redacted : []),
    pending: { shown: 0, all: 0 },
  };
  const settled = settledIn(lines, redacted, results);
  for (const line of lines) {
    const own =
      citing.test(line.type) || [...results.keys()].some((key) => key.startsWith(`${line.seq} `))
        ? (line.sources ?? []).map(({ url }) => url)
        : [];
    // A result on an address that the entry does not cite does not count.
    for (const url of new Set(own)) {
      const place = `${line.seq} ${url}`;
      const status = (settled.get(place) ?? results.get(place) ?? 'unchecked') as keyof Tally;
      const isRedacted = redacted.includes(line.seq);
      if (status === 'unchecked' && own.slice(0, 5).includes(url)) {
        counted.pending.all += 1;
        if (!isRedacted) counted.pending.shown += 1;
      }
      const ledger = (counted.ledgers[line.speaker] ??= { ...nothing(), redacted: 0 });
      for (const tally of [counted.all, (counted.by[line.speaker] ??= nothing())]) {
        tally[status] += 1;
        tally.cited += 1;
        if (quoted.has(`${line.seq} ${url}`)) tally.quoted += 1;
      }
      ledger.cited += 1;
      if (isRedacted) ledger.redacted += 1;
      else {
        ledger[status] += 1;
        if (quoted.has(`${line.seq} ${url}`)) ledger.quoted += 1;
      }
    }
  }
  return counted;
}

/** Corrected sources, by seq and address. */
function settledIn(
  lines: readonly Line[],
  redacted: readonly number[],
  results: ReadonlyMap<string, string>,
): Map<string, 'corrected' | 'withdrawn'> {
  const settled = new Map<string, 'corrected' | 'withdrawn'>();
  if (!(Number(lines[0]?.data['record_version']) >= 3)) return settled;
  for (const { seq: by, data } of lines.filter(({ seq }) => !redacted.includes(seq)))
    for (const { seq, old_url: url, new_url: other } of (data['corrections'] ??
      (data['correction'] === undefined ? [] : [data['correction']])) as {
      seq: number;
      old_url: string;
      new_url?: string;
    }[]) {
      if (results.get(`${seq} ${url}`) !== 'unreliable') continue;
      if (other === undefined) settled.set(`${seq} ${url}`, settled.get(`${seq} ${url}`) ?? 'withdrawn');
      else if (results.get(`${by} ${other}`) === 'verified') settled.set(`${seq} ${url}`, 'corrected');
    }
  return settled;
}

const verdicts = {
  verified: 'confirmed',
  unreliable: 'disputed',
  unverified: 'unverifiable',
  fabricated: 'fabricated',
  unchecked: 'unverifiable',
} as const;

/** Metrics that each ruling must have, from the lines before it. */
function rulingsIn(lines: readonly Line[]): Record<number, RulingCounts> {
  const rulings = lines.flatMap((line, at) =>
    line.type === 'judges_ruling' ? [[line.seq, rulingCounts(lines.slice(0, at))] as const] : [],
  );
  return Object.fromEntries(rulings);
}

function rulingCounts(before: readonly Line[]): RulingCounts {
  const results = resultsIn(before);
  const redacted = new Set(
    before.flatMap(({ type, target_seq: target }) => (type === 'redaction' && target !== null ? [target] : [])),
  );
  const spoken = before.filter(({ type }) => type === 'defense' || type === 'critique');
  const counts: RulingCounts = {
    citations: { confirmed: 0, disputed: 0, unverifiable: 0, fabricated: 0 },
    issues: { total: 0, resolved: 0, open: 0, stalled: 0 },
    research: {},
  };
  const quoted = quotedIn(before);
  for (const { seq, sources } of spoken) {
    for (const url of new Set((sources ?? []).slice(0, 5).map((source) => source.url))) {
      counts.citations[verdicts[(results.get(`${seq} ${url}`) ?? 'unchecked') as keyof typeof verdicts]] += 1;
      if (quoted.has(`${seq} ${url}`)) counts.citations.quoted = (counts.citations.quoted ?? 0) + 1;
    }
  }
  for (const side of ['advocate', 'critic']) {
    const own = spoken.filter(({ speaker, seq }) => speaker === side && !redacted.has(seq));
    const logs = own.map(({ data }) => (data['research_log'] ?? {}) as { queries?: string[]; files_read?: string[] });
    counts.research[side] = {
      queries: logs.reduce((sum, { queries = [] }) => sum + queries.length, 0),
      files_read: new Set(logs.flatMap(({ files_read: files = [] }) => files)).size,
      sources: own.reduce((sum, { sources }) => sum + new Set((sources ?? []).map(({ url }) => url)).size, 0),
    };
  }
  const issues = new Map<unknown, string>();
  for (const { data } of before.filter(({ type }) => type === 'assessment')) {
    for (const { id, status } of (data['issues'] ?? []) as { id: string; status: 'open' }[]) issues.set(id, status);
  }
  counts.issues.total = issues.size;
  for (const status of issues.values()) counts.issues[status as 'open'] += 1;
  return counts;
}

/** Scores; redacted arguments are in no total of records from version 3 on. */
function scoresIn(lines: readonly Line[], redacted: readonly number[]): Recount['scores'] {
  const struck = lines
    .filter(({ seq }) => redacted.includes(seq))
    .map(({ data }) => (data['argument'] as { id?: string } | undefined)?.id ?? '');
  const last = new Map<string, number>();
  for (const { data } of lines.filter(({ type }) => type === 'judgment')) {
    for (const { argument_id: id, score } of (data['scores'] ?? []) as { argument_id: string; score: number }[])
      last.set(id, Math.round(score * 100));
    for (const { argument_id: id, new_score: score } of (data['rescores'] ?? []) as {
      argument_id: string;
      new_score: number;
    }[])
      last.set(id, Math.round(score * 100));
  }
  const of = (prefix: string) =>
    [...last].filter(([id]) => id.startsWith(prefix) && !struck.includes(id)).map(([, score]) => score);
  return Object.fromEntries(
    [
      ['proposition', 'prop_'],
      ['opposition', 'opp_'],
    ].map(([side = '', prefix = '']) => [
      side,
      { hundredths: of(prefix).reduce((sum, score) => sum + score, 0), count: of(prefix).length },
    ]),
  );
}
