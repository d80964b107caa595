import type { JudgeSeat } from '../../debate/log/entryData';
import { mostJudges } from '../../debate/flow/judges';
import { performing } from '../../debate/flow/seats';
import type { Format } from '../../debate/flow/step';
import { modelProvider } from '../../models/provider';
import { seatReference, type ProviderName } from './modelPlan';
import { PlanError } from './planError';

/** What a surface asks for: how many judges of the model that decides, or one model each. */
export type RequestedJudges = number | readonly string[];

interface JudgeWishes {
  wished: RequestedJudges | undefined;
  format: Pick<Format, 'roles'>;
  provider: ProviderName;
  /** References by role. */
  seats: Readonly<Record<string, string>>;
}

/** Who decides: the reference that is named for it, and what performs it; undefined while no model is chosen. */
function deciderOf({ format, provider, seats }: Omit<JudgeWishes, 'wished'>) {
  const isLed = format.roles.includes('judge');
  const named = isLed ? seats['judge'] : (seats['conclusion'] ?? seats['chair']);
  // While no model is chosen, nobody decides yet.
  if (named === undefined && modelProvider(provider) !== undefined) return undefined;
  const decider = seatReference(named ?? provider, modelProvider(provider)) ?? provider;
  return { decider, by: performing(decider, provider) };
}

/**
 * The seats of judges as the setup names them. Where models or agents of a client debate and nothing is asked for, whoever
 * decides reads twice; a person decides alone, once. @throws PlanError `judges`
 */
export function planJudges({ wished, format, provider, seats }: JudgeWishes): JudgeSeat[] {
  const found = deciderOf({ format, provider, seats });
  if (found === undefined) return [];
  const { decider, by } = found;
  const count = typeof wished === 'object' ? wished.length : (wished ?? (by === 'model' || by === 'host' ? 1 : 0));
  refuseCount(count);
  if (count === 0) return [];
  if (by === 'human' || by === 'offline')
    throw new PlanError(
      'judges',
      by === 'human'
        ? 'A person decides this debate, alone and once. Leave the judges out, or give that seat to a model.'
        : 'Offline there are no judges: they need a model. Leave them out, or let models debate.',
    );
  const models = typeof wished === 'object' ? wished.map((text) => judgeModel(text, provider)) : [];
  return judgeSeats(count, decider).map((seat, index) => ({ ...seat, model: models[index] ?? seat.model }));
}

/**
 * How many plain answers are asked for before the debate, of the model that decides: one where models debate and nothing is asked for.
 * @throws PlanError `plain_answer`
 */
export function planPlainAnswers({
  wished,
  ...asked
}: Omit<JudgeWishes, 'wished'> & { wished: number | undefined }): number {
  if (wished !== undefined && wished !== 0 && wished !== 1)
    throw new PlanError('plain_answer', 'There can be 0 plain answers or 1.');
  const by = deciderOf(asked)?.by;
  if (wished === 1 && (by === 'human' || by === 'offline'))
    throw new PlanError(
      'plain_answer',
      by === 'human'
        ? 'A person decides this debate, and the plain answer needs a model. Leave it out, or give that seat to a model.'
        : 'Offline there is no plain answer: it needs a model. Leave it out, or let models debate.',
    );
  return wished ?? (by === 'model' ? 1 : 0);
}

export const judgeSeats = (count: number, model: string): JudgeSeat[] =>
  Array.from({ length: count }, (_, index) => ({ id: `j${index + 1}`, model }));

function refuseCount(count: number): void {
  if (Number.isInteger(count) && count >= 0 && count <= mostJudges) return;
  throw new PlanError('judges', `There can be 0 to ${mostJudges} judges; 0, 1 and 3 are usual.`);
}

function judgeModel(text: string, provider: ProviderName): string {
  const reference = seatReference(text, modelProvider(provider));
  const by = reference === undefined ? undefined : performing(reference, provider);
  if (reference !== undefined && (by === 'model' || by === 'host')) return reference;
  throw new PlanError(
    'judges',
    `“${text}” cannot judge: a judge is a model, such as anthropic:claude-sonnet-5-5, or an agent of the client (host).`,
  );
}
