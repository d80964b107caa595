import { describe, expect, it } from 'vitest';
import type { DebateSummary } from '../../../../src/session/library/summary';
import { DebateList, isBelow, RememberedFolders, type Memory } from '../../../../src/ui/library/debateList';

function summary(folder: string, more: Partial<DebateSummary> = {}): DebateSummary {
  return {
    folder,
    logPath: `${folder}/debate-log.jsonl`,
    topic: 'T',
    format: 'panel',
    version: 2,
    provider: 'offline',
    debaters: [],
    started: undefined,
    state: 'done',
    outcome: 'draw',
    entries: 3,
    bytes: 1,
    modifiedMs: 1,
    ...more,
  };
}

describe('the list of debates', () => {
  it('is newest first: by the start, else by the last change', () => {
    const list = new DebateList();
    list.replace([
      summary('/a', { started: new Date(10) }),
      summary('/b', { started: new Date(30), modifiedMs: 1 }),
      summary('/c', { modifiedMs: 20 }),
    ]);
    expect(list.debates.map(({ folder }) => folder)).toEqual(['/b', '/c', '/a']);
  });

  it('keeps what says the same as before, and reports nothing', () => {
    const list = new DebateList();
    list.replace([summary('/a', { started: new Date(1) })]);
    const [before] = list.debates;
    expect(list.change([summary('/a', { started: new Date(1), bytes: 9, modifiedMs: 9 })])).toBe(false);
    expect(list.debates[0]).toBe(before);
    expect(list.change([summary('/a', { started: new Date(1), entries: 4 })])).toBe(true);
  });

  it('lets go of what is gone', () => {
    const list = new DebateList();
    list.replace([summary('/a'), summary('/b')]);
    expect(list.change([], ['/a', '/never'])).toBe(true);
    expect(list.replace([summary('/b')])).toBe(false);
    expect(list.replace([])).toBe(true);
    expect(list.debates).toEqual([]);
  });

  it('knows what stands below a folder', () => {
    const list = new DebateList();
    list.replace([summary('/w/out/a'), summary('/w/output/b')]);
    expect(list.below('/w/out').map(({ folder }) => folder)).toEqual(['/w/out/a']);
    expect(isBelow('/w', '/')).toBe(true);
    expect(isBelow('C:\\w\\a', 'C:\\w')).toBe(true);
  });

  it('keeps a thousand debates in order without noticeable cost', () => {
    const list = new DebateList();
    const many = Array.from({ length: 1_000 }, (_, index) => summary(`/${index}`, { started: new Date(index) }));
    expect(list.replace(many)).toBe(true);
    expect(list.change([summary('/3', { started: new Date(5_000) })])).toBe(true);
    expect(list.debates[0]?.folder).toBe('/3');
  });
});

describe('remembered folders', () => {
  function memory(kept?: unknown): Memory & { kept: unknown } {
    const own = {
      kept,
      get: () => own.kept,
      update: (_: string, value: unknown) => {
        own.kept = value;
        return Promise.resolve();
      },
    };
    return own;
  }

  it('are kept once each, resolved', async () => {
    const kept = memory();
    const folders = new RememberedFolders(kept, 'k');
    await folders.add('/a/b/../c');
    await folders.add('/a/c');
    expect(kept.kept).toEqual(['/a/c']);
    expect(folders.has('/a/c/')).toBe(true);
    await folders.remove('/a/c');
    expect(kept.kept).toEqual([]);
  });

  it('count what does not fit as nothing', () => {
    expect(new RememberedFolders(memory({ no: 'list' }), 'k').all).toEqual([]);
    expect(new RememberedFolders(memory(['/a']), 'k').all).toEqual(['/a']);
  });
});
