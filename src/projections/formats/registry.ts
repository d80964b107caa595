import { dialecticFacts } from '../../debate/formats/dialectic/facts';
import { formatIn, ofFormat } from '../../debate/formats/formatName';
import type { FormatName } from '../../debate/formats/registry';
import { tribunalFacts } from '../../debate/formats/tribunal/facts';
import type { DebateState } from '../../debate/fold/state';
import type { RecordView } from '../../debate/fold/view';
import { stageOfSection } from '../sections';
import { namedStage, stageAt, type Stage } from '../stage';
import type { DebatePhase } from '../status';
import { dialectic } from './dialectic';
import type {
  ComposedEntry,
  FormatProjection,
  NamedPart,
  Planned,
  RailPart,
  SectionStarts,
  PlanNotice,
} from './formatProjection';
import { panel } from './panel';
import { tribunal } from './tribunal';

/** Projection of unknown formats, and those without anything of their own. */
const plain: FormatProjection = { stages: {}, rail: foundRail, views: (state) => found(state).views(state) };

const all: Readonly<Record<FormatName, FormatProjection>> = {
  panel,
  tribunal,
  dialectic,
};

export const formatProjection = (format: string | undefined): FormatProjection => ofFormat(all, format, plain);

/** The projection. A log without a setup is recognised by its facts: where it was to end is unknown. */
export const projectionIn = (state: DebateState): FormatProjection =>
  state.setup === undefined
    ? { ...found(state), rail: foundRail, progress: undefined }
    : formatProjection(state.setup.format);

/** Named parts of all formats, because logs of other programs do not say theirs. */
export const namedIn = (view: RecordView): NamedPart[] =>
  Object.values(all).flatMap((format) => format.named?.(view) ?? []);

/** Undefined where code did not put the content together from the fields. */
export function contentWithText(entry: ComposedEntry): string | undefined {
  for (const format of Object.values(all)) {
    const content = format.contentWithText?.(entry);
    if (content !== undefined) return content;
  }
  return undefined;
}

interface Whereabouts {
  format: string | undefined;
  phase?: DebatePhase | undefined;
  round?: number | undefined;
}

export const planNotices = (plan: Planned & { format?: string }): PlanNotice[] =>
  formatProjection(formatIn(plan)).notices?.(plan) ?? [];

/** Undefined if that cannot be told. */
export function stageOf({ format, phase, round }: Whereabouts): Stage | undefined {
  const stage = stageAt(phase, round);
  return stage === undefined ? undefined : namedStage(formatProjection(format).stages, stage);
}

export const stageIn = (state: DebateState, section: string): Stage =>
  namedStage(projectionIn(state).stages, stageOfSection(section));

/** `at`: where it begins in the log, once it has. */
export interface RailStage extends RailPart {
  stage: Stage;
  at: number | undefined;
}

/** Stages in their order. `isOver`: nothing is left to do. */
export function railOf(state: DebateState, starts: SectionStarts, isOver: boolean): RailStage[] {
  return projectionIn(state)
    .rail(state, starts, isOver)
    .map(({ id, state: progress }) => ({ id, state: progress, stage: stageIn(state, id), at: starts.get(id) }));
}

/** The last part of one without an end is where it is. */
function foundRail(state: DebateState, starts: SectionStarts, isOver: boolean): RailPart[] {
  const found = [...starts.keys()].filter((id) => id !== 'setup');
  const isOpen = !isOver && state.conclusion === undefined && state.setup !== undefined;
  return found.map((id, index) => ({ id, state: isOpen && index === found.length - 1 ? 'now' : 'done' }));
}

/** The format whose facts are there. */
function found(state: DebateState): FormatProjection {
  if (state.factsOf(dialecticFacts).arguments.size > 0) return dialectic;
  return state.factsOf(tribunalFacts).tracker.length > 0 ? tribunal : panel;
}
