import type { Body, Row, SourceLine } from '../../../shared/protocol';

/** One entry as it is written down here; `entry` gives it its place. All of it is invented. */
export interface Line {
  speaker: string;
  type: string;
  section: string;
  content: string;
  kind?: string;
  rebuttalTo?: number;
  target?: number;
  sources?: SourceLine[];
  asides?: Body['asides'];
  struck?: { by: number; reason: string };
}

const phases: Readonly<Record<string, string>> = { openings: 'opening', closings: 'closing' };

const begin = Date.UTC(2026, 2, 9, 10, 0, 12);

function marksOf(sources: readonly SourceLine[]): Row['marks'] {
  const marks = { verified: 0, unreliable: 0, fabricated: 0, unverified: 0, pending: 0 };
  for (const { status } of sources) marks[status] += 1;
  return sources.length === 0 ? undefined : marks;
}

export function rowOf(line: Line, at: number): Row {
  const marks = marksOf(line.sources ?? []);
  const round = /^round-(\d+)$/.exec(line.section)?.[1];
  return {
    at,
    seq: at + 1,
    time: begin + at * 31_000,
    phase: phases[line.section] ?? (round === undefined ? 'system' : 'rebuttal'),
    speaker: line.speaker,
    type: line.type,
    round: Number(round ?? 0),
    section: line.section,
    ...(line.kind === undefined ? {} : { kind: line.kind }),
    ...(line.rebuttalTo === undefined ? {} : { rebuttalTo: line.rebuttalTo }),
    ...(line.target === undefined ? {} : { target: line.target }),
    ...(line.struck === undefined ? {} : { struck: line.struck.by }),
    ...(line.asides?.some(({ kind }) => kind === 'concedes') === true ? { concedes: true } : {}),
    ...(marks === undefined ? {} : { marks }),
  };
}

export function bodyOf(line: Line, at: number): Body {
  return {
    at,
    seq: at + 1,
    content: line.struck === undefined ? line.content : '',
    sources: line.struck === undefined ? (line.sources ?? []) : [],
    asides: line.asides ?? [],
    ...(line.struck === undefined ? {} : { struck: line.struck }),
    words: line.content.split(/\s+/).length,
    elapsedMs: 14_200 + at * 700,
    line: at + 1,
  };
}

/** A source by what matters of it. */
export function source(index: number, label: string, status: SourceLine['status'], words: string, quote: string): SourceLine {
  const isFile = /\.\w+:\d/.test(label);
  return {
    index,
    url: isFile ? `workspace:docs/${label.replace(/:/, '#L')}` : `https://example.org/${index}`,
    title: isFile ? (label.split(':')[0] ?? label) : label,
    place: isFile ? 'workspace' : 'web',
    label,
    quote,
    claim: 'The claim that the sentence before makes.',
    status,
    words,
    explanation: status === 'verified' ? 'The quote stands on the page as it was fetched.' : 'The page says something else.',
    checks: [
      { name: 'quote', result: status === 'fabricated' ? 'failed' : 'passed', note: 'compared after folding white space' },
      { name: 'figures', result: status === 'unreliable' ? 'failed' : 'passed', note: 'every number of the claim was looked for' },
    ],
    isVouched: false,
  };
}
