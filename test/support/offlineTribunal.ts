import type { Draft } from '../../src/debate/entry';
import { tribunal } from '../../src/debate/formats/tribunal/tribunal';
import { OfflineStage, type OfflineSetting } from './offlineStage';

export interface Hearing extends OfflineSetting {
  topic: string;
  options?: Record<string, unknown>;
  /** Paths that are the subject material. */
  subject?: readonly string[];
}

/** Whole tribunals by the format's own rules, every task performed offline. */
export class TribunalStage extends OfflineStage {
  constructor(private readonly hearing: Hearing) {
    super(tribunal, hearing);
  }

  protected setup(): Draft {
    const { topic, evidence, options = { rounds: 'auto' }, subject = [] } = this.hearing;
    const debaters = (tribunal.seats ?? []).map((seat) => ({ ...seat, model: 'offline' }));
    const files = evidence.files.map(({ path }) => ({ path, bytes: 1, sha256: 'x' }));
    const limits = { min_rounds: 1, max_rounds: 10, ...tribunal.limits(options), time_budget_minutes: 30, budget_usd: null };
    const data = {
      ...{ record_version: 1, engine_version: '0', topic, format: 'tribunal', options, debaters, prompts: {}, models: { judge: 'offline' } },
      ...{ limits, evidence: { root: '/e', files }, ...(subject.length === 0 ? {} : { subject }) },
    };
    return { phase: 'system', speaker: 'moderator', type: 'setup', content: 'Debate session initialised.', data };
  }
}
