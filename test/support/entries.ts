import type { Draft, Entry } from '../../src/debate/log/entry';
import { StateAccumulator } from '../../src/debate/fold/state';
import { evolve } from '../../src/debate/fold/evolve';
import type { StepMark } from '../../src/debate/log/entryData';

/** Hand-made entries for tests of the record. */

const start = Date.UTC(2026, 6, 21, 12);

/** A complete entry; missing fields are as the ancestors' tools would leave them. */
export function entry(fields: Partial<Entry> & Pick<Entry, 'seq' | 'type'>): Entry {
  const { seq } = fields;
  return {
    timestamp: new Date(start + seq * 1_000).toISOString(),
    phase: 'system',
    speaker: 'chair',
    content: '',
    sources: null,
    rebuttal_to_seq: null,
    target_seq: null,
    ...fields,
  };
}

/** Entries with the seqs 0, 1, 2 … */
export const numbered = (...parts: (Partial<Entry> & Pick<Entry, 'type'>)[]): Entry[] =>
  parts.map((part, seq) => entry({ ...part, seq }));

export function fold(entries: readonly Entry[]): StateAccumulator {
  const state = new StateAccumulator();
  for (const item of entries) evolve(state, item);
  return state;
}

export const step = (id: string, fields: Partial<StepMark> = {}): StepMark => ({
  id,
  index: 0,
  count: 1,
  attempt: 1,
  elapsed_ms: 100,
  ...fields,
});

const debater = (name: string) => ({
  name,
  persona: `the friend of ${name}`,
  starting_position: 'As before.',
  incentives: 'none',
  model: 'scripted',
});

export const setupData = {
  record_version: 1,
  engine_version: '0.1.0',
  topic: 'Tabs or spaces?',
  format: 'panel',
  debaters: [debater('ada'), debater('bob')],
  models: { chair: 'scripted' },
  limits: { min_rounds: 1, max_rounds: 4, time_budget_minutes: 30, budget_usd: null },
  evidence: { root: null, files: [] },
  prompts: {},
};

export const setup: Partial<Entry> & Pick<Entry, 'type'> = {
  type: 'setup',
  content: 'Debate session initialised. Chair is ready.',
  data: setupData,
};

export const note = (content: string, mark?: StepMark): Draft => ({
  phase: 'system',
  speaker: 'chair',
  type: 'note',
  content,
  ...(mark === undefined ? {} : { data: { kind: 'go_on', step: mark } }),
});

export const source = (url: string, more: { quote?: string; claim?: string } = {}) => ({
  url,
  title: 'A title',
  accessed: '2026-07-21',
  ...more,
});

/** Keys that JavaScript's objects treat specially. */
export const awkwardKeys = ['__proto__', 'constructor', 'toString', 'toJSON', '1', '00', '', 'länge'] as const;

export type Part = Partial<Entry> & Pick<Entry, 'type'>;

export const speech = (speaker: string, fields: Partial<Entry> = {}): Part => ({
  type: 'new_point',
  phase: 'rebuttal',
  speaker,
  content: 'Words.',
  ...fields,
});
