import { entryOf, serialiseEntry } from '../../../src/debate/log/codec';
import { draftProblems, type Draft, type Entry } from '../../../src/debate/log/entry';

/** Entries of one step. */
export interface Stepped {
  step: string;
  drafts: Draft[];
}

const start = Date.UTC(2026, 4, 11, 9);

/** Entries of a record as a format's steps write them; a draft that the strict writer refuses throws. */
export function entriesOf(steps: readonly Stepped[]): Entry[] {
  const marked = steps.flatMap(({ step, drafts }) =>
    drafts.map((draft, index): Draft => ({
      ...draft,
      data: { ...draft.data, step: { id: step, index, count: drafts.length, attempt: 1, elapsed_ms: 4_200 } },
    })),
  );
  return marked.map((draft, seq) => {
    const problems = draftProblems(draft);
    if (problems.length > 0) throw new Error(`seq ${seq}: ${problems.join('; ')}`);
    return entryOf(draft, seq, new Date(start + seq * 20_000).toISOString());
  });
}

export const textOf = (entries: readonly Entry[]): string => entries.map(serialiseEntry).join('');

interface SetupFacts {
  topic: string;
  format: string;
  options: Record<string, unknown>;
  names: readonly string[];
  roles: readonly string[];
  rounds: number;
}

export function setupStep({ topic, format, options, names, roles, rounds }: SetupFacts): Stepped {
  const debaters = names.map((name) => ({
    name,
    persona: `The ${name}`,
    starting_position: 'Its own.',
    incentives: 'To be right.',
    model: 'scripted',
  }));
  return {
    step: 'setup',
    drafts: [
      {
        phase: 'system',
        speaker: 'moderator',
        type: 'setup',
        content: `Debate session initialised. Debaters: ${names.join(', ')}`,
        data: {
          record_version: 1,
          engine_version: '0.1.0',
          topic,
          format,
          options,
          debaters,
          provider: 'scripted',
          prompts: {},
          models: Object.fromEntries([...roles, ...names].map((name) => [name, 'scripted'])),
          limits: { min_rounds: 1, max_rounds: rounds, time_budget_minutes: 30, budget_usd: null },
          evidence: { root: null, files: [] },
        },
      },
    ],
  };
}

export const moderatorSays = (
  type: 'announcement' | 'handoff' | 'note',
  content: string,
  data: Record<string, unknown>,
): Draft => ({
  phase: type === 'announcement' ? 'rebuttal' : 'system',
  speaker: 'moderator',
  type,
  content,
  data,
});
