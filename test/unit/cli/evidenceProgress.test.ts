import { describe, expect, it } from 'vitest';
import { evidenceProgress } from '../../../src/cli/progressLines';
import { evidencePace, type PaceNote, type EvidenceProgress } from '../../../src/research/evidencePace';
import { readEvidence } from '../../../src/research/evidence';
import { tempFolder } from '../../support/tempFolder';

describe('Progress of reading evidence', () => {
  it('says how long it will take when a sample is read, and then now and again', () => {
    let now = 0;
    const notes: PaceNote[] = [];
    const show = evidencePace(
      (note) => notes.push(note),
      () => now,
    );
    // The threads take a second to start.
    for (const [at, done] of [
      [0, 0],
      [1_000, 16],
      [1_100, 116],
      [1_200, 216],
      [2_000, 1_000],
      [6_300, 5_300],
      [9_000, 10_000],
    ] as const) {
      now = at;
      show({ done, total: 10_000 });
    }
    expect(notes).toEqual([
      { done: 216, total: 10_000, seconds: 10 },
      { done: 5_300, total: 10_000, seconds: 5 },
    ]);
  });

  it('guesses before the first is read, from how many files there are and how large some of them are', async () => {
    const notes: PaceNote[] = [];
    const show = evidencePace((note) => notes.push(note));
    show({ done: 0, total: 50_000, bytes: { text: 200_000_000, documents: 5_000_000 } });
    show({ done: 0, total: 100, bytes: { text: 9, documents: 0 } });
    expect(notes).toEqual([
      {
        done: 0,
        total: 50_000,
        bytes: { text: 200_000_000, documents: 5_000_000 },
        seconds: expect.any(Number) as number,
      },
    ]);
    expect(notes[0]?.seconds).toBeGreaterThan(5);
    const root = tempFolder(Object.fromEntries(Array.from({ length: 2_100 }, (_, n) => [`${n}.md`, 'One.'])));
    const seen: EvidenceProgress[] = [];
    const lines: string[] = [];
    const said = evidenceProgress('Reading', (line) => lines.push(line));
    await readEvidence({
      root,
      onProgress: (progress) => {
        seen.push(progress);
        said(progress);
      },
    });
    expect(seen[0]).toEqual({ done: 0, total: 2_100, bytes: { text: 4 * 2_100, documents: 0 } });
    expect(lines[0]).toBe(
      'The evidence has 2100 files of about 1 MB together; reading them takes about 1 second. Ctrl-C stops it.',
    );
  });

  it('is measured again for the next folder', () => {
    let now = 0;
    const notes: PaceNote[] = [];
    const show = evidencePace(
      (note) => notes.push(note),
      () => now,
    );
    for (const [at, done] of [
      [0, 0],
      [10, 16],
      [210, 216],
      [60_000, 5_000],
      [60_000, 0],
      [60_010, 16],
      [60_030, 216],
    ] as const) {
      now = at;
      show({ done, total: 5_000 });
    }
    expect(notes.map(({ done, seconds }) => ({ done, seconds }))).toEqual([
      { done: 216, seconds: 5 },
      { done: 216, seconds: 1 },
    ]);
  });

  it('says nothing of little evidence', () => {
    const lines: string[] = [];
    const show = evidenceProgress('Reading', (line) => lines.push(line));
    for (let done = 0; done <= 1_900; done += 100) show({ done, total: 1_900 });
    for (const done of [0, 100, 300]) show({ done, total: 3_000 });
    expect(lines).toEqual([
      expect.stringMatching(/^Reading the evidence: 300 of 3000 files; about \d+ more seconds?\.$/),
    ]);
  });

  it('counts every file that may be evidence, and ends with the last', async () => {
    const root = tempFolder(Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`${n}.md`, `Report ${n}.`])));
    const seen: EvidenceProgress[] = [];
    await readEvidence({ root, onProgress: (progress) => seen.push(progress) });
    expect([seen[0], seen.at(-1)]).toEqual([
      { done: 0, total: 40 },
      { done: 40, total: 40 },
    ]);
  });

  it('is cancelled in the middle', async () => {
    const root = tempFolder(Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`${n}.md`, `Report ${n}.`])));
    const stop = new AbortController();
    const onProgress = ({ done }: EvidenceProgress): void => {
      if (done > 0) stop.abort(new Error('enough'));
    };
    await expect(readEvidence({ root, signal: stop.signal, onProgress })).rejects.toThrow('enough');
  });
});
