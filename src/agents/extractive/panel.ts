import { notPerformed } from '../../debate/step';
import { firstWords } from '../../debate/text';
import type { ClosingInput, PanelKind, SpeakerInput, TaskOutput, TaskRequest, VisibleEntry } from '../../debate/tasks';
import type { WithRecord } from '../../debate/tasks/common';
import { TaskError } from '../performer';
import { type ExtractiveEvidence, dealt, undealt } from './evidence';
import { proposeLineup, reviseLineup } from './lineup';
import { mapOf, pairsIn } from './map';
import { type EvidencePassage, sourceOf } from './passages';
import { isDealtEntry, phrases, placeOf, quoted } from './phrases';
import type { ExtractiveAnswers } from './extractiveAnswers';

/** Passages at a time: with those that they differ from, no more sources than an entry may cite. */
const each = 2;

export const absent = (reason: string) => (): never => {
  throw new TaskError(notPerformed, reason);
};

/** What a turn takes up; absent where nothing is owed. */
export const acknowledging = (owed: readonly { seq: number }[]): { acknowledges?: number[] } =>
  owed.length === 0 ? {} : { acknowledges: owed.map(({ seq }) => seq) };

/** What needs somebody who reads and judges is absent, with the reason. */
export const panelAnswers: ExtractiveAnswers<PanelKind> = {
  'chair/propose_lineup': ({ input }) => proposeLineup(input),
  'chair/revise_lineup': ({ input }) => reviseLineup(input),
  'chair/review_turn': ({ input }) => ({
    summary: firstWords(summaryOf(input.entries), 29),
    frameworks: [],
    infractions: [],
  }),
  'chair/choose_questions': ({ input }) => ({ chosen: input.questions.map((_, at) => at) }),
  'chair/go_on': async ({ input }, evidence) => {
    const left = undealt(await evidence.ranked(input.brief.topic), input.record);
    return left.length > 0
      ? { go_on: true, reason: phrases.leftOver }
      : { go_on: false, reason: phrases.noneLeft[evidence.scope] };
  },
  'chair/rule_on_challenge': ({ input }) => ({ reason: input.finding.explanation }),
  'chair/answer_clarification': () => ({ answer: phrases.noAnswer }),
  'chair/name_unresolved': ({ input }, evidence) => unresolved(input.record, evidence),
  'chair/name_crux': absent(phrases.noCrux),
  'chair/conclude': async ({ input }, evidence) => ({
    outcome: 'undecided',
    reason: undecided(input),
    evaluations: [],
    map: await mapOf(input, evidence),
  }),
  'chair/review_documents': () => ({ problems: [] }),
  'debater/opening': (request, evidence) => turn('opening_statement', request, evidence),
  'debater/turn': (request, evidence) => turn('new_point', request, evidence),
  'debater/closing': ({ input }) => closing(input),
  'verifier/support': absent(phrases.nobodyAssessed),
  'audience/questions': () => ({ questions: [] }),
  'audience/conclusion': absent(phrases.nobodyListened),
  'reporter/summary': async ({ input }, evidence) => ({
    key_arguments: [],
    exchanges: [],
    flow: undecided(input),
    map: await mapOf(input, evidence),
  }),
  'reporter/blog_post': absent(phrases.nobodyWrites),
  'assessor/report': absent(phrases.nobodyAssessed),
};

/**
 * The passages of one turn, without those of answers that were sent back: these are dealt again, so that nothing is
 * kept between calls and any process goes on the same.
 */
async function turn<T extends 'opening_statement' | 'new_point'>(
  type: T,
  { input, attempt }: TaskRequest<'debater/opening' | 'debater/turn'>,
  evidence: ExtractiveEvidence,
) {
  const { asked, ranked } = await rankedFor(input, evidence);
  const left = undealt(ranked, input.record);
  const { debaters } = input.brief;
  const place = debaters.findIndex(({ name }) => name === input.you.name);
  const seats = debaters.length - Math.max(0, place);
  let [passages, rest]: [EvidencePassage[], EvidencePassage[]] = [[], left];
  for (let tried = 0; tried < attempt; tried += 1) {
    const share = dealt(rest, { seats, each });
    [passages, rest] = [share, rest.filter((passage) => !share.includes(passage))];
  }
  if (passages.length === 0) throw new TaskError(notPerformed, phrases.noPassage[evidence.scope]);
  const differing = await evidence.differing();
  const shown: EvidencePassage[] = [];
  const blocks: string[] = [];
  // A source is checked once an entry: a second passage on the same lines waits.
  const isFree = (one: EvidencePassage): boolean => !shown.some(({ url }) => url === one.url);
  for (const passage of passages) {
    if (!isFree(passage)) continue;
    shown.push(passage);
    const found = differing.from(passage);
    const other = found !== undefined && isFree(found) ? found : undefined;
    if (other !== undefined) shown.push(other);
    blocks.push(
      other === undefined
        ? quoted(passage)
        : `${phrases.sideBySide}\n\n${quoted(passage)}\n\n${quoted(other)}\n\n${phrases.differ}`,
    );
  }
  const lead = asked === undefined ? phrases.dealt : phrases.dealtByQuestion(asked);
  return {
    entries: [
      {
        type,
        content: [...duties(input), lead, ...blocks].join('\n\n'),
        sources: shown.map(sourceOf),
        ...acknowledging([...input.mustAcknowledge, ...input.frameworks]),
      },
    ],
  };
}

/** By what the seat was asked, where passages share its words; else by the topic. */
async function rankedFor(
  input: SpeakerInput,
  evidence: ExtractiveEvidence,
): Promise<{ ranked: readonly EvidencePassage[]; asked?: number }> {
  for (const { seq, text } of [...input.questions, ...input.guidance]) {
    const found = await evidence.matching(text);
    if (undealt(found, input.record).length > 0) return { ranked: found, asked: seq };
  }
  return { ranked: await evidence.ranked(input.brief.topic) };
}

const duties = ({ mustAcknowledge, frameworks }: SpeakerInput): string[] => [
  ...mustAcknowledge.map(({ redacted }) => phrases.acknowledged(redacted)),
  ...frameworks.map(({ name, seq }) => phrases.framework(name, seq)),
];

function closing(input: ClosingInput) {
  const own = spokenBy(input.record, [input.you]).filter(isDealtEntry);
  const words =
    own.length === 0 ? phrases.closingWithout : phrases.closing(own.map(({ seq }) => `seq ${seq}`).join(', '));
  const content = [...duties(input), words].join('\n\n');
  const taken = acknowledging([...input.mustAcknowledge, ...input.frameworks]);
  return { entries: [{ type: 'closing_statement' as const, content, ...taken }] };
}

const spokenBy = (record: readonly VisibleEntry[], debaters: readonly { name: string }[]): VisibleEntry[] =>
  record.filter(({ speaker, redacted }) => redacted === undefined && debaters.some(({ name }) => name === speaker));

/** People and models may have had seats. */
function undecided({ record, brief }: WithRecord): string {
  const spoken = spokenBy(record, brief.debaters);
  const isAllDealt = spoken.every((entry) => isDealtEntry(entry) || entry.content.includes(phrases.closingLead));
  return isAllDealt && spoken.some(isDealtEntry) ? phrases.undecided : phrases.undecidedOthers;
}

/** Where its quotations stand, or its first words. */
function summaryOf(entries: readonly VisibleEntry[]): string {
  const places = entries.flatMap(({ sources }) => (sources ?? []).map(({ url }) => url.replace(/^workspace:/, '')));
  const words = entries.map(({ content }) => content).join(' ');
  if (words.includes(phrases.closingLead)) return phrases.closes;
  return words.includes(phrases.dealt) && places.length > 0
    ? phrases.review(places.join(', '))
    : phrases.reviewOthers(firstWords(words, 20));
}

/** The entries with differing figures, three at most. */
async function unresolved(
  record: readonly VisibleEntry[],
  evidence: ExtractiveEvidence,
): Promise<TaskOutput<'chair/name_unresolved'>> {
  const pairs = await pairsIn(record, evidence);
  if (pairs.length === 0) return { points: [{ text: phrases.noneFound[evidence.scope], seqs: [] }] };
  return {
    points: pairs
      .slice(0, 3)
      .map(({ seq, one, other }) => ({ text: phrases.unresolved(`${placeOf(one)}; ${placeOf(other)}`), seqs: [seq] })),
  };
}
