import { describe, expect, it } from 'vitest';
import { evidenceProgress } from '../../src/cli/evidenceProgress';
import { readEvidence, type EvidenceProgress } from '../../src/research/evidence';
import { tempFolder } from '../support/tempFolder';

describe('Progress of reading evidence', () => {
  it('says after a second how long it will take, and then now and again', () => {
    let now = 0;
    const lines: string[] = [];
    const show = evidenceProgress((line) => lines.push(line), () => now);
    for (const [at, done] of [[0, 0], [500, 500], [1_000, 1_000], [2_000, 2_000], [6_000, 9_000], [9_000, 10_000]] as const) {
      now = at;
      show({ done, total: 10_000 });
    }
    expect(lines).toEqual(['Reading the evidence: 1000 of 10000 files; about 9 more seconds.', 'Reading the evidence: 9000 of 10000 files; about 1 more second.']);
  });

  it('says nothing of little evidence', () => {
    let now = 0;
    const lines: string[] = [];
    const show = evidenceProgress((line) => lines.push(line), () => (now += 10_000));
    for (let done = 0; done <= 100; done += 10) show({ done, total: 100 });
    expect(lines).toEqual([]);
  });

  it('counts every file that may be evidence, and ends with the last', async () => {
    const root = tempFolder(Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`${n}.md`, `Report ${n}.`])));
    const seen: EvidenceProgress[] = [];
    await readEvidence({ root, onProgress: (progress) => seen.push(progress) });
    expect([seen[0], seen.at(-1)]).toEqual([{ done: 0, total: 40 }, { done: 40, total: 40 }]);
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
