import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Script } from '../../../../src/agents/scripted';
import type { Entry } from '../../../../src/debate/log/entry';
import { tribunal } from '../../../../src/debate/formats/tribunal/tribunal';
import { formatNamed } from '../../../../src/debate/formats/registry';
import { evolve } from '../../../../src/debate/fold/evolve';
import { StateAccumulator } from '../../../../src/debate/fold/state';
import { createView, memosOf } from '../../../../src/debate/fold/view';
import { pathOfLog } from '../../../../src/record/logPath';
import { exportDebate, exportFormats } from '../../../../src/reports/export/exportDebate';
import { viewOf } from '../../../support/formats/inMemory';
import { playFormat } from '../../../support/formatPlay';
import { logIn } from '../../../support/logs';
import { expectPlayedAgain } from '../../../support/playedAgain';
import {
  arguing,
  foldersWithMemos,
  memoTokens as tokens,
  names,
  tokenOf,
  withMemos,
} from '../../../support/memoDebates';
import { fact, fullScript, readEntries, scriptedFolder } from '../../../support/scriptedDebate';
import { runStrict } from '../../../support/testSession';
import { tribunalScript } from '../../../support/tribunalScript';

/** What debaters note for themselves: their own later tasks are given it, and nothing and nobody else. */

async function done(format: string): Promise<{ folder: string; entries: Entry[] }> {
  const folder = (await foldersWithMemos[format]?.()) ?? '';
  expect(await runStrict(folder)).toEqual({ status: 'done' });
  return { folder, entries: await readEntries(folder) };
}

/** Each task that is due at any instant of the record, with the tokens that its input holds. */
function told(format: string, entries: readonly Entry[]): { id: string; agent: string; tokens: string[] }[] {
  const state = new StateAccumulator();
  const view = createView(state, (seq) => (seq < state.headers.length ? entries[seq] : undefined));
  const all = new Map<string, { id: string; agent: string; tokens: string[] }>();
  for (const entry of entries) {
    evolve(state, entry);
    const mark = entry.data?.['step'] as { index: number; count: number } | undefined;
    if (mark !== undefined && mark.index + 1 < mark.count) continue;
    for (const step of formatNamed(format)?.decide(state) ?? [])
      for (const task of step.tasks)
        if ('input' in task) {
          const found = new Set(JSON.stringify(task.input(view)).match(tokens) ?? []);
          all.set(task.id, { id: task.id, agent: task.agent, tokens: [...found].sort() });
        }
  }
  return [...all.values()];
}

async function filesIn(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  return found.filter((file) => file.isFile()).map((file) => join(file.parentPath, file.name));
}

describe.each(Object.keys(foldersWithMemos))('memos of a %s', (format) => {
  it('are in the tasks that their author is given later, and in no other', async () => {
    const { entries } = await done(format);
    const kept = entries.filter(({ data }) => data?.['kind'] === 'memo');
    expect(kept.length).toBeGreaterThan(3);
    const before = new Map<string, string[]>();
    for (const task of told(format, entries)) {
      expect(task.tokens, task.id).toEqual((before.get(task.agent) ?? []).toSorted());
      if (!arguing.test(task.id)) continue;
      before.set(task.agent, [...(before.get(task.agent) ?? []), tokenOf(task.id, task.agent)]);
    }
    expect([...before.values()].every(({ length }) => length > 1)).toBe(true);
  });

  it('are in no document, in no export, and nowhere else in the folder but the log', async () => {
    const { folder } = await done(format);
    const files = await filesIn(folder);
    expect(files.length).toBeGreaterThan(5);
    for (const file of files.filter((path) => path !== pathOfLog(folder)))
      expect((await readFile(file, 'utf8')).match(tokens), file).toBeNull();
    expect((await readFile(pathOfLog(folder), 'utf8')).match(tokens)).not.toBeNull();
    const log = await logIn(folder);
    for (const form of exportFormats) {
      const text = await exportDebate(log, form).catch((error: unknown) => String(error));
      expect(text.match(tokens), form).toBeNull();
    }
  });

  it('come back when the record is played again', async () => {
    const { folder } = await done(format);
    expect(await expectPlayedAgain(folder)).toEqual({ status: 'done' });
  });
});

describe('a memo', () => {
  it('stands in the prompts of its author, research included, and in no other prompt', async () => {
    const played = await playFormat({
      format: tribunal,
      topic: 'Should the parcels go by the north depot?',
      options: { rounds: 2 },
      script: withMemos(tribunalScript(2)),
      isResearching: true,
    });
    expect(played.end).toEqual({ status: 'done' });
    const told = played.sent.map(({ agent, isResearch, text }) => ({
      agent,
      isResearch,
      tokens: [...new Set(text.match(tokens) ?? [])],
    }));
    for (const side of ['advocate', 'critic']) {
      const own = told.filter(({ agent }) => agent === side);
      const later = own.filter(({ tokens: found }) => found.length > 0);
      expect(new Set(later.flatMap(({ tokens: found }) => found))).toEqual(new Set([tokenOf(`r1/${side}`, side)]));
      expect(new Set(later.map(({ isResearch }) => isResearch))).toEqual(new Set([true, false]));
    }
    expect(told.filter(({ agent }) => agent === 'judge' || agent === 'nobody').flatMap((one) => one.tokens)).toEqual(
      [],
    );
  });

  it('loses the words of struck entries, and goes with its own turn', async () => {
    const { entries } = await done('panel');
    const opening = entries.find(({ speaker, type }) => speaker === 'bob' && type === 'opening_statement');
    const [note] = entries.filter(({ data }) => data?.['kind'] === 'memo' && data['debater'] === 'ada');
    if (opening === undefined || note === undefined) throw new Error('The debate has neither.');
    const quoting = { ...note, content: `Memo of ada: bob says ${fact('bob', 1)} Look at it again.` };
    const redacted = (target: number): Entry => ({
      ...opening,
      ...{ seq: entries.length, speaker: 'chair', type: 'redaction', phase: 'system', sources: null },
      target_seq: target,
      content: `REDACTED: seq ${target}.`,
      data: { kind: 'fabricated', reason: 'made up' },
    });
    const record = entries.map((entry) => (entry.seq === note.seq ? quoting : entry));
    const textOf = (target: number): string | undefined =>
      memosOf(viewOf([...record, redacted(target)]), 'ada').find(({ seq }) => seq === note.seq)?.text;
    expect(textOf(opening.seq)).toMatch(/^bob says\s*\[REDACTED\] Look at it again\.$/);
    const ada = entries.find(({ speaker, type }) => speaker === 'ada' && type === 'opening_statement');
    expect(textOf(ada?.seq ?? -1)).toBeUndefined();
  });

  it('of another shape, or too long, sends no answer back', async () => {
    const script: Script = withMemos(fullScript({ names, rounds: 1 }));
    script['opening/ada'] = { ...(script['opening/ada'] as object), memo: ['a list'] };
    script['opening/bob'] = { ...(script['opening/bob'] as object), memo: 'word '.repeat(400) };
    script['opening/cy'] = { ...(script['opening/cy'] as object), memo: ' ' };
    const folder = await scriptedFolder({ names, script, rounds: { min: 1, max: 1 } });
    expect(await runStrict(folder)).toEqual({ status: 'done' });
    const entries = await readEntries(folder);
    const openings = entries.filter(({ type }) => type === 'opening_statement');
    expect(openings.map(({ data }) => (data?.['step'] as { attempt: number }).attempt)).toEqual([1, 1, 1]);
    const kept = entries.filter(({ data }) => data?.['kind'] === 'memo').slice(0, 2);
    expect(kept.map(({ data }) => data?.['debater'])).toEqual(['bob', 'ada']);
    expect(kept[0]?.content.split(' ').length).toBeLessThan(160);
  });
});
