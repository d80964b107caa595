import { notPerformed } from '../../debate/flow/step';
import type { CitedSource, TaskRequest } from '../../debate/flow/tasks';
import type { SpeakerInput } from '../../debate/flow/tasks/debater';
import { TaskError } from '../performer';
import { isSaidBy, keyOf, quotedIn, type DocumentEvidence, type Voice } from './evidence';
import type { Difference } from './differing';
import { sourceOf, type EvidencePassage } from './passages';
import { isRecord, isRow, linesOf, phrases, placeOf, recordOf, tableOf } from './words';
import { quoted } from '../../matching/text/shortText';

/** Passages that a turn of a round quotes; an entry may cite five sources. */
const perTurn = 4;

/**
 * Makes a document's turn: it quotes its best passages, each once. A passage that differs from an earlier quotation
 * comes first.
 */
export async function speak<T extends 'opening_statement' | 'new_point'>(
  type: T,
  { input, attempt }: TaskRequest<'debater/opening' | 'debater/turn'>,
  evidence: DocumentEvidence,
) {
  const { passages, differences, asked } = await unsaid(input, evidence);
  const count = type === 'opening_statement' ? 1 : perTurn;
  // An answer that was sent back is not repeated.
  const share = distinctPlaces(passages).slice((attempt - 1) * count, attempt * count);
  if (share.length === 0) throw new TaskError(notPerformed, phrases.noPassage);
  const blocks = blocksOf(share, { differences, quoted: quotedIn(input.record) });
  const owed = [...input.mustAcknowledge, ...input.frameworks].map(({ seq }) => seq);
  return {
    entries: [
      {
        type,
        content: [...duties(input), ...(asked === undefined ? [] : [phrases.asked(asked)]), ...blocks].join('\n\n'),
        sources: share.map((passage): CitedSource => sourceOf(passage)),
        ...(owed.length === 0 ? {} : { acknowledges: owed }),
        passages_left: Math.max(0, passages.length - share.length),
      },
    ],
  };
}

const duties = ({ mustAcknowledge, frameworks }: SpeakerInput): string[] => [
  ...mustAcknowledge.map(({ redacted }) => phrases.acknowledged(redacted)),
  ...frameworks.map(({ name, seq }) => phrases.framework(name, seq)),
];

interface Unsaid {
  passages: EvidencePassage[];
  differences: ReadonlyMap<EvidencePassage, readonly Difference[]>;
  asked?: number;
}

async function unsaid(input: SpeakerInput, evidence: DocumentEvidence): Promise<Unsaid> {
  const { you, record, brief } = input;
  const voice = voiceOf(you);
  if (voice === undefined) throw new TaskError('unsupported', phrases.noVoice(you.name), false, { blocks: true });
  const quoted = quotedIn(record);
  const known = new Set(
    record.flatMap(({ sources, redacted }) => (redacted ? [] : (sources ?? []).map(({ quote }) => quote))),
  );
  const isOpen = (passage: EvidencePassage): boolean =>
    isSaidBy(voice, passage) && !quoted.has(keyOf(passage)) && !known.has(passage.quote);
  const own = (await ownPassages(brief.topic, voice, evidence)).filter(isOpen);
  const answer = await answered(input, evidence);
  const passages = answer === undefined ? own : [...answer.passages.filter(isOpen), ...own];
  const differing = await evidence.differing();
  const differences = new Map(own.map((passage) => [passage, differing.from(passage)]));
  const isContrary = (passage: EvidencePassage): boolean =>
    differences.get(passage)?.some(({ other }) => quoted.has(keyOf(other))) === true;
  const isFirst = (passage: EvidencePassage): boolean =>
    answer?.passages.includes(passage) === true || isContrary(passage);
  const ordered = [...passages.filter(isFirst), ...passages.filter((passage) => !isFirst(passage))];
  return { passages: [...new Set(ordered)], differences, ...(answer === undefined ? {} : { asked: answer.seq }) };
}

/**
 * Passages on the topic, best first, and passages that differ from one of them; if the document has neither, all its
 * passages.
 */
async function ownPassages(topic: string, voice: Voice, evidence: DocumentEvidence): Promise<EvidencePassage[]> {
  const found = (await evidence.onTopic(topic)).filter((passage) => isSaidBy(voice, passage));
  return found.length > 0 ? found : (await evidence.passages()).filter((passage) => isSaidBy(voice, passage));
}

/** The document's passages that share words with a question to it. */
async function answered({ questions, guidance, you }: SpeakerInput, evidence: DocumentEvidence) {
  const voice = voiceOf(you);
  for (const { seq, text } of [...questions, ...guidance]) {
    const found = await evidence.onTopic(text);
    const passages = found.filter((passage) => voice !== undefined && isSaidBy(voice, passage)).slice(0, perTurn);
    if (passages.length > 0) return { seq, passages };
  }
  return undefined;
}

export function voiceOf({ name, document, section }: SpeakerInput['you']): Voice | undefined {
  if (document === undefined) return undefined;
  return { name, path: document, title: '', ...(section === undefined ? {} : { section }) };
}

/** A source is checked once per entry, so a second passage on the same lines has to wait. */
const distinctPlaces = (passages: readonly EvidencePassage[]): EvidencePassage[] =>
  [...new Map(passages.toReversed().map((passage) => [passage.url, passage])).values()].reverse();

interface Said {
  differences: ReadonlyMap<EvidencePassage, readonly Difference[]>;
  quoted: ReadonlyMap<string, number>;
}

/** Rows of one table are shown together under its header. */
function blocksOf(share: readonly EvidencePassage[], said: Said): string[] {
  const blocks: string[] = [];
  for (const [at, passage] of share.entries()) {
    const before = share[at - 1];
    if (before !== undefined && isNextRow(before, passage)) continue;
    const rows = isRow(passage) ? rowsFrom(share, at) : [passage];
    blocks.push(`${rows.map((row, index) => (index === 0 ? placeOf(row) : linesOf(row))).join(', ')}:`);
    blocks.push(quotation(rows));
    blocks.push(...rows.flatMap((row) => differsText(row, { ...said, above: share.slice(0, share.indexOf(row)) })));
  }
  return blocks;
}

const isNextRow = (one: EvidencePassage, other: EvidencePassage): boolean =>
  isRow(one) && isRow(other) && one.header === other.header && one.heading === other.heading;

function rowsFrom(share: readonly EvidencePassage[], start: number): EvidencePassage[] {
  const first = share[start];
  const end = share.findIndex((row, at) => at > start && (first === undefined || !isNextRow(first, row)));
  return share.slice(start, end < 0 ? undefined : end);
}

function quotation(rows: readonly EvidencePassage[]): string {
  const [first] = rows;
  if (first === undefined) return '';
  if (isRow(first))
    return tableOf(
      first.columns ?? [],
      rows.map(({ cells = [] }) => cells),
    );
  return isRecord(first) ? `> ${recordOf(first)}` : `> ${quoted(first.quote)}`;
}

function differsText(
  passage: EvidencePassage,
  { differences, quoted, above }: Said & { above: readonly EvidencePassage[] },
): string[] {
  const lines = (differences.get(passage) ?? []).flatMap(({ other, own, others }) => {
    const seq = quoted.get(keyOf(other));
    if (seq !== undefined) return [phrases.differs(seq, others, own)];
    return above.includes(other) ? [phrases.differsAbove(others, own)] : [];
  });
  return lines.slice(0, mostDifferences);
}

const mostDifferences = 3;
