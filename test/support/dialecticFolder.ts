import type { Argument } from '../../src/debate/log/entryData';

/** A score as the other system keeps it. */
export interface StoredScore {
  score: number;
  reasoning: string;
  scored_at?: string;
  triggered_by?: string;
  previous_score?: number;
}

export interface StoredDebate {
  motion: string;
  definitions?: Record<string, string>;
  scope?: string;
  arguments: readonly Argument[];
  scores?: Record<string, StoredScore[]>;
  state?: Record<string, unknown>;
}

/** The files of a debate as the dialectic system writes them, by path. */
export function dialecticFiles({
  motion,
  definitions = {},
  scope,
  arguments: all,
  scores,
  state,
}: StoredDebate): Record<string, string> {
  const terms = Object.entries(definitions).map(([term, meaning]) => `- **${term}**: ${meaning}`);
  const parts = [
    `# Motion\n\n${motion}`,
    ...(terms.length === 0 ? [] : [`## Definitions\n\n${terms.join('\n\n')}`]),
    ...(scope === undefined ? [] : [`## Scope\n\n${scope}`]),
  ];
  const table = Object.entries(scores ?? {}).map(([id, history]) => [
    id,
    { current_score: history.at(-1)?.score, history },
  ]);
  return {
    'debate.md': `${JSON.stringify({ debate_id: 'ferry', current_phase: 'awaiting_arguments', ...state }, null, 2)}\n\n${parts.join('\n\n')}`,
    ...Object.fromEntries(all.map((argument) => [`arguments/${argument.id}.md`, argumentFile(argument)])),
    ...(scores === undefined ? {} : { 'scores.json': JSON.stringify(Object.fromEntries(table), null, 2) }),
  };
}

export function argumentFile({
  id,
  side,
  exchange,
  title,
  claim,
  grounds,
  warrant,
  backing,
  qualifier,
  attacks = [],
  defends = [],
}: Argument): string {
  const short = (edges: readonly { target_id: string; type: string }[]) =>
    edges.map(({ target_id, type }) => ({ target_id, type }));
  const metadata = {
    id,
    side: side === 'proposition' ? 'prop' : 'opp',
    exchange,
    title,
    claim,
    attacks: short(attacks),
    defends: short(defends),
  };
  const sections = [
    `## Claim\n\n${claim}`,
    '## Grounds',
    ...grounds.flatMap(({ source, content, relevance, url }, index) => [
      `### ${index + 1}. ${url === undefined ? source : `${source} (${url})`}`,
      `> ${content}`,
      ...(relevance === undefined ? [] : [`**Relevance:** ${relevance}`]),
    ]),
    `## Warrant\n\n${warrant}`,
    ...(backing === undefined ? [] : [`## Backing\n\n${backing}`]),
    ...(qualifier === undefined ? [] : [`## Qualifier\n\n${qualifier}`]),
    ...(attacks.length === 0
      ? []
      : [
          '## Attacks',
          ...attacks.flatMap((edge) => [
            `### Attacking ${edge.target_id}`,
            `**Type:** ${edge.type}`,
            edge.content ?? '',
          ]),
        ]),
    ...(defends.length === 0
      ? []
      : [
          '## Defends',
          ...defends.flatMap((edge) => [
            `### Defending ${edge.target_id}`,
            `**Type:** ${edge.type}`,
            edge.content ?? '',
          ]),
        ]),
  ];
  return `${JSON.stringify(metadata, null, 2)}\n\n${sections.join('\n\n')}`;
}

export const ferryArgument = (id: string, fields: Partial<Argument> = {}): Argument => ({
  id,
  side: id.startsWith('prop') ? 'proposition' : 'opposition',
  exchange: Number(/\d+/.exec(id)?.[0] ?? 0),
  title: `The Ferry, Seen by ${id}`,
  claim: `The ferry pays for itself, says ${id}.`,
  warrant: 'What pays for itself stays.',
  grounds: [
    {
      source: 'Harbour Board (2021), “Crossings”',
      content: 'In 2021 there were 812 crossings.',
      relevance: 'It counts them.',
    },
  ],
  attacks: [],
  defends: [],
  ...fields,
});

/** Two exchanges, scored to zero. */
export const ferryDebate = (): StoredDebate => ({
  motion: 'This house would keep the night ferry.',
  definitions: { 'Night ferry': 'the last crossing of the day' },
  scope: 'The two harbours, not the islands.',
  arguments: [
    ...['prop_000a', 'opp_000a'].map((id) => ferryArgument(id)),
    ferryArgument('prop_001', {
      attacks: [{ target_id: 'opp_000a', type: 'grounds_attack', content: 'The count is of one winter.' }],
    }),
    ferryArgument('opp_001', {
      defends: [{ target_id: 'opp_000a', type: 'reinforce', content: 'The next winter was the same.' }],
    }),
  ],
  scores: {
    prop_000a: [
      { score: 0.4, reasoning: 'Counted.', scored_at: '2025-03-01T10:00:00.000100+00:00' },
      {
        score: 0.25,
        reasoning: 'Less than it seemed.',
        scored_at: '2025-03-01T11:00:00.000300+00:00',
        triggered_by: 'prop_001',
        previous_score: 0.4,
      },
    ],
    opp_000a: [{ score: -0.4, reasoning: 'One winter.', scored_at: '2025-03-01T10:00:00.000200+00:00' }],
    prop_001: [{ score: 0.1, reasoning: 'It meets it.', scored_at: '2025-03-01T11:00:00.000100+00:00' }],
    opp_001: [{ score: -0.1, reasoning: 'It repeats.', scored_at: '2025-03-01T11:00:00.000200+00:00' }],
  },
  state: { current_exchange: 2 },
});
