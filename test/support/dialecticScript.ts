import { answerAt } from './conclusions';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Script } from '../../src/agents/scripted';
import { sides, type Side } from '../../src/debate/log/entryData';
import { dialectic } from '../../src/debate/formats/dialectic/dialectic';
import type { Toulmin } from '../../src/debate/flow/tasks/dialectic';
import { createDebate } from '../../src/session/plan/createDebate';
import { gatherEvidence } from '../../src/session/plan/evidenceSet';
import { seatedDebaters } from '../../src/session/plan/formatPlan';
import { fact, factUrl, supported, writeEvidence } from './scriptedDebate';

/**
 * Whole dialectics as scripts: every task of both sides, the Judge and the Reporter has an answer that passes its gate.
 */

/** An argument from line `line` of the side's evidence file, within every limit. */
export function toulmin(side: Side, line: number, more: Partial<Toulmin> = {}): Toulmin {
  return {
    title: `Depot volume on trial day ${line}`,
    claim: `The depot of the ${side === 'proposition' ? 'north' : 'south'} kept up on day ${line} of the trial.`,
    grounds: [
      {
        source: `Trial log, day ${line}`,
        content: fact(side, line),
        relevance: 'It counts what was carried on that day.',
        url: factUrl(side, line),
        quote: fact(side, line),
      },
    ],
    warrant: 'A depot that keeps up on an ordinary day keeps up on others.',
    backing: 'The days of the trial were drawn by lot.',
    qualifier: 'On working days',
    attacks: [],
    defends: [],
    ...more,
  };
}

/** The opening of a side uses lines 1 to 3 of its file; exchange n uses line 10 + n. */
export const opening = (side: Side): { arguments: Toulmin[] } => ({
  arguments: [1, 2, 3].map((line) => toulmin(side, line)),
});

export const idOf = (side: Side, tail: string): string => `${side === 'proposition' ? 'prop' : 'opp'}_${tail}`;
const other = (side: Side): Side => (side === 'proposition' ? 'opposition' : 'proposition');

export function rebuttal(side: Side, exchange: number, more: Partial<Toulmin> = {}): { argument: Toulmin } {
  const attack = {
    target_id: idOf(other(side), '000a'),
    type: 'grounds_attack' as const,
    content: 'One day of the trial says little of the others.',
  };
  const defence = {
    target_id: idOf(side, '000b'),
    type: 'reinforce' as const,
    content: 'Another day of the trial shows the same.',
  };
  return { argument: toulmin(side, 10 + exchange, { attacks: [attack], defends: [defence], ...more }) };
}

export const openingScores = {
  scores: [
    ...[
      ['prop_000a', 0.3],
      ['prop_000b', 0.2],
      ['prop_000c', -0.1],
      ['opp_000a', -0.2],
      ['opp_000b', -0.15],
      ['opp_000c', -0.05],
    ].map(([id = '', score = 0]) => ({
      argument_id: String(id),
      score: Number(score),
      reasoning: `${String(id)} counts one day.`,
    })),
  ],
};

const padded = (exchange: number): string => String(exchange).padStart(3, '0');

/** Scores from exchange 1 on: both new arguments, and two earlier ones with a small change. */
export const laterScores = (exchange: number, by = 0.25) => ({
  scores: [
    { argument_id: `prop_${padded(exchange)}`, score: by, reasoning: 'It answers what was said.' },
    { argument_id: `opp_${padded(exchange)}`, score: -by, reasoning: 'It repeats itself.' },
  ],
});

const sentence = 'Both sides counted parcels and neither asked who was waiting for them. ';

export const clash = {
  question: 'Whether the depots of the trial should stay open for good.',
  clash: sentence.repeat(28).trim(),
  turning_points: [{ title: 'The first day', text: 'With prop_000a and opp_000a both sides chose their ground.' }],
  verdict: sentence.repeat(9).trim(),
  ...answerAt(['{@e0/arguments}']),
};

/** A dialectic with so many exchanges, the opening one included. */
export function dialecticScript(exchanges: number): Record<string, unknown> {
  const script: Record<string, unknown> = { 'e0/judgment': openingScores };
  for (const side of sides) script[`e0/${side}`] = opening(side);
  for (let exchange = 1; exchange < exchanges; exchange += 1) {
    for (const side of sides) script[`e${exchange}/${side}`] = rebuttal(side, exchange);
    script[`e${exchange}/judgment`] = laterScores(exchange);
  }
  for (let exchange = 0; exchange < exchanges; exchange += 1) {
    script[`report/e${exchange}`] = clash;
    for (let index = 0; index < (exchange === 0 ? 6 : 2); index += 1)
      script[`support/{@e${exchange}/arguments:${index}}/0`] = supported;
  }
  return script;
}

export interface DialecticSetup {
  script: Script;
  options?: Readonly<Record<string, unknown>>;
  topic?: string;
  seats?: Readonly<Record<string, string>>;
}

/** Makes the folder of a scripted dialectic, ready to be run. */
export async function dialecticFolder({
  script,
  options = {},
  topic = 'Should the depots stay open?',
  seats = {},
}: DialecticSetup): Promise<string> {
  const parent = await mkdtemp(join(tmpdir(), 'rostrum-dialectic-'));
  const evidence = await gatherEvidence({ evidence: await writeEvidence([...sides]), subject: [], output: parent });
  const scriptFile = join(parent, 'script.json');
  await writeFile(scriptFile, JSON.stringify(script));
  const wanted = dialectic.options.parse(options);
  return await createDebate({
    topic,
    format: 'dialectic',
    options: wanted,
    provider: 'scripted',
    evidence,
    parent,
    now: () => new Date(),
    debaters: seatedDebaters(dialectic, 'scripted').map((debater) => ({
      ...debater,
      model: seats[debater.name] ?? debater.model,
    })),
    limits: { min_rounds: 1, max_rounds: 3, time_budget_minutes: 30, budget_usd: null, ...dialectic.limits(wanted) },
    script: scriptFile,
  });
}
