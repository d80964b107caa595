import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { places, tagOf, type Injection } from '../support/injection/injection';
import { mark, wrongEverywhere } from '../support/injection/everywhere';
import { Stage } from '../support/injection/stage';
import { wasRefused } from '../support/injection/wasRefused';
import { World } from '../support/injection/world';
import { injectionCorpus } from '../support/injectionCorpus';

/** Every text of the corpus, before a model that obeys it to the letter: what code guarantees all the same. */

let world: World;
let stage: Stage;

const wordsOf = ({ text, place }: Injection, tag: string): string => (place === 'tool error' ? text : `${tag}: ${text}`).replaceAll('MARK', mark);

function webOf(place: 'page' | 'page title'): (readonly [string, { title: string; body: string }])[] {
  return injectionCorpus.flatMap((injection, index) => {
    if (injection.place !== place) return [];
    const words = wordsOf(injection, tagOf(index));
    const filler = 'Depots are counted every day of the trial, and the counts are kept in the files. '.repeat(6);
    return [[tagOf(index), place === 'page' ? { title: 'Depots', body: `${filler} ${words}` } : { title: words, body: filler }] as const];
  });
}

beforeAll(async () => {
  world = await World.of(injectionCorpus.map((injection) => ({ ...injection, text: injection.text.replaceAll('MARK', mark) })));
  const hits = injectionCorpus.flatMap((injection, index) =>
    injection.place === 'search hit' ? [[tagOf(index), { title: 'Depots', url: 'https://example.org/depots', content: wordsOf(injection, tagOf(index)) }] as const] : [],
  );
  stage = await Stage.of(world, { pages: new Map([...webOf('page'), ...webOf('page title')]), hits: new Map(hits) });
});

afterAll(async () => {
  await stage.close();
  console.log(`injection corpus: ${injectionCorpus.length} texts`);
});

describe('a model that obeys whatever it reads', () => {
  it('is given at least forty texts, in every place that others write to', () => {
    expect(injectionCorpus.length).toBeGreaterThanOrEqual(40);
    expect(new Set(injectionCorpus.map(({ place }) => place))).toEqual(new Set(places));
    expect(new Set(injectionCorpus.map(({ name }) => name)).size).toBe(injectionCorpus.length);
  });

  it.each(injectionCorpus.map((injection, index) => ({ injection, index, label: `${injection.name} (${injection.place}, ${injection.kind})` })))('$label', async ({ injection, index }) => {
    const tag = tagOf(index);
    const seen = await stage.run(injection, wordsOf(injection, tag), tag);
    const problems = [
      ...wrongEverywhere(injection, seen),
      ...(seen.obeyed > 0 ? [] : ['the model never read the text, or had nothing to obey']),
      ...(wasRefused(injection.kind, seen) === (injection.isRefused === true) ? [] : [`${injection.isRefused === true ? 'it was taken' : 'it was refused'}: ${JSON.stringify(seen.added).slice(0, 1_500)} ${JSON.stringify(seen.end)}`]),
      ...(injection.holds?.(seen) ?? []),
    ];
    expect(problems).toEqual([]);
  });
});
