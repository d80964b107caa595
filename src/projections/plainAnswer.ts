import { openedPlainAnswer } from '../debate/formats/common/plainAnswer';
import { verdictsOf } from '../debate/formats/common/verdicts';
import { seatedJudges } from '../debate/flow/judges';
import { isRedacted } from '../debate/fold/state';
import type { RecordView } from '../debate/fold/view';
import { dataOf } from '../debate/log/codec';
import { formatVerdictOf } from './answer';
import { leadIn } from './formats/formatProjection';
import { outcomeOf, type Outcome } from './outcome';
import { english } from './vocabulary';
import { plainAnswerWords } from './words';

/** What one pass said before the debate, and what the debate came to. Names are masked. */
export interface ShownPlainAnswer {
  seq: number;
  choice: PlainChoice;
  reason: string;
  /** Whether no evidence was given, so that it answered from memory. */
  isFromMemory: boolean;
  after: Outcome;
  /** Whether judges came to that in both orders of reading. */
  isInBothOrders: boolean;
}

type PlainChoice = { of: 'debater' | 'side' | 'verdict'; name: string } | { of: 'none' };

/** Undefined before the end, and where no plain answer was given, or it was redacted. */
export function plainAnswerOf(view: RecordView): ShownPlainAnswer | undefined {
  const { state, mask } = view;
  const seq = openedPlainAnswer(state);
  const data = seq === undefined || isRedacted(state, seq) ? undefined : dataOf(view.visible(seq), 'vote');
  if (seq === undefined || data === undefined) return undefined;
  const { choice, options = [], reason = '', from_memory: isFromMemory = false } = data;
  const kind = (['debater', 'side', 'verdict'] as const).find((one) =>
    options.some((option) => option[one] === choice),
  );
  const { tally: _tally, ...after } = outcomeOf(state);
  return {
    seq,
    choice: kind === undefined ? { of: 'none' } : { of: kind, name: mask.text(choice) },
    reason,
    isFromMemory,
    after: 'winner' in after ? { ...after, winner: mask.text(after.winner) } : after,
    isInBothOrders: isStable(view),
  };
}

/** Plain answers for programs; `text` is English. */
export interface BaselineJson {
  seq: number;
  /** Each answer chose a debater, a side, a verdict, or `none` of them. */
  choices: string[];
  /** Whether the debate came to the same; null where one of them chose none, or the debate came to no choice. */
  agrees: boolean | null;
  reason: string;
  from_memory: boolean;
  /** Says the choice beside what the debate came to. */
  text: string;
}

export function baselineJson(view: RecordView): BaselineJson | undefined {
  const found = plainAnswerOf(view);
  if (found === undefined) return undefined;
  const { seq, choice, reason, isFromMemory } = found;
  const name = choice.of === 'none' ? choice.of : choice.name;
  return {
    seq,
    choices: [name],
    agrees: agrees(found),
    reason,
    from_memory: isFromMemory,
    text: plainAnswerWords(english, found),
  };
}

function agrees({ choice, after }: ShownPlainAnswer): boolean | null {
  if (choice.of === 'none') return null;
  switch (after.code) {
    case 'wins':
      return after.winner === choice.name;
    case 'accepted':
    case 'rejected':
    case 'revision_required':
      return verdictChoice(choice.name) === after.code;
    case 'result': {
      const lead = leadIn(after.scores);
      return lead === 'even' ? null : lead === choice.name;
    }
    default:
      return null;
  }
}

/** A vote has `REVISION REQUIRED`, an outcome `revision_required`. */
const verdictChoice = (name: string): string => name.toLowerCase().replaceAll(' ', '_');

/** A win, a draw or a ruling that enough judges gave in each order. */
function isStable(view: RecordView): boolean {
  const { state } = view;
  const { tally, ...outcome } = outcomeOf(state);
  if (outcome.code === 'result') return outcome.isFirm === true;
  if (tally === undefined || outcome.code === 'undecided') return false;
  const { issues } = formatVerdictOf(view);
  if (issues !== undefined) return issues.every(({ firm }) => firm === true);
  const choice = outcome.code === 'wins' ? `${outcome.winner}_wins` : outcome.code;
  const alike = seatedJudges(state).filter((judge) =>
    verdictsOf(state, judge.id)?.every((verdict) => verdict.choice === choice),
  );
  return alike.length >= tally.need;
}
