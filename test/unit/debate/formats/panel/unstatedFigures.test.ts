import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Script } from '../../../../../src/agents/scripted';
import { stepOf } from '../../../../../src/debate/log/entry';
import { readEntries, fullScript, scriptedFolder } from '../../../../support/scriptedDebate';
import { runStrict } from '../../../../support/testSession';

const names = ['ada', 'bob'];
const note = 'No debater stated 50,500 euros.';

/** The Chair's answer and the Reporter's summary name what `figure` says, also when they were told. */
function scriptWith(figure: string): Script {
  const script = fullScript({ names, rounds: 1 });
  const conclusion = script['conclusion'] as Record<string, unknown>;
  const text = `It would cost ${figure}.`;
  return {
    ...script,
    conclusion: { ...conclusion, answer: { text, seqs: [2] }, agreed: [], open: [] },
  };
}

async function concluded(figure: string) {
  const folder = await scriptedFolder({ names, script: scriptWith(figure), rounds: { min: 1, max: 1 } });
  expect(await runStrict(folder)).toEqual({ status: 'done' });
  const entries = await readEntries(folder);
  const conclusion = entries.find(({ type }) => type === 'conclusion');
  const text = (name: string): string => readFileSync(join(folder, name), 'utf8');
  return {
    unstated: conclusion && stepOf(conclusion)?.unstated,
    summary: text('summary.md'),
    transcript: text('transcript.md'),
  };
}

describe('a figure that nobody stated, and the Chair leaves in its answer when it is told', () => {
  it('is marked in the record, beside the answer and in the transcript', async () => {
    const { unstated, summary, transcript } = await concluded('50,500 euros');
    expect(unstated).toEqual(['50,500 euros']);
    expect(summary).toContain(`It would cost 50,500 euros.** *${note}* ([seq 2]`);
    expect(transcript).toContain(note);
  });

  it('leaves no mark where there is none', async () => {
    const { unstated, summary } = await concluded('less than it does now');
    expect(unstated).toBeUndefined();
    expect(summary).not.toContain('No debater stated');
  });
});
