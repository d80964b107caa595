import type { DebateState } from '../../debate/fold/state';
import { withDeadline } from '../../async/deadline';
import { modelTask } from '../../agents/model/formats/registry';
import { smallestWindow } from '../../agents/model/recordFit';
import { formatModelRef, parseModelRef } from '../../models/provider';
import { modelFactsText, type ModelFacts } from '../../models/modelSize';
import { descriptorOf, isServer } from '../../models/providers';
import type { Stage } from '../../projections/stage';
import { modelsIn, roundsIn, tasksAt, type EstimateRequest } from './estimate';
import type { AskedTask } from './estimates/accounts';
import type { ModelAccess } from './modelAccess';
import { requestOf } from '../run/pace';
import type { PlanNotice } from '../../projections/formats/formatProjection';

/** Known windows in tokens, by reference. */
export type Windows = Readonly<Record<string, number>>;

const waitMs = 5_000;

export interface SeatModelFacts {
  windows: Windows;
  /** Descriptions for people, by reference, in their servers' words. */
  about: Readonly<Record<string, string>>;
}

/** Asks servers whose models may have small windows, and the editor; whoever does not say in time, or fails, is left out. Never rejects. */
export async function aboutModels(
  references: Iterable<string>,
  models: Pick<ModelAccess, 'provider'> | undefined,
): Promise<SeatModelFacts> {
  const asked = [...new Set(references)].map(async (reference): Promise<[string, ModelFacts][]> => {
    const ref = parseModelRef(reference);
    if (models === undefined || ref?.kind !== 'model') return [];
    if (isServer(ref.provider) && descriptorOf(ref.provider).sharesWindow !== true) return [];
    try {
      const provider = await models.provider(ref.provider);
      const found = await withDeadline({ ms: waitMs }, async (signal) => await provider.about?.(ref.model, signal));
      return found === undefined ? [] : [[reference, found]];
    } catch {
      return []; // That is said when the debate starts.
    }
  });
  const found = (await Promise.all(asked)).flat();
  const windows: Record<string, number> = {};
  const about: Record<string, string> = {};
  for (const [reference, facts] of found) {
    const text = modelFactsText(facts);
    if (facts.maxInputTokens !== undefined) windows[reference] = facts.maxInputTokens;
    if (text !== '') about[reference] = text;
  }
  return { windows, about };
}

/**
 * What does not fit into the models' windows: what cannot be done, how many rounds leave room, who is given summaries and from when. By
 * the sizes of the estimate, at their most.
 */
export function windowNotices(request: EstimateRequest, windows: Windows): PlanNotice[] {
  return modelsIn(request).flatMap((ref) => {
    const model = formatModelRef(ref);
    const window = windows[model];
    if (window === undefined) return [];
    if (window < smallestWindow) return [{ code: 'too_small', model, window, least: smallestWindow }];
    return noticesFor({ model, window }, request);
  });
}

export async function noticesNow(
  state: DebateState,
  models: Pick<ModelAccess, 'provider'> | undefined,
): Promise<PlanNotice[]> {
  const request = requestOf(state);
  if (request === undefined) return [];
  const { windows } = await aboutModels(state.models.values(), models);
  return windowNotices(request, windows);
}

interface Windowed {
  model: string;
  /** Tokens. */
  window: number;
}

function noticesFor(model: Windowed, request: EstimateRequest): PlanNotice[] {
  const most = roundsIn(request)?.high ?? 0;
  const isOver = ({ least, kind }: AskedTask): boolean => least > model.window && modelTask(kind).isOptional !== true;
  const never = tasksOf(model, request, Math.min(1, most)).filter(isOver);
  const isNever = ({ kind }: AskedTask): boolean => never.some((task) => task.kind === kind);
  const all = tasksOf(model, request, most);
  const late = all.filter((task) => isOver(task) && !isNever(task));
  // It fits up to some number of rounds, and not beyond.
  let [fitting, over] = [1, most];
  while (late.length > 0 && over - fitting > 1) {
    const middle = (fitting + over) >> 1;
    if (tasksOf(model, request, middle).some((task) => isOver(task) && !isNever(task))) over = middle;
    else fitting = middle;
  }
  const short = all.filter(({ least, window }) => window > model.window && least <= model.window);
  const about = (tasks: readonly AskedTask[]) => ({
    ...model,
    seats: seatsOf(tasks, request),
    stages: stagesOf(tasks),
  });
  return [
    ...(never.length === 0 ? [] : [{ code: 'impossible' as const, ...about(never) }]),
    ...(late.length === 0 || never.length > 0 ? [] : [{ code: 'rounds' as const, rounds: fitting, ...about(late) }]),
    ...(short.length === 0 ? [] : [{ code: 'summaries' as const, ...about(short) }]),
  ];
}

const tasksOf = ({ model }: Windowed, request: EstimateRequest, rounds: number): AskedTask[] =>
  (tasksAt('high', request, { low: rounds, high: rounds }) ?? []).filter(({ ref }) => formatModelRef(ref) === model);

function seatsOf(tasks: readonly AskedTask[], { debaters }: EstimateRequest): string[] {
  const seats = [...new Set(tasks.map(({ seat }) => seat))];
  const debating = debaters.map(({ name }) => name).filter((name) => seats.includes(name));
  return [...debating, ...seats.filter((seat) => !debating.includes(seat)).sort()];
}

function stagesOf(tasks: readonly AskedTask[]): Stage[] {
  const stages = new Map<string, Stage>();
  for (const { step } of tasks) {
    const stage = stageOfStep(step);
    if (!stages.has(stage.code)) stages.set(stage.code, stage);
  }
  return inOrder.flatMap((code) => stages.get(code) ?? []);
}

const inOrder: readonly Stage['code'][] = [
  'plan',
  'opening',
  'round',
  'exchange',
  'closing',
  'conclusion',
  'ruling',
  'documents',
  'report',
];

function stageOfStep(step: string): Stage {
  const [, letter, number] = /^([re])(\d+)\//.exec(step) ?? [];
  if (letter !== undefined) return { code: letter === 'r' ? 'round' : 'exchange', number: Number(number) };
  return { code: stageCodes[step.split('/')[0] ?? ''] ?? 'documents' };
}

/** Codes of the stages outside the rounds, by how step ids begin. */
const stageCodes: Readonly<Record<string, Stage['code']>> = {
  opening: 'opening',
  closing: 'closing',
  unresolved: 'conclusion',
  conclusion: 'conclusion',
  'audience-conclusion': 'conclusion',
  plan: 'plan',
  ruling: 'ruling',
  report: 'report',
};
