import { withDeadline } from '../async/deadline';
import { modelTask } from '../agents/model/formats/registry';
import { smallestWindow } from '../agents/model/recordFit';
import { counted } from '../debate/counted';
import { formatModelRef, parseModelRef } from '../models/modelRef';
import { modelFactsText, type ModelFacts } from '../models/modelSize';
import { descriptorOf } from '../models/providers';
import { modelsIn, roundsIn, tasksAt, type EstimateRequest } from './estimate';
import type { AskedTask } from './estimates/accounts';
import type { ModelAccess } from './modelAccess';

/** How many tokens models take, by reference, as far as it is known. */
export type Windows = Readonly<Record<string, number>>;

const waitMs = 5_000;

export interface SeatModelFacts {
  windows: Windows;
  /** What their servers say of them, for people, by reference. */
  about: Readonly<Record<string, string>>;
}

/** Asks the servers whose models may have small windows; whoever does not say in time, or fails, is left out. Never rejects. */
export async function aboutModels(
  references: Iterable<string>,
  models: Pick<ModelAccess, 'provider'> | undefined,
): Promise<SeatModelFacts> {
  const asked = [...new Set(references)].map(async (reference): Promise<[string, ModelFacts][]> => {
    const ref = parseModelRef(reference);
    if (models === undefined || ref?.kind !== 'model' || descriptorOf(ref.provider).sharesWindow !== true) return [];
    try {
      const provider = await models.provider(ref.provider);
      const told = await withDeadline({ ms: waitMs }, async (signal) => await provider.about?.(ref.model, signal));
      return told === undefined ? [] : [[reference, told]];
    } catch {
      return []; // Whether it can be reached is said when the debate starts.
    }
  });
  const told = (await Promise.all(asked)).flat();
  const windows: Record<string, number> = {};
  const about: Record<string, string> = {};
  for (const [reference, facts] of told) {
    const text = modelFactsText(facts);
    if (facts.maxInputTokens !== undefined) windows[reference] = facts.maxInputTokens;
    if (text !== '') about[reference] = text;
  }
  return { windows, about };
}

/**
 * What does not fit into the windows of the models that take part: how many rounds do, who is given summaries and from when, what cannot be
 * done. By the sizes of the estimate, at their most. Nothing where all fits.
 */
export function windowLines(request: EstimateRequest, windows: Windows): string[] {
  return modelsIn(request).flatMap((ref) => {
    const reference = formatModelRef(ref);
    const window = windows[reference];
    return window === undefined ? [] : linesFor({ reference, window }, request);
  });
}

interface Windowed {
  reference: string;
  /** Tokens. */
  window: number;
}

function linesFor(model: Windowed, request: EstimateRequest): string[] {
  const { reference, window } = model;
  const size = `${reference} takes ${window.toLocaleString('en-US')} tokens`;
  if (window < smallestWindow)
    return [
      `${size}; a debate needs at least ${smallestWindow.toLocaleString('en-US')}. Choose a model with a larger window.`,
    ];
  const most = roundsIn(request)?.high ?? 0;
  const over = tasksOf(model, request, most).filter((task) => task.window > window);
  const summarised = over.filter(
    ({ kind }) => modelTask(kind).mustBeWhole !== true && modelTask(kind).record === 'whole',
  );
  const whole = over.filter(({ kind }) => modelTask(kind).mustBeWhole === true);
  return [
    ...(whole.length === 0 ? [] : [`${size}. ${wholeWords(model, request, { whole, most })}`]),
    ...(summarised.length === 0
      ? []
      : [`${whole.length === 0 ? `${size}. ` : ''}${summaryWords(summarised)} (${reference})`]),
  ];
}

const tasksOf = ({ reference }: Windowed, request: EstimateRequest, rounds: number): AskedTask[] =>
  (tasksAt('high', request, { low: rounds, high: rounds }) ?? []).filter(
    ({ ref }) => formatModelRef(ref) === reference,
  );

/** What is never given summaries, and how many rounds leave room for it. */
function wholeWords(
  model: Windowed,
  request: EstimateRequest,
  { whole, most }: { whole: readonly AskedTask[]; most: number },
): string {
  const isOver = ({ kind, window }: AskedTask): boolean =>
    modelTask(kind).mustBeWhole === true && window > model.window;
  // Windows grow with the rounds: it fits up to some number of them, and not beyond.
  let [fitting, over] = [0, most];
  while (over - fitting > 1) {
    const middle = (fitting + over) >> 1;
    if (tasksOf(model, request, middle).some(isOver)) over = middle;
    else fitting = middle;
  }
  const steps = [...new Set(whole.map(({ step }) => step))].join(', ');
  const seats = [...new Set(whole.map(({ seat }) => seat))].join(', ');
  const rest =
    fitting === 0
      ? 'no round leaves room for it'
      : `${counted(fitting, 'round')} ${fitting === 1 ? 'leaves' : 'leave'} room for it`;
  return `The whole record is needed for ${steps}: ${rest}, and after more the debate pauses there. Hold fewer rounds, or give ${seats} a model with a larger window.`;
}

function summaryWords(tasks: readonly AskedTask[]): string {
  const seats = [...new Set(tasks.map(({ seat }) => seat))].join(', ');
  const round = tasks.map(({ step }) => /^[re](\d+)\//.exec(step)?.[1]).find((found) => found !== undefined);
  const since = round === undefined ? 'At the end' : `From round ${round} on`;
  return `${since} ${seats} read earlier rounds as summaries`;
}
