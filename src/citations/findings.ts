import { cutText, collapsed } from '../matching/text/shortText';
import { type FindingKind, findingKinds, severityOf } from './answer';
import type { AnsweredCitation, CheckedDocument, CheckedDocuments } from './checkDocuments';

/** One citation that does not hold, in the form of the JSON output. */
export interface CitationFinding {
  file: string;
  line: number;
  column: number;
  kind: FindingKind;
  looked_for: string;
  stands_there: string | null;
  /** The source, with the lines where `stands_there` stands. */
  place: string;
  words: string;
  severity: 'error' | 'warning';
}

export interface NotChecked {
  why: string;
  n: number;
  at: { file: string; line: number }[];
}

export interface CheckReport {
  files: number;
  citations: number;
  counts: Record<'quoted' | FindingKind, number>;
  /** The worst first, then in the order of files and lines. */
  findings: CitationFinding[];
  not_checked: NotChecked[];
}

export function reportOf({ documents }: Pick<CheckedDocuments, 'documents'>): CheckReport {
  const all = documents.flatMap((document) => document.citations.map((checked) => ({ document, checked })));
  const count = (kind: string): number => all.filter(({ checked }) => checked.answer.kind === kind).length;
  const findings = all.flatMap(({ document, checked }) => findingOf(document, checked) ?? []);
  const rank = ({ kind }: CitationFinding): number => findingKinds.indexOf(kind);
  return {
    files: documents.length,
    citations: all.length,
    counts: {
      quoted: count('quoted'),
      missing: count('missing'),
      gone: count('gone'),
      figure: count('figure'),
      approximate: count('approximate'),
      unread: count('unread'),
    },
    findings: findings.sort((one, other) => rank(one) - rank(other)),
    not_checked: notChecked(documents),
  };
}

const longestShown = 600;

export function findingOf(document: CheckedDocument, checked: AnsweredCitation): CitationFinding | undefined {
  const { citation, answer, hasChanged } = checked;
  const { kind, words, standsThere } = answer;
  if (kind === 'quoted' || kind === 'uncheckable') return undefined;
  const changed = hasChanged ? ' The page has changed since the last check.' : '';
  return {
    file: document.path,
    line: citation.line,
    column: citation.column,
    kind,
    looked_for: cutText(collapsed(citation.quote ?? citation.statement), longestShown),
    stands_there: standsThere === undefined ? null : cutText(collapsed(standsThere), longestShown),
    place: placeOf(checked),
    words: `${words}${changed}`,
    severity: severityOf(kind),
  };
}

/** Address of the source, a file without the scheme. */
export function placeOf({ url, answer }: Pick<AnsweredCitation, 'url' | 'answer'>): string {
  const { lines } = answer;
  if (!url.startsWith('workspace:')) return url;
  const address = url.slice('workspace:'.length);
  if (lines === undefined) return address;
  const range = lines.start === lines.end ? `L${lines.start}` : `L${lines.start}-L${lines.end}`;
  return `${address.replace(/#.*/s, '')}#${range}`;
}

const reasons: Readonly<Record<string, string>> = {
  no_address: 'its mark names no address',
  doi: 'a DOI without a page',
  outside: 'its source lies outside of the folder that may be read; --root names a wider one',
  unreadable_address: 'its address cannot be read',
  too_many: 'the document has too many citations',
  too_long: 'its paragraph is too long',
  unchanged: 'neither its block nor its source has changed',
  skipped: 'left out by a comment',
};

function notChecked(documents: readonly CheckedDocument[]): NotChecked[] {
  const found = new Map<string, NotChecked>();
  const add = (why: string, file: string, line: number): void => {
    const known = found.get(why) ?? { why, n: 0, at: [] };
    known.n += 1;
    known.at.push({ file, line });
    found.set(why, known);
  };
  for (const { path, citations, unchecked } of documents) {
    for (const { why, said, line } of unchecked)
      add(`${reasons[why] ?? why}${said === undefined ? '' : `: ${cutText(said, 200)}`}`, path, line);
    for (const { citation, answer } of citations)
      if (answer.kind === 'uncheckable') add(answer.words, path, citation.line);
  }
  return [...found.values()].sort((one, other) => other.n - one.n);
}
