import { dataOf } from '../../log/codec';
import type { Debater } from '../../log/entryData';
import { pendingRedactions, standingIssues } from '../../flow/duties';
import { isRedacted, type DebateState } from '../../fold/state';
import type { Brief, TaskInputs, VisibleEntry } from '../../flow/tasks';
import { memosOf, type RecordView } from '../../fold/view';
import { briefOf, questionsTo } from '../common/brief';
import { checkedSources, metricsOf } from './factCheck';
import { otherSide, sideNames, type SideName } from './contribution';
import {
  factsOfRound,
  isLastRound,
  type RulingOccasion,
  orderOf,
  startOf,
  tribunalFacts,
  type TribunalRound,
  visibleTracker,
} from './facts';
import { optionsOf } from './options';
import { entryFor, recordFor, type SightOptions, type TribunalAgent } from './recordFor';
import { valueWithoutMentions, withoutRoundMentions } from './roundMentions';

type SideInput = TaskInputs['advocate/defend'];
type AssessInput = TaskInputs['judge/assess'];

const seqOfSide = (round: TribunalRound | undefined, side: SideName): number | undefined =>
  side === 'advocate' ? round?.defense : round?.critique;

/** This one, or the one before where this side opens. */
function answeredRound(state: DebateState, side: SideName, round: number): number {
  return orderOf(state, round)[0] === side ? round - 1 : round;
}

/** The critique that the Advocate has to assess in this round. */
export function critiqueToAssess(state: DebateState, round: number): number | undefined {
  return factsOfRound(state, answeredRound(state, 'advocate', round))?.critique;
}

export function sideInput(view: RecordView, you: Debater, side: SideName, round: number): SideInput {
  const { state } = view;
  const { handover } = optionsOf(state);
  const sight: SightOptions = { handover, guidanceBefore: startOf(state, round), isLast: false };
  const other = answeredBy(view, side, round);
  return {
    brief: briefFor(state, sight, side),
    record: recordFor(view, side, sight),
    you,
    round,
    ...duties(view, you.name, round),
    tracker: valueWithoutMentions(view.mask.value(visibleTracker(view))),
    answerTo: other === undefined ? undefined : entryFor(other, view, { agent: side, ...sight }),
    isOtherMissing: isOtherMissing(state, side, round),
  };
}

/** Rounds change for sides only by what was said before they began. */
const heardGuidance = (state: DebateState, { guidanceBefore }: SightOptions) =>
  state.guidance.filter(({ seq }) => seq < guidanceBefore);

function briefFor(state: DebateState, sight: SightOptions, agent: TribunalAgent): Brief {
  const guidance = heardGuidance(state, sight).map(({ text }) =>
    agent === 'judge' ? text : withoutRoundMentions(text),
  );
  return { ...briefOf(state), guidance };
}

function duties(
  view: RecordView,
  name: string,
  round: number,
): Pick<SideInput, 'guidance' | 'questions' | 'mustAcknowledge' | 'standingIssues' | 'memos'> {
  const { state } = view;
  const before = startOf(state, round);
  const since = lastPrompted(state, name, round);
  const text = (words: string): string => withoutRoundMentions(view.mask.text(words));
  return {
    guidance: state.guidance
      .filter(({ seq }) => seq >= since && seq < before)
      .map((item) => ({ seq: item.seq, text: text(item.text) })),
    questions: questionsTo(view, name).map((question) => ({ ...question, text: text(question.text) })),
    mustAcknowledge: pendingRedactions(state, name).map((item) => ({ ...item, reason: view.mask.text(item.reason) })),
    standingIssues: standingIssues(state, name).map((issue) => ({ ...issue, reason: view.mask.text(issue.reason) })),
    memos: memosOf(view, name),
  };
}

/** Where the round began in which this side last spoke: guidance from there on is new to it. */
function lastPrompted(state: DebateState, name: string, round: number): number {
  const side = sideNames.find((candidate) => candidate === name);
  if (side === undefined) return 0;
  const spoken = state
    .factsOf(tribunalFacts)
    .rounds.findLast((one) => one.round < round && seqOfSide(one, side) !== undefined);
  return spoken?.start ?? 0;
}

function answeredBy(view: RecordView, side: SideName, round: number): VisibleEntry | undefined {
  const { state } = view;
  // The Critic that opens a round has the defence of the round before in the record: it answered the critique, not the other way round.
  if (side === 'critic' && orderOf(state, round)[0] === 'critic') return undefined;
  const seq = seqOfSide(factsOfRound(state, answeredRound(state, side, round)), otherSide(side));
  return view.visible(seq);
}

function isOtherMissing(state: DebateState, side: SideName, round: number): boolean {
  const answered = factsOfRound(state, answeredRound(state, side, round));
  const seq = seqOfSide(answered, otherSide(side));
  return answered?.failed.includes(otherSide(side)) === true || (seq !== undefined && isRedacted(state, seq));
}

/** The Judge's last task learns what the user said up to now; the others what was said before their round. */
function judgeBase(view: RecordView, round: number, sight: SightOptions) {
  const { state } = view;
  return {
    brief: briefFor(state, sight, 'judge'),
    record: recordFor(view, 'judge', sight),
    round,
    tracker: view.mask.value(visibleTracker(view)),
    checked: checkedSources(view),
    guidance: heardGuidance(state, sight).map(({ seq, text }) => ({ seq, text: view.mask.text(text) })),
  };
}

export function assessInput(view: RecordView, round: number, total: number): AssessInput {
  const { state } = view;
  const facts = factsOfRound(state, round);
  const isLast = isLastRound(state, round);
  const sight: SightOptions = { handover: 'raw', guidanceBefore: startOf(state, round), isLast };
  const seen = (seq: number | undefined): VisibleEntry | undefined => {
    const entry = view.visible(seq);
    return entry === undefined ? undefined : entryFor(entry, view, { agent: 'judge', ...sight });
  };
  return {
    ...judgeBase(view, round, sight),
    defense: seen(facts?.defense),
    critique: seen(facts?.critique),
    missing: missingSides(state, round),
    uncovered: uncoveredRounds(state, round),
    final: isLast ? { total: state.concludeRequested ? Math.min(total, round) : total } : undefined,
  };
}

/** Sides without a contribution in force: they failed, were cut short, or were redacted. */
function missingSides(state: DebateState, round: number): SideName[] {
  const facts = factsOfRound(state, round);
  return sideNames.filter((side) => {
    const seq = seqOfSide(facts, side);
    return seq === undefined || isRedacted(state, seq);
  });
}

/** Rounds since the last assessment that none covers yet. */
export function uncoveredRounds(state: DebateState, before: number): number[] {
  const { rounds } = state.factsOf(tribunalFacts);
  const last = rounds.findLast(({ round, assessment }) => round < before && assessment !== undefined)?.round ?? 0;
  return rounds.filter(({ round }) => round > last && round < before).map(({ round }) => round);
}

export function ruleInput(view: RecordView, occasion: RulingOccasion): TaskInputs['judge/rule'] {
  const base = judgeBase(view, view.state.round, { handover: 'raw', isLast: true, guidanceBefore: Infinity });
  return { ...base, occasion, metrics: metricsOf(view) };
}

/** Contributions that the round's assessment answers for: its own, and those of rounds that it covers. */
export function coveredSeqs(state: DebateState, round: number): ReadonlySet<number> {
  const covered = new Set([...uncoveredRounds(state, round), round]);
  const { rounds } = state.factsOf(tribunalFacts);
  return new Set(
    rounds
      .filter((one) => covered.has(one.round))
      .flatMap(({ defense, critique }) => [defense, critique])
      .filter((seq) => seq !== undefined),
  );
}

/** What both sides wrote and quoted: the Judge may repeat it word by word. */
export function quotedPassages(view: RecordView): string[] {
  const { rounds } = view.state.factsOf(tribunalFacts);
  return rounds
    .flatMap(({ defense, critique }) => [defense, critique])
    .flatMap((seq) => {
      const entry = view.visible(seq);
      if (entry === undefined) return [];
      const objections = dataOf(entry, 'critique')?.objections ?? [];
      return [
        ...(entry.sources ?? []).flatMap(({ quote = '', claim = '', title }) => [quote, claim, title]),
        ...objections.map(({ text }) => text),
      ];
    });
}
