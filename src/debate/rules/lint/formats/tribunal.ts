import { optionsOf } from '../../../formats/tribunal/options';
import { closedBookWords } from '../../../formats/tribunal/judgeTexts';
import { documentsAgree } from '../documents';
import { corrections, fabricationRedacted, redactedSourceCited } from '../sources';
import { verifiedAtEnd } from '../structure';
import { tribunalJudge } from './tribunalJudge';
import { dataOf } from '../../../log/codec';
import type { Entry } from '../../../log/entry';
import { categoriesOf, type SideName } from '../../../formats/tribunal/contribution';
import { roundMentions } from '../../../formats/tribunal/roundMentions';
import { isDealt } from '../../../flow/seats';
import {
  error,
  isForeign,
  leniently,
  structureFault,
  type EntryRule,
  type FormatRules,
  type Fault,
  type LintRecord,
  type LintRule,
  restingOnAll,
} from '../lintRecord';

/** Structure of a tribunal: rounds are announced one after the other, both sides speak, the Judge comes last. */

/** Meaning of an entry for the rounds. */
type TribunalEvent =
  | { kind: 'start'; round: number }
  | { kind: 'side'; side: SideName; round: number; isFailure: boolean }
  | { kind: 'judge'; round: number; isFailure: boolean }
  | { kind: 'conclude' }
  | { kind: 'ruling' };

interface RoundProgress {
  round: number;
  spoken: SideName[];
  isJudged: boolean;
  isConcluding: boolean;
  ruling: number | undefined;
}

const tribunalOrder: EntryRule = (record) => {
  const course: RoundProgress = { round: 0, spoken: [], isJudged: true, isConcluding: false, ruling: undefined };
  return (entry) => {
    const event = eventOf(entry, course);
    if (event === undefined) return [];
    const problem = [
      ...strangerProblems(entry),
      ...(course.ruling === undefined
        ? problemOf(event, course, orderOf(record, entry.seq))
        : afterRuling(event, course.ruling)),
    ];
    take(event, entry, course);
    return restingOnAll(problem.map((message) => structureFault(record, entry.seq, message)));
  };
};

function eventOf(entry: Entry, { round: now }: RoundProgress): TribunalEvent | undefined {
  switch (entry.type) {
    case 'announcement': {
      const data = dataOf(entry, 'announcement');
      const round = data === undefined ? /^Round (\d+)\b.* beginning\b/.exec(entry.content)?.[1] : undefined;
      if (round !== undefined) return { kind: 'start', round: Number(round) };
      return data?.kind === 'round_start' ? { kind: 'start', round: data.round ?? now + 1 } : undefined;
    }
    case 'defense':
      return { kind: 'side', side: 'advocate', round: dataOf(entry, 'defense')?.round ?? now, isFailure: false };
    case 'critique':
      return { kind: 'side', side: 'critic', round: dataOf(entry, 'critique')?.round ?? now, isFailure: false };
    case 'assessment':
      return { kind: 'judge', round: dataOf(entry, 'assessment')?.round ?? now, isFailure: false };
    case 'note':
      return failureOf(entry);
    case 'intervention':
      return dataOf(entry, 'intervention')?.change?.conclude === true ? { kind: 'conclude' } : undefined;
    case 'judges_ruling':
      return { kind: 'ruling' };
    default:
      return undefined;
  }
}

function failureOf(entry: Entry): TribunalEvent | undefined {
  const { kind, side, round } = dataOf(entry, 'note') ?? {};
  if (kind !== 'failure' || round === undefined) return undefined;
  if (side === 'advocate' || side === 'critic') return { kind: 'side', side, round, isFailure: true };
  return side === 'judge' ? { kind: 'judge', round, isFailure: true } : undefined;
}

function strangerProblems({ type, speaker }: Entry): string[] {
  if (type === 'defense' && speaker !== 'advocate')
    return [`A defence is the advocate's; this one is by "${speaker}".`];
  return type === 'critique' && speaker !== 'critic'
    ? [`A critique is the critic's; this one is by "${speaker}".`]
    : [];
}

const afterRuling = (event: TribunalEvent, ruling: number): string[] =>
  event.kind === 'conclude' ? [] : [`The Judge ruled at seq ${ruling}; nothing of a tribunal comes after that.`];

type Opener = (round: number) => SideName | undefined;

/** The side that opens each round. Other systems' versions had orders of their own, which our options do not show. */
function orderOf(record: LintRecord, seq: number): Opener {
  if (isForeign(record, seq)) return () => undefined;
  const { order } = optionsOf(record.state);
  return (round) => (round === 1 || order === 'advocate-first' ? 'advocate' : 'critic');
}

function problemOf(event: TribunalEvent, course: RoundProgress, opener: Opener): string[] {
  switch (event.kind) {
    case 'start':
      return startProblems(event.round, course);
    case 'side':
      return sideProblems(event, course, opener);
    case 'judge':
      return judgeProblems(event.round, course);
    case 'ruling':
      return course.isJudged || course.isConcluding
        ? []
        : [
            `The Judge rules before round ${course.round} was assessed; each round ends with an assessment, or a note that it failed.`,
          ];
    case 'conclude':
      return [];
  }
}

function startProblems(round: number, { round: now, isJudged }: RoundProgress): string[] {
  const order =
    round === now + 1
      ? []
      : [`Round ${round} is announced after round ${now}; rounds are counted 1, 2, 3 … and each is announced once.`];
  return isJudged
    ? order
    : [
        ...order,
        `Round ${round} begins before round ${now} was assessed; each round ends with an assessment, or a note that it failed.`,
      ];
}

function sideProblems(
  { side, round }: Extract<TribunalEvent, { kind: 'side' }>,
  { round: now, spoken, isJudged }: RoundProgress,
  opener: Opener,
): string[] {
  if (round !== now)
    return [
      `This belongs to round ${round}, but round ${now} is under way ("Round ${round} beginning." has to come before it).`,
    ];
  if (isJudged) return [`The ${side} speaks after the Judge has assessed round ${round}.`];
  if (spoken.includes(side)) return [`The ${side} has a second turn in round ${round}; each side has one.`];
  const opens = opener(round);
  return opens !== undefined && spoken.length === 0 && side !== opens
    ? [`The ${side} opens round ${round}, which is the ${opens}'s to open.`]
    : [];
}

function judgeProblems(round: number, { round: now, spoken, isJudged, isConcluding }: RoundProgress): string[] {
  if (round !== now) return [`The Judge assesses round ${round}, but round ${now} is under way.`];
  if (isJudged) return [`Round ${round} is assessed a second time; what was said of it stands.`];
  const absent = (['advocate', 'critic'] as const).filter((side) => !spoken.includes(side));
  return absent.length === 0 || isConcluding
    ? []
    : [`Round ${round} is assessed without a turn of the ${absent.join(' and the ')}; one that failed is noted.`];
}

function take(event: TribunalEvent, { seq }: Entry, course: RoundProgress): void {
  if (event.kind === 'start') Object.assign(course, { round: event.round, spoken: [], isJudged: false });
  else if (event.kind === 'side') course.spoken.push(event.side);
  else if (event.kind === 'judge') course.isJudged = true;
  else if (event.kind === 'conclude') course.isConcluding = true;
  else course.ruling ??= seq;
}

/** Structure of a tribunal: it ends with one ruling of the Judge. */
const tribunalEnd: LintRule = (record) => {
  const { headers, isOver } = record;
  const [first, ...others] = headers.filter(({ type }) => type === 'judges_ruling');
  const second = others.map(({ seq }) =>
    error(seq, `This is a second ruling; the one at seq ${first?.seq ?? ''} counts.`),
  );
  const documents = headers.find(({ type }) => type === 'document' || type === 'conclusion');
  if (first !== undefined || !isOver) return second;
  const message = 'The debate is over, but the Judge gave no ruling; a tribunal never ends without one.';
  return restingOnAll([leniently(record, error(documents?.seq ?? null, message))]);
};

/** Structure of a tribunal: the sides do not learn the number of rounds, and closed book is named. */
const tribunalWords: EntryRule = (record) => {
  if (!record.isOwn) return () => [];
  return (entry) => problemsOf(entry, record).map((message): Fault => error(entry.seq, message));
};

function problemsOf(entry: Entry, record: LintRecord): string[] {
  switch (entry.type) {
    case 'announcement':
      // The topic comes from the user, and every agent sees it.
      return entry.data?.['kind'] === 'ready' ? [] : mentioned(roundMentions(entry.content));
    case 'defense':
    case 'critique':
      return closedBookProblems(entry, record);
    default:
      return [];
  }
}

const mentioned = (mentions: readonly { text: string }[]): string[] =>
  mentions.length === 0
    ? []
    : [
        `It says “${mentions.map(({ text }) => text).join('”, “')}”; the sides must not learn how many rounds there are, or that one is the last.`,
      ];

function closedBookProblems(entry: Entry, record: LintRecord): string[] {
  const said = entry.data?.['closed_book'];
  // If the other system kept no list of sources, no importer can know it.
  if (said === undefined && (isForeign(record, entry.seq) || record.malformed.has(entry.seq))) return [];
  const { external, evidence } = categoriesOf(
    (entry.sources ?? []).map(({ url }) => url),
    record.state,
  );
  const isClosed = external.length + evidence.length === 0;
  // A performer that searches the evidence for every statement argues from it, even if it finds nothing.
  if (isClosed && isDealt(record.state, entry)) return [];
  const isTold = typeof said === 'boolean';
  if (!isTold || said !== isClosed) {
    const claim = isTold ? `says that it is ${said ? '' : 'not '}` : 'does not say whether it is ';
    const fact = isClosed ? 'nothing else' : 'other sources';
    return [`The contribution ${claim}argued from the subject material alone (closed book); it cites ${fact}.`];
  }
  return isClosed && !entry.content.includes(closedBookWords)
    ? ['The contribution is argued from the subject material alone and does not say so (closed book).']
    : [];
}

export const tribunalRules: FormatRules = () => ({
  entries: [corrections, tribunalOrder, tribunalJudge, tribunalWords],
  whole: [verifiedAtEnd, fabricationRedacted, redactedSourceCited, tribunalEnd, documentsAgree(({ round }) => round)],
});
