import { closersOf } from '../../debate/formats/panel/ending';
import { stepOf, type Entry } from '../../debate/log/entry';
import { panelFacts } from '../../debate/formats/panel/facts';
import { isSealed, optionsOf } from '../../debate/formats/panel/options';
import { speakersOf } from '../../debate/formats/panel/rounds';
import { hasStep, type DebateState } from '../../debate/fold/state';
import type { RecordView } from '../../debate/fold/view';
import { partState, roundOfSection, roundSection, roundsAhead } from '../sections';
import type { DebatePhase } from '../status';
import { judgingOf } from '../judging';
import { unresolvedIn } from '../../debate/formats/common/speech';
import { shownConcessions } from './declared';
import {
  concluding,
  type FormatProjection,
  type FormatVerdict,
  type LinePattern,
  type Planned,
  type PlanNotice,
  type RailPart,
  type SectionStarts,
  type TailPhase,
} from './formatProjection';

export const panel: FormatProjection = {
  stages: {},
  tail: { roundMark: 'r', phaseIn },
  rail,
  views: () => ['debate'],
  notices: unsealed,
  verdict,
};

/** People see the panel as it grows: openings are sealed for them only where they open first. */
function unsealed({ options, debaters }: Planned): PlanNotice[] {
  const debate = { setup: { options }, debaters };
  if (!isSealed(debate)) return [];
  const people = speakersOf(debate, 0).filter(({ model }, at) => at > 0 && model === 'human');
  if (people.length === 0) return [];
  const isDrawn = optionsOf(debate).order === 'drawn';
  return [{ code: 'unsealed', seats: people.map(({ name }) => name), isDrawn }];
}

function verdict(view: RecordView): FormatVerdict {
  const concessions = shownConcessions(view);
  return {
    judging: judgingOf(view.state, 'chair'),
    open: unresolvedIn(view),
    // Whether somebody conceded, the logs of other programs do not say.
    ...(view.state.setup === undefined && concessions.length === 0 ? {} : { concessions }),
  };
}

function phaseIn(newestFirst: Iterable<Entry>, tail: { newest(wanted: LinePattern): unknown }): TailPhase {
  let isCertain = true;
  let phase: DebatePhase | undefined;
  for (const entry of newestFirst) {
    // The end of a debate of documents, unless a reader follows: the tail cannot tell.
    const step = stepOf(entry);
    if (step?.id === 'documents' && step.count === 1) return { phase: undefined, isCertain: false };
    phase = phaseAfter(entry);
    if (phase !== undefined) break;
    // What users add opens nothing. Anything else behind the last step may be a finding that came late.
    if (entry.speaker !== 'user') isCertain = false;
  }
  if (phase === 'done') return { phase, isCertain };
  const isConcluding = phase !== 'documents' && tail.newest(concluding) !== undefined;
  return { phase: isConcluding ? 'conclusion' : phase, isCertain: true };
}

function phaseAfter(entry: Entry): DebatePhase | undefined {
  if (entry.type === 'conclusion') return 'documents';
  const id = stepOf(entry)?.id;
  if (id === undefined) return undefined;
  if (id === 'assessor-report') return 'done';
  if (id === 'audience-conclusion' || /^documents(\/|$)/.test(id)) return 'documents';
  if (id === 'closing/end') return 'conclusion';
  if (id === 'unresolved' || id.startsWith('closing/')) return 'closing';
  if (/^r\d+\/go-on$/.test(id)) return entry.data?.['kind'] === 'stop' ? 'closing' : 'rounds';
  if (id === 'opening/end' || /^r\d+\//.test(id)) return 'rounds';
  if (id === 'ready' || id.startsWith('opening/')) return 'opening';
  return id === 'setup' ? 'setup' : undefined;
}

function rail(state: DebateState, starts: SectionStarts, isOver: boolean): RailPart[] {
  const now = isOver ? undefined : sectionNow(state);
  const closing = hasStep(state, 'closing/end') || closersOf(state).length > 0 ? ['closing'] : [];
  const ids = ['opening', ...rounds(state, starts, now), ...closing, 'conclusion', 'documents'];
  return ids.map((id) => ({ id, state: partState(id, now, starts) }));
}

function sectionNow(state: DebateState): string {
  if (state.conclusion !== undefined) return 'documents';
  if (state.concludeRequested || hasStep(state, 'closing/end')) return 'conclusion';
  if (state.factsOf(panelFacts).roundsEnded || hasStep(state, 'unresolved')) return 'closing';
  if (!hasStep(state, 'opening/end')) return 'opening';
  const isHeld = state.round > 0 && hasStep(state, `r${state.round}/go-on`);
  if (isHeld && state.round >= state.limits.max_rounds) return 'closing';
  return roundSection(Math.max(1, isHeld ? state.round + 1 : state.round));
}

/** Begun, or still possible; once they are over, what the minimum asked for. Never counted up to: a log may claim any number. */
function rounds(state: DebateState, starts: SectionStarts, now: string | undefined): string[] {
  const known = new Set([...starts.keys(), now ?? ''].map(roundOfSection).filter((round) => round > 0));
  const begun = [...known].reduce((last, round) => Math.max(last, round), 0);
  const { min_rounds: minimum, max_rounds: maximum } = state.limits;
  const mayCome = now === 'opening' || roundOfSection(now ?? '') > 0;
  const last = Math.min(mayCome ? maximum : minimum, begun + roundsAhead);
  for (let round = begun + 1; round <= last; round += 1) known.add(round);
  return [...known].sort((a, b) => a - b).map(roundSection);
}
