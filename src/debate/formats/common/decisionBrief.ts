import { spaced } from '../../../matching/text/shortText';
import { wordCount } from '../../../matching/text/text';
import { dataOf } from '../../log/codec';
import type { Draft } from '../../log/entry';
import { stringsIn } from '../../log/objects';
import { headerOf, isDebater, type DebateState } from '../../fold/state';
import { notedFailure, notPerformed, type Step, type TaskOutcome, type Written } from '../../flow/step';
import type { TaskOutput, Violation, VisibleEntry } from '../../flow/tasks';
import type { RecordView } from '../../fold/view';
import { figureViolations } from '../../rules/recordFigures';
import { seqViolations } from '../../rules/answerGate';
import { withdrawnViolations } from '../../rules/documentGate';
import { lengthWish, structure } from '../../rules/violation';
import { recordAfterwards } from './agentRecord';
import { briefOf } from './brief';
import { noticesOf, type Host } from './notices';
import { agentStep, whyFailed } from './steps';

type Brief = TaskOutput<'reporter/brief'>;

export const briefName = 'brief.md';

const mostWords = 600;
const mostItemWords = 40;
/** What the Reporter may write however long the answer is. */
const fewestWords = 150;

/** Lists of the brief whose items are a text and its entries. */
export const briefLists = ['assumptions', 'would_change', 'minority', 'next'] as const;

/** Whether the setup asks for a brief; older records, and debates without a model, ask for none. */
export const wantsBrief = ({ setup }: Pick<DebateState, 'setup'>): boolean => setup?.options?.['brief'] === true;

/** Everything rests on entries that stand, and what was contested was contested by two. */
export function briefViolations(brief: Brief, state: DebateState): Violation[] {
  const { cruxes, options } = brief;
  const items = briefLists.flatMap((list) =>
    brief[list].map((item, index): [string, typeof item] => [`${list}.${index}`, item]),
  );
  const [words, most] = [wordCount(stringsIn(brief).join(' ')), wordsLeft(state)];
  return [
    ...cruxes.flatMap((crux, index) => cruxViolations(crux, state, `cruxes.${index}`)),
    ...options.flatMap((option, index) => seqViolations([...option.for, ...option.against], state, `options.${index}`)),
    ...items.flatMap(([at, { seqs }]) => seqViolations(seqs, state, at)),
    ...[...items, ...cruxes.map((crux, index): [string, { text: string }] => [`cruxes.${index}`, crux])].flatMap(
      ([at, { text }]) => itemLength(at, text, state),
    ),
    ...(words > most
      ? [lengthWish(state, `Your part of the brief has ${words} words; at most ${most} are asked for.`)]
      : []),
    ...withdrawnViolations(briefName, stringsIn(brief).join('\n'), state),
  ];
}

/** Words of headings, outcome, notices and what is unchecked, where each has something to say. */
const frameWords = 170;

/** What code writes of the page: question, answer, what is accepted and what is open, and the frame. */
const wordsOfCode = ({ setup, answer }: DebateState): number =>
  wordCount(stringsIn([setup?.topic ?? '', answer?.answer ?? '', answer?.agreed ?? [], answer?.open ?? []]).join(' ')) +
  frameWords;

/** Words of the page that are the Reporter's. */
const wordsLeft = (state: DebateState): number => Math.max(fewestWords, mostWords - wordsOfCode(state));

function itemLength(at: string, text: string, state: DebateState): Violation[] {
  const words = wordCount(text);
  return words > mostItemWords
    ? [lengthWish(state, `${at} has ${words} words; at most ${mostItemWords} are asked for.`)]
    : [];
}

function cruxViolations(
  { seqs, for: pro, against: con }: Brief['cruxes'][number],
  state: DebateState,
  at: string,
): Violation[] {
  const named = [...seqs, ...pro, ...con];
  const speakers = named.flatMap((seq) => headerOf(state, seq)?.speaker ?? []).filter((name) => isDebater(state, name));
  return [
    ...seqViolations(named, state, at),
    ...(new Set(speakers).size > 1
      ? []
      : [structure(`${at}: name entries of at least two debaters; what one alone says is not contested.`)]),
  ];
}

/** The debate and how it ended, as the Reporter reads it. The audience speaks for itself, and its conclusion need not be waited for. */
export const reportedFrom = (view: RecordView): VisibleEntry[] =>
  recordAfterwards(view).filter(({ type, data }) => type !== 'audience_conclusion' && data?.['name'] !== briefName);

/** The Reporter writes its part; a failure leaves code's part alone. `outcome`: a code such as `ada_wins`. */
export const briefStep = ({ id, host, outcome }: { id: string; host: Host; outcome: string }): Step =>
  agentStep(
    {
      id,
      agent: 'reporter',
      kind: 'reporter/brief',
      input: (view) => ({
        brief: briefOf(view.state),
        record: reportedFrom(view),
        outcome,
        mostWords: wordsLeft(view.state),
      }),
      check: (answer, { view }) => [
        ...briefViolations(answer, view.state),
        ...figureViolations(briefName, stringsIn(answer), view),
      ],
    },
    (answer, { outcome: result }) => [answer === undefined ? failedBrief(host, result) : briefEntry(answer)],
  );

function failedBrief(host: Host, result: TaskOutcome | undefined): Draft {
  const what = 'The Reporter’s part of brief.md';
  const { absentNote, failureNote } = noticesOf(host);
  if (result?.ok === false && result.code === notPerformed) return absentNote(what, result.message);
  return failureNote(what, whyFailed(result), 'The brief is made without it.');
}

/** The answer that a logged part was made of. */
export const briefIn = ({ entries: [entry] }: Written): object =>
  notedFailure(entry) ?? { ...dataOf(entry, 'document')?.brief };

function briefEntry(brief: Brief): Draft {
  const { cruxes, options, assumptions, would_change, minority, next } = brief;
  return {
    phase: 'system',
    speaker: 'reporter',
    type: 'document',
    content: briefText(brief),
    data: { name: briefName, brief: { cruxes, options, assumptions, would_change, minority, next } },
  };
}

const seqWords = (words: string, seqs: readonly number[]): string =>
  seqs.length === 0 ? '' : ` ${words} seq ${seqs.join(', seq ')}.`;

/** The Reporter's part in words, as the log has it. */
function briefText(brief: Brief): string {
  const cruxes = brief.cruxes.map(
    ({ text, seqs, for: pro, against: con }) =>
      `- ${text}${seqWords('At', seqs)}${seqWords('For:', pro)}${seqWords('Against:', con)}`,
  );
  const options = brief.options.map(
    ({ name, for: pro, against: con }) => `- ${name}.${seqWords('For:', pro)}${seqWords('Against:', con)}`,
  );
  const lists = briefLists.map((list): [string, string[]] => [
    spaced(list),
    brief[list].map(({ text, seqs }) => `- ${text}${seqWords('At', seqs)}`),
  ]);
  return [['cruxes', cruxes] as const, ['options', options] as const, ...lists]
    .map(([title, lines]) => `## ${title}\n\n${lines.length === 0 ? 'None.' : lines.join('\n')}`)
    .join('\n\n');
}
