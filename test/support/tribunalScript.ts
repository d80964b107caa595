import { answerAt } from './conclusions';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Script } from '../../src/agents/scripted';
import type { Limits } from '../../src/debate/log/entryData';
import { tribunal } from '../../src/debate/formats/tribunal/tribunal';
import { createDebate } from '../../src/session/plan/createDebate';
import { gatherEvidence } from '../../src/session/plan/evidenceSet';
import { fact, factSource, supported, writeEvidence } from './scriptedDebate';

/** A whole tribunal as a script: every task of every role has an answer that passes its gate. */

export const sideFiles = ['advocate', 'critic'];

const log = (name: string, line: number) => ({
  queries: [`parcels on day ${line}`],
  files_read: [`${name}.md`],
  key_findings: [`Day ${line} was counted.`],
});

export const defence = (round: number, more: Record<string, unknown> = {}) => ({
  research_log: log('advocate', round),
  argument: `The proposition stands. ${fact('advocate', round)} Nothing takes day ${round} away.`,
  sources: [factSource('advocate', round)],
  preemptive_rebuttals: [`It may be said that day ${round} was an exception; it was not.`],
  evidence_strengthening: [`The count of day ${round} was made by hand.`],
  assumption_defence: [`That day ${round} is like any other is an assumption.`],
  assessments:
    round === 1
      ? []
      : [{ point: 'The count leaves days out', issue: 'I1', status: 'DEFENDED', answer: 'It leaves none out.' }],
  scope_and_framing: `This is about parcels of day ${round}, no other.`,
  ...more,
});

export const critique = (round: number, more: Record<string, unknown> = {}) => ({
  research_log: log('critic', round),
  argument: `The proposition does not stand as it is. ${fact('critic', round)} That is left out of the case.`,
  sources: [factSource('critic', round)],
  objections: [
    {
      area: 'completeness',
      title: 'The count leaves days out',
      text: `Days of the other depot are left out of the count of round ${round}.`,
      severity: 'Major',
      ...(round === 1 ? {} : { issue: 'I1' }),
    },
  ],
  ...more,
});

export const assessment = (round: number, more: Record<string, unknown> = {}) => ({
  fact_check: [],
  argument_evaluation: { advocate: 'Plain and sourced.', critic: 'Fair.' },
  evidence_quality: { advocate: 'First-hand counts.', critic: 'First-hand counts.' },
  issues: [
    {
      ...(round === 1 ? {} : { id: 'I1' }),
      title: 'The count leaves days out',
      status: 'open',
      severity: 'Major',
      argued: true,
      reason: 'Both sides count their own depot.',
    },
  ],
  round_score: { advocate: 6, critic: 5, reason: 'The case stands for now.' },
  end: false,
  ...more,
});

export const verdicts = (...given: string[]) =>
  given.map((verdict, index) => ({
    issue: `I${index + 1}`,
    verdict,
    reason: 'It was shown.',
    evidence_quality: 'Counts by hand.',
  }));

export const rulingAnswer = (more: Record<string, unknown> = {}) => ({
  verdicts: verdicts('REVISION REQUIRED'),
  concessions: [],
  dismissed: [],
  overall: 'The proposition stands once the days that are left out are counted.',
  ...answerAt(['{@r1/advocate}']),
  ...more,
});

export function tribunalScript(rounds: number, more: Script = {}): Script {
  const script: Script = { plan: { rounds, reason: 'One point, two depots.' }, ruling: rulingAnswer() };
  for (let round = 1; round <= rounds; round += 1) {
    script[`r${round}/advocate`] = defence(round);
    script[`r${round}/critic`] = critique(round);
    script[`r${round}/judge`] = assessment(round);
    for (const side of sideFiles) script[`support/{@r${round}/${side}}/0`] = supported;
  }
  return { ...script, ...more };
}

export interface TribunalSetup {
  script: Script;
  options?: Readonly<Record<string, unknown>>;
  limits?: Partial<Limits>;
  /** Files of the evidence that are the subject itself. */
  subject?: readonly string[];
}

/** Makes the folder of a scripted tribunal, ready to be run. */
export async function tribunalFolder({
  script,
  options = {},
  limits = {},
  subject = [],
}: TribunalSetup): Promise<string> {
  const parent = await mkdtemp(join(tmpdir(), 'rostrum-tribunal-'));
  const folder = await writeEvidence(sideFiles);
  const evidence = await gatherEvidence({
    evidence: folder,
    subject: subject.map((name) => join(folder, name)),
    output: parent,
  });
  const scriptFile = join(parent, 'script.json');
  await writeFile(scriptFile, JSON.stringify(script));
  return await createDebate({
    topic: 'Should the parcels go by the north depot?',
    provider: 'scripted',
    format: 'tribunal',
    options,
    evidence,
    parent,
    now: () => new Date(),
    debaters: (tribunal.seats ?? []).map((seat) => ({ ...seat, model: 'scripted' })),
    limits: {
      min_rounds: 1,
      max_rounds: 10,
      time_budget_minutes: 30,
      budget_usd: null,
      ...tribunal.limits(options),
      ...limits,
    },
    script: scriptFile,
  });
}
