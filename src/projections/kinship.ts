import { seatedJudges } from '../debate/flow/judges';
import type { DebateState } from '../debate/fold/state';

/** A judge and a debater whose models are of one family, so that one may like what the other writes. */
export interface Kin {
  judge: string;
  debaters: readonly string[];
}

/** Masking the debaters' names is left to the caller. */
export function kinOf(state: DebateState): Kin[] {
  if (state.conclusion?.tally === undefined) return [];
  return seatedJudges(state).flatMap(({ id, agent, model: named }) => {
    const family = familyOf(state.models.get(agent) ?? named);
    const debaters = state.debaters
      .filter(({ name, model }) => family !== undefined && familyOf(state.models.get(name) ?? model) === family)
      .map(({ name }) => name);
    return debaters.length === 0 ? [] : [{ judge: id, debaters }];
  });
}

/** The first word of a model's name: `claude` of `anthropic:claude-sonnet-5-5`, `qwen` of `openai-compatible:org/qwen3`. */
export function familyOf(reference: string): string | undefined {
  const name = reference.slice(reference.indexOf(':') + 1);
  if (name === reference) return undefined;
  return /^[a-z]+/.exec(name.slice(name.lastIndexOf('/') + 1).toLowerCase())?.[0];
}
