import { dataOf } from '../../debate/codec';
import type { Source } from '../../debate/entry';
import { parseSourceUrl } from '../../debate/sourceUrl';
import type { VisibleEntry } from '../../debate/tasks';
import type { ExtractiveEvidence } from './evidence';
import type { EvidencePassage } from './passages';
import { fileName, headings, listedWords, phrases, placeOf, underHeader, unusedWords } from './phrases';
import type { TopicWords } from './topicWords';

interface Dealt {
  seq: number;
  passage: EvidencePassage;
}

interface Pair {
  seq: number;
  one: EvidencePassage;
  other: EvidencePassage;
}

interface MapInput {
  brief: { topic: string };
  record: readonly VisibleEntry[];
}

/** The record's quotations that are passages of the evidence, or were until their file changed, each once. */
async function dealtIn(record: readonly VisibleEntry[], evidence: ExtractiveEvidence): Promise<Dealt[]> {
  const found = new Map<EvidencePassage, Dealt>();
  const lost = new Map<string, Dealt>();
  for (const { seq, sources, redacted } of record) {
    if (redacted !== undefined) continue;
    for (const source of sources ?? []) {
      const passage = await evidence.passageOf(source);
      const former = passage === undefined ? passageThen(record, { seq, source }, evidence) : undefined;
      if (passage !== undefined && !found.has(passage)) found.set(passage, { seq, passage });
      const key = `${source.url}\n${source.quote}`;
      if (former !== undefined && !lost.has(key)) lost.set(key, { seq, passage: former });
    }
  }
  return [...found.values(), ...lost.values()];
}

/** A verified quotation of a file that has changed since. */
function passageThen(
  record: readonly VisibleEntry[],
  { seq, source }: { seq: number; source: Source },
  evidence: ExtractiveEvidence,
): EvidencePassage | undefined {
  const { url, title, quote } = source;
  const place = parseSourceUrl(url);
  if (quote === undefined || place.kind !== 'workspace' || !evidence.changed.includes(place.path)) return undefined;
  const result = record.findLast(
    (entry) => entry.target_seq === seq && dataOf(entry, 'verification_result')?.url === url,
  );
  if (dataOf(result, 'verification_result')?.status !== 'verified') return undefined;
  const { start = 0, end = start } = place.lines ?? {};
  return { url, title, quote, path: place.path, page: place.page, start, end };
}

/** Passages that one entry quotes and whose figures differ. */
export async function pairsIn(record: readonly VisibleEntry[], evidence: ExtractiveEvidence): Promise<Pair[]> {
  const dealt = await dealtIn(record, evidence);
  const differing = await evidence.differing();
  const paired = new Set<EvidencePassage>();
  return dealt.flatMap(({ seq, passage: one }) => {
    const other = paired.has(one) ? undefined : differing.from(one);
    if (other === undefined || !dealt.some((its) => its.passage === other && its.seq === seq)) return [];
    paired.add(other);
    return [{ seq, one, other }];
  });
}

/** Quotations by heading, differing figures, files not quoted and why, and words that occur nowhere. */
export async function mapOf({ brief, record }: MapInput, evidence: ExtractiveEvidence): Promise<string> {
  const dealt = await dealtIn(record, evidence);
  const pairs = await pairsIn(record, evidence);
  const { nowhere, all } = await evidence.wordsOf(brief.topic);
  const { scope } = evidence;
  const sections = [
    [headings.map, quotedText(dealt, unfound(record, dealt, evidence))],
    [headings.sideBySide, pairs.length > 0 ? pairs.map(pairText).join('\n') : phrases.noDiffering[scope]],
    [headings.unused, await unusedFiles(dealt, brief.topic, evidence)],
    [headings.words, topicText({ nowhere, all }, scope)],
  ];
  return sections.map(([title = '', body = '']) => `## ${title}\n\n${body}`).join('\n\n');
}

/** What a changed file held, nobody can say. */
function topicText({ nowhere, all }: TopicWords, scope: ExtractiveEvidence['scope']): string {
  if (nowhere.length === 0) return phrases.allOccur;
  const words = listedWords(nowhere);
  if (scope !== 'all') return scope === 'none' ? phrases.nowhereToLook : phrases.nowhereNow(words);
  return nowhere.length === all.length ? `${phrases.offTopic} ${phrases.nowhere(words)}` : phrases.nowhere(words);
}

/** Entries with quotations of changed files of which no more is known. */
function unfound(record: readonly VisibleEntry[], dealt: readonly Dealt[], { changed }: ExtractiveEvidence): number[] {
  const known = new Set(dealt.map(({ passage }) => `${passage.url}\n${passage.quote}`));
  const lost = new Set(changed);
  return record.flatMap(({ seq, sources, redacted }) => {
    const isUnfound = ({ url, quote }: Source): boolean => {
      const place = parseSourceUrl(url);
      return place.kind === 'workspace' && lost.has(place.path) && !known.has(`${url}\n${quote}`);
    };
    return redacted === undefined && sources?.some(isUnfound) === true ? [seq] : [];
  });
}

function quotedText(dealt: readonly Dealt[], unfound: readonly number[]): string {
  const parts = [
    ...(dealt.length === 0 && unfound.length > 0 ? [] : [byHeading(dealt)]),
    ...(unfound.length === 0 ? [] : [phrases.notFoundAgain(unfound.map((seq) => `seq ${seq}`).join(', '))]),
  ];
  return parts.join('\n\n');
}

function byHeading(dealt: readonly Dealt[]): string {
  if (dealt.length === 0) return phrases.nothingQuoted;
  const groups = new Map<string, Dealt[]>();
  for (const one of [...dealt].sort((a, b) => compare(a.passage, b.passage))) {
    const { path, heading } = one.passage;
    const title = heading === undefined ? fileName(path) : `${fileName(path)}, section “${heading}”`;
    groups.set(title, [...(groups.get(title) ?? []), one]);
  }
  return [...groups]
    .map(
      ([title, those]) =>
        `### ${title}\n\n${those.map(({ seq, passage }) => `- ${rowOf(passage)} (seq ${seq})`).join('\n')}`,
    )
    .join('\n\n');
}

/** Without the table's header, as rows that are not quoted. */
function rowOf(passage: EvidencePassage): string {
  const { header, quote } = passage;
  const own =
    header !== undefined && quote.startsWith(header)
      ? { ...passage, quote: quote.slice(header.length).replace(/^[\s[\]…]+/, '') }
      : passage;
  return `“${own.quote}”${underHeader(own)}`;
}

const compare = (one: EvidencePassage, other: EvidencePassage): number =>
  one.path === other.path
    ? (one.page ?? 0) - (other.page ?? 0) || one.start - other.start
    : one.path < other.path
      ? -1
      : 1;

const pairText = ({ seq, one, other }: Pair): string =>
  `- ${besides(one)} ${besides(other)} ${phrases.differ} (seq ${seq})`;

const besides = (passage: EvidencePassage): string => `${placeOf(passage)}: ${rowOf(passage)}`;

async function unusedFiles(dealt: readonly Dealt[], topic: string, evidence: ExtractiveEvidence): Promise<string> {
  const quoted = new Set(dealt.map(({ passage }) => passage.path));
  const matching = new Set((await evidence.matching(topic)).map(({ path }) => path));
  const reasons = new Map((await evidence.unused()).map(({ path, reason }) => [path, unusedWords[reason]]));
  const files = evidence.files.filter((path) => !quoted.has(path));
  const unused = files.map((path) => ({
    path,
    detail: reasons.get(path) ?? (matching.has(path) ? unusedWords.not_dealt : unusedWords.not_matching),
  }));
  // What was quoted of a changed file stands above.
  const notRead = evidence.notRead.filter(({ path }) => !quoted.has(path));
  const parts = [
    ...(unused.length > 0 ? listed(unused) : [phrases.allUsed[evidence.scope]]),
    ...(notRead.length === 0 ? [] : ['', phrases.leftOut, '', ...listed(notRead)]),
  ];
  return parts.join('\n');
}

/** More than an entry holds or anybody reads. */
const mostListed = 200;

/** Those beyond the limit are counted, by their reasons. */
function listed(files: readonly { path: string; detail: string }[]): string[] {
  const counts = new Map<string, number>();
  for (const { detail } of files.slice(mostListed)) counts.set(detail, (counts.get(detail) ?? 0) + 1);
  const others = [...counts].sort(([, one], [, other]) => other - one).slice(0, mostListed);
  return [
    ...files.slice(0, mostListed).map(({ path, detail }) => `- ${fileName(path)}: ${detail}`),
    ...others.map(([detail, count]) => `- ${phrases.moreFiles(count)}: ${detail}`),
  ];
}
