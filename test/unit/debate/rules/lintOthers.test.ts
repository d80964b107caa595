import { existsSync, readFileSync, readdirSync } from 'node:fs';
import * as path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Entry } from '../../../../src/debate/log/entry';
import type { LintProblem } from '../../../../src/debate/rules/lint/lint';
import { lintFile, lintRecord, lintText, told } from '../../../support/lintLog';
import { panelRecord, sourceOf } from '../../../support/panelRecord';
import { RecordBuilder } from '../../../support/recordBuilder';

/** Logs of other writers, and of the other formats. */

/** A record as the ancestors would have written it: without data, notes, documents and keys that hold nothing. */
function ancestral(record: RecordBuilder): string {
  const foreign = record.build().filter(({ type }) => type !== 'note' && type !== 'document');
  const seqs = new Map(foreign.map(({ seq }, index) => [seq, index]));
  const lines = foreign.map((entry) => {
    const { rebuttal_to_seq: to, target_seq: target, content } = entry;
    const line: Record<string, unknown> = { ...entry, seq: seqs.get(entry.seq) };
    delete line['data'];
    delete line['rebuttal_to_seq'];
    delete line['target_seq'];
    if (to !== null) line['rebuttal_to_seq'] = seqs.get(to);
    if (target !== null) line['target_seq'] = seqs.get(target);
    line['content'] = content.replace(/\bseq (\d+)/g, (_all, seq: string) => `seq ${seqs.get(Number(seq)) ?? ''}`);
    return JSON.stringify(line);
  });
  return `${lines.join('\n')}\n`;
}

describe('a log in the form of the ancestors', () => {
  it('has no problem when it did what they had to do', async () => {
    expect(await lintText(ancestral(panelRecord()))).toEqual([]);
  });

  it('needs no quote, no target and no trace of the audience, but a source for a rebuttal', async () => {
    const { url, title, accessed } = sourceOf('r1/turn/bob');
    const quoteless = panelRecord().edit('r1/turn/bob', { sources: [{ url, title, accessed }] });
    expect(await lintText(ancestral(quoteless))).toEqual([]);
    const untargeted = panelRecord().edit('r1/turn/bob', { rebuttal_to_seq: null });
    expect(await lintText(ancestral(untargeted))).toEqual([]);
    const unsupported = panelRecord().edit('r1/turn/bob', { sources: null }).remove('verify/r1/turn/bob');
    expect((await lintText(ancestral(unsupported))).map(({ rule }) => rule)).toEqual(['10']);
  });

  it('finds struck text by what the redaction says', async () => {
    const record = panelRecord().after('verify/r1/turn/bob', {
      key: 'struck',
      draft: (seqOf) => ({
        phase: 'system',
        speaker: 'chair',
        type: 'redaction',
        content: `REDACTED: seq ${seqOf('r1/turn/bob')} (bob). Reason: fabricated. Entry is struck from the record.`,
      }),
    });
    const documents = new Map([['summary.md', 'They heard that bob says in round 1 what has to be said. So it was.']]);
    expect((await lintText(ancestral(record), documents)).map(({ rule }) => rule)).toEqual(['19']);
  });

  it('warns of a new figure in a closing and of a missing turn, and is sure of the rest', async () => {
    const figure = panelRecord().edit('closing/ann', { content: 'In the end 98,765 builds failed.' });
    expect((await lintText(ancestral(figure))).map(({ rule, severity }) => `${rule} ${severity}`)).toEqual([
      'structure warning',
    ]);
    const absent = panelRecord().remove('r2/turn/bob', 'verify/r2/turn/bob', 'r2/turn/bob/review');
    expect((await lintText(ancestral(absent))).map(({ rule, severity }) => `${rule} ${severity}`)).toEqual([
      '3 warning',
    ]);
    const unverified = panelRecord().remove('verify/opening/ann', 'verify/closing/ann');
    expect((await lintText(ancestral(unverified))).map(({ rule, severity }) => `${rule} ${severity}`)).toEqual([
      'structure error',
      'structure error',
    ]);
  });

  it('finds a round beyond the number that it announces, and a winner who is no debater', async () => {
    const record = panelRecord()
      .edit('r2/start', { content: 'Round 2 of 1 beginning.' })
      .edit('conclusion', { content: 'Debate concluded. Outcome: eve_wins. Reason: so.' });
    expect((await lintText(ancestral(record))).map(({ rule }) => rule)).toEqual(['5', 'structure']);
  });
});

describe('formats that this version does not know', () => {
  const duel = () => {
    const record = new RecordBuilder();
    const [setup] = panelRecord().lines;
    if (setup === undefined) throw new Error('no setup');
    const side = (key: string, speaker: string, type: 'defense' | 'critique') => ({
      key,
      step: key,
      draft: () => ({
        phase: 'rebuttal' as const,
        speaker,
        type,
        content: 'Case.',
        sources: [sourceOf(key)],
        data: { round: 1 },
      }),
    });
    return record
      .add(setup, side('r1/advocate', 'advocate', 'defense'), side('r1/critic', 'critic', 'critique'))
      .edit('setup', { data: { format: 'duel', debaters: [] } });
  };

  it('are held to what holds for every record, and to no rule of the panel', async () => {
    expect(told(await lintRecord(duel()))).toEqual(['format warning -']);
    const ruled = duel().add({
      key: 'ruling',
      draft: () => ({
        phase: 'system',
        speaker: 'judge',
        type: 'judges_ruling',
        content: 'Accepted.',
        data: { outcome: 'accepted' },
      }),
    });
    expect(told(await lintRecord(ruled))).toEqual(['structure error 1', 'structure error 2', 'format warning -']);
    const bent = duel().edit('r1/critic', { target_seq: 7, speaker: 'judge' });
    expect(told(await lintRecord(bent))).toEqual(['structure error 2', 'structure error 2', 'format warning -']);
  });

  it('are known by what only they write, when there is no setup', async () => {
    const argument = { phase: 'opening', speaker: 'proposition', type: 'argument', content: 'So.', sources: null };
    const line = (entry: object, seq: number) => JSON.stringify({ seq, timestamp: '2026-01-01T00:00:00Z', ...entry });
    const log = [argument, { ...argument, speaker: 'opposition' }].map(line).join('\n');
    expect(await lintText(`${log}\n`)).toEqual([]);
  });
});

const ancestor = path.join(import.meta.dirname, '../../../../../shared/data/panel-ancestor');

describe.skipIf(!existsSync(ancestor))("the ancestor's real log", () => {
  const documents = () =>
    new Map(
      readdirSync(ancestor)
        .filter((name) => name.endsWith('.md') || name.endsWith('.json'))
        .map((name) => [name, readFileSync(path.join(ancestor, name), 'utf8')]),
    );
  const lint = () => lintFile(path.join(ancestor, 'debate-log.jsonl'), documents());
  const sourced = [2, 3, 6, 7, 9, 10, 12, 13, 15, 16, 18, 19];

  it('has exactly the problems that are known of it', async () => {
    const problems = await lint();
    const take = (wanted: (problem: LintProblem) => boolean) => problems.filter(wanted).map(({ seq }) => seq);
    expect(take(({ rule }) => rule === '16')).toEqual(sourced);
    const unverified = take(({ message }) => message.includes('has no verification result'));
    expect(unverified).toEqual(sourced.flatMap((seq) => [seq, seq, seq, seq, seq]));
    expect(take(({ message }) => message.includes('relay'))).toEqual([5, 8, 11, 14, 17]);
    expect(take(({ message }) => message.includes('unresolved'))).toEqual([21]);
    expect(take(({ message }) => message.includes('the audience gave no conclusion'))).toEqual([24]);
    expect(problems).toHaveLength(12 + 60 + 5 + 1 + 1);
    expect(new Set(problems.map(({ severity }) => severity))).toEqual(new Set(['error']));
    expect(new Set(problems.map(({ rule }) => rule))).toEqual(new Set(['16', 'structure']));
  });

  it('has its problems in the order of the log, each with its line', async () => {
    const lines = (await lint()).map(({ line }) => line ?? 0);
    expect(lines).toEqual([...lines].sort((one, other) => one - other));
    expect((await lint()).every(({ seq, line }) => line === (seq ?? -2) + 1)).toBe(true);
  });

  it('shows a planted breach', async () => {
    const text = readFileSync(path.join(ancestor, 'debate-log.jsonl'), 'utf8').trimEnd().split('\n');
    const entries = text.map((line) => JSON.parse(line) as Entry);
    const closing = entries[22];
    if (closing === undefined) throw new Error('no closing');
    closing.content += ' And 31,337 engineers agree.';
    const problems = await lintText(`${entries.map((entry) => JSON.stringify(entry)).join('\n')}\n`);
    const added = problems.filter(({ severity }) => severity === 'warning');
    expect(added.map(({ seq, message }) => [seq, message.includes('31,337')])).toEqual([[22, true]]);
  });
});
