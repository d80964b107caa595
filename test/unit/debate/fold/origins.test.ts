import { describe, expect, it } from 'vitest';
import { ledgersOf } from '../../../../src/debate/formats/panel/ledger';
import { isSameOrigin, originOf, sameTextAs, sketchOf } from '../../../../src/debate/fold/origins';
import { drawn } from '../../../support/drawn';
import { fold, numbered } from '../../../support/entries';

/** Pages that carry the same text, and pages that tell of the same thing in words of their own. Made by grammar, from a seed. */

type Drawn = ReturnType<typeof drawn>;

const stems = 'bar den fel gor hal kin lam mor nar pol quin ras sil tor ul ver wes yar zel bri cor dun'.split(' ');

/** Words that no other text has by chance, as names and matters of a story. */
const wordsOf = ({ pick, whole }: Drawn, count: number): string[] =>
  Array.from({ length: count }, () => Array.from({ length: whole(1, 3) }, () => pick(stems)).join(''));

const joints = 'the of and to in a that was for on with as by from at which had its were this'.split(' ');

/** Prose: some words of the story, some of the author's own, with the little words between. */
function prose(from: Drawn, story: readonly string[], length: number): string[] {
  const own = wordsOf(from, 80);
  return Array.from({ length }, () => {
    const words = Array.from({ length: from.whole(10, 24) }, () =>
      from.pick(from.next() < 0.45 ? joints : from.next() < 0.4 ? story : own),
    );
    return `${words.join(' ')}.`;
  });
}

const sketch = (text: string): string => {
  const made = sketchOf(text);
  if (made === undefined) throw new Error('The text is too short.');
  return made;
};

/** The same release as another paper prints it: under a heading of its own, cut, in another order, with a sentence of its own. */
function rewritten(from: Drawn, release: readonly string[], story: readonly string[]): string {
  const least = Math.ceil(release.length / 2);
  const left = from.shuffled(release).slice(0, from.whole(least, release.length));
  const [heading = '', ...added] = prose(from, story, from.whole(1, 3));
  return [heading.toUpperCase(), ...left, ...added].join('\n\n');
}

describe('origins', () => {
  it('are one for the rewrites of a release, and two for articles on one event; the error is printed', () => {
    const errors = { split: 0, joined: 0, rewrites: 0, pairs: 0 };
    for (let seed = 1; seed <= 20; seed += 1) {
      const from = drawn(seed);
      const story = wordsOf(from, 25);
      const release = prose(from, story, from.whole(14, 30));
      const rewrites = Array.from({ length: 12 }, () => sketch(rewritten(from, release, story)));
      for (const one of rewrites) {
        errors.rewrites += 1;
        if (!rewrites.some((other) => other !== one && isSameOrigin(one, other))) errors.split += 1;
        if (!isSameOrigin(one, sketch(release.join(' ')))) errors.split += 1;
      }
      // What somebody said is quoted in both.
      const said = prose(from, story, 1).join(' ');
      for (let pair = 0; pair < 10; pair += 1) {
        const [one = '', other = ''] = [0, 1].map(() => [...prose(from, story, from.whole(14, 30)), said].join(' '));
        errors.pairs += 1;
        if (isSameOrigin(sketch(one), sketch(other))) errors.joined += 1;
      }
    }
    console.info(
      `origins: ${errors.split} of ${errors.rewrites} rewrites apart, ${errors.joined} of ${errors.pairs} pairs joined`,
    );
    expect(errors).toEqual({ split: 0, joined: 0, rewrites: 240, pairs: 200 });
  });

  it('are not known of a few lines', () => {
    expect(sketchOf('The bridge was closed for fourteen months and is open again.')).toBeUndefined();
  });

  it('count once for whoever weighs, and are named by the entry that cited the text first', () => {
    const from = drawn(7);
    const story = wordsOf(from, 25);
    const release = prose(from, story, 20);
    const texts = [release.join(' '), rewritten(from, release, story), prose(from, story, 20).join(' ')];
    const urls = texts.map((_, at) => `https://paper${at}.example/story`);
    const sources = urls.map((url) => ({ url, title: url, accessed: '2026-07-21' }));
    const state = fold(
      numbered(
        ...sources.map((source) => ({
          type: 'new_point',
          speaker: 'ada',
          phase: 'rebuttal',
          content: 'x',
          sources: [source],
        })),
        ...urls.map((url, target_seq) => ({
          type: 'verification_result',
          speaker: 'verifier',
          target_seq,
          data: { url, status: 'verified' as const, sketch: sketch(texts[target_seq] ?? '') },
        })),
      ),
    );
    expect(urls.map((url) => originOf(state, `${url}#top`))).toEqual([urls[0], urls[0], urls[2]]);
    expect(urls.map((url) => sameTextAs(state, url))).toEqual([undefined, 0, undefined]);
    expect(ledgersOf(state)[0]?.verifiedFiles).toBe(2);
  });
});
