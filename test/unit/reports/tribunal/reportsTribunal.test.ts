import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeDocuments } from '../../../../src/reports/writeDocuments';
import { sendGuidance } from '../../../../src/session/run/interventions';
import { after, runTribunal } from '../../../support/tribunalRun';
import { assessment, tribunalFolder, tribunalScript } from '../../../support/tribunalScript';
import { withLog } from '../../../support/logs';

const read = (folder: string, name: string): string => readFileSync(join(folder, name), 'utf8');

const documentsAgain = (folder: string): Promise<string[]> => withLog(folder, (log) => writeDocuments(log));

/** All files below a folder that documents stand in, by name. */
function files(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /^(?:round-\d+\/)?[\w-]+\.(?:md|json)$/.test(name),
  );
  return Object.fromEntries(names.filter((name) => name !== 'debate.json').map((name) => [name, read(folder, name)]));
}

describe('the documents of a tribunal', () => {
  it('are a folder a round, the tracker, the ruling and those that every debate has', async () => {
    const folder = await tribunalFolder({ script: tribunalScript(2), options: { rounds: 2 } });
    expect(await runTribunal(folder)).toEqual({ status: 'done' });
    const names = await documentsAgain(folder);
    const rounds = [1, 2].flatMap((round) =>
      ['advocate', 'critic', 'judge', 'moderator'].map((name) => `round-${round}/${name}.md`),
    );
    expect(names).toEqual([
      'transcript.md',
      'verifier-report.md',
      ...rounds,
      'issue-tracker.md',
      'ruling.md',
      'metadata.json',
    ]);
    const advocate = read(folder, 'round-1/advocate.md');
    for (const words of ['# Advocate, Round 1', '### Research log', '### Sources', '### Passages relied on'])
      expect(advocate).toContain(words);
    expect(read(folder, 'round-1/judge.md')).not.toContain("JUDGE'S RULING");
    expect(read(folder, 'round-2/judge.md')).toContain("## JUDGE'S RULING");
    expect(read(folder, 'ruling.md')).toContain("## JUDGE'S RULING");
    expect(read(folder, 'round-1/moderator.md')).toContain('Round 1 beginning.');
  });

  it('say who performed by the format’s roles, and speak of rounds, the moderator and no audience', async () => {
    const folder = await tribunalFolder({ script: tribunalScript(1), options: { rounds: 1 } });
    await runTribunal(folder);
    const { agents, outcome, total_rounds } = JSON.parse(read(folder, 'metadata.json')) as Record<
      string,
      Record<string, unknown>
    >;
    expect(Object.keys(agents ?? {})).toEqual(['debaters', 'judge', 'verifier', 'reporter']);
    expect(outcome).toMatch(/^(?:accepted|rejected|revision_required|mixed)$/);
    expect(total_rounds).toBe(1);
    const transcript = read(folder, 'transcript.md');
    expect(transcript).toContain('## Moderator Rulings');
    expect(transcript).not.toMatch(/Audience|Chair/);
    expect(transcript).toContain('[Round 1](#seq-');
  });

  it('are written while it runs, each round’s once; guidance stands with the round that takes it up', async () => {
    const folder = await tribunalFolder({ script: tribunalScript(2), options: { rounds: 2 } });
    expect(await runTribunal(folder, { pauseAt: after('assessment', 1) })).toMatchObject({ status: 'paused' });
    const early = files(folder);
    expect(Object.keys(early).sort()).toEqual([
      'issue-tracker.md',
      ...['advocate', 'critic', 'judge', 'moderator'].map((name) => `round-1/${name}.md`),
    ]);
    await withLog(folder, async (log) => await sendGuidance(log, 'Look at the winter days.'));
    expect(await runTribunal(folder)).toEqual({ status: 'done' });
    const late = files(folder);
    for (const name of ['advocate', 'critic', 'judge'])
      expect(late[`round-1/${name}.md`]).toBe(early[`round-1/${name}.md`]);
    expect(late['round-2/moderator.md']).toMatch(
      /## Guidance taken up\n\n- \[seq \d+\]\(\.\.\/transcript\.md#seq-\d+\): .*Look at the winter days\./,
    );
    const rows = (text = ''): string[] => text.split('\n').filter((line) => line.startsWith('- Round 1:'));
    expect(rows(late['issue-tracker.md'])).toEqual(rows(early['issue-tracker.md']));
    // Made again from the log alone they are the same.
    await documentsAgain(folder);
    expect(files(folder)).toEqual(late);
  });

  it('say in whose place there is nothing, and why', async () => {
    const script = { ...tribunalScript(2), 'r1/critic': { fails: 'overloaded' }, 'r1/judge': { nonsense: true } };
    const folder = await tribunalFolder({ script, options: { rounds: 2 } });
    await runTribunal(folder);
    expect(read(folder, 'round-1/critic.md')).toMatch(/# Critic, Round 1[^]*failed/);
    expect(read(folder, 'round-1/judge.md')).toMatch(/# Judge, Round 1[^]*failed/);
    expect(read(folder, 'round-1/moderator.md')).toMatch(/## Failures\n\n- \[seq/);
  });

  it('track each issue with its status by round and its history', async () => {
    const raised = (round: number, status: string) =>
      assessment(round, {
        issues: [
          {
            ...(round === 1 ? {} : { id: 'I1' }),
            title: 'The count leaves days out',
            status,
            severity: 'Major',
            argued: true,
            reason: `Reason of round ${round}.`,
          },
        ],
      });
    const script = { ...tribunalScript(2), 'r1/judge': raised(1, 'open'), 'r2/judge': raised(2, 'resolved') };
    const folder = await tribunalFolder({ script, options: { rounds: 2 } });
    await runTribunal(folder);
    const text = read(folder, 'issue-tracker.md');
    expect(text).toContain('**1 issue after round 2:** 0 open, 1 resolved, 0 stalled.');
    expect(text).toMatch(
      /\| `I1` \| The count leaves days out \| Major \| ○ open \| ✓ resolved \| REVISION REQUIRED \|/,
    );
    expect(text).toMatch(
      /## Resolved\n\n### `I1` The count leaves days out \(Major\)\n\n- Round 1: open, Major — Reason of round 1\.\n- Round 2: resolved, Major — Reason of round 2\./,
    );
  });

  it('lose the words of a contribution that is struck, wherever they were repeated', async () => {
    const folder = await tribunalFolder({ script: tribunalScript(1), options: { rounds: 1 } });
    await runTribunal(folder);
    const words = 'handled 1007 parcels on day 1 of the trial';
    expect(read(folder, 'round-1/advocate.md')).toContain(words);
    await withLog(folder, async (log) => {
      const seq = log.state.headers.find(({ type }) => type === 'critique')?.seq ?? -1;
      const reason = 'Fabricated source.';
      await log.append([
        {
          phase: 'system',
          speaker: 'moderator',
          type: 'redaction',
          content: `REDACTED: seq ${seq} (critic). Reason: ${reason}`,
          target_seq: seq,
          data: { kind: 'fabricated', reason },
        },
      ]);
    });
    await documentsAgain(folder);
    const critic = read(folder, 'round-1/critic.md');
    expect(critic).toContain('[REDACTED — Fabricated source.]');
    expect(critic.length).toBeLessThan(400);
    expect(read(folder, 'round-1/advocate.md')).toContain('### Preemptive rebuttals');
    for (const [name, text] of Object.entries(files(folder))) expect(text.includes(words) ? name : '').toBe('');
  });
});
