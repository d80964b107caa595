import { expect, it } from 'vitest';
import { reportProgress } from '../../../../src/agents/extractive/extractivePerformer';
import type { ProgressEvent } from '../../../../src/agents/performer';
import { toulmin } from '../../../support/dialecticScript';

it('tells what an answer of a format reads, each address once and first, and what it says, without ids and quotations', () => {
  const told: ProgressEvent[] = [];
  const argument = toulmin('proposition', 1, {
    attacks: [{ target_id: 'opp_000a', type: 'claim_attack', content: 'It was one day.' }],
  });
  reportProgress({ arguments: [argument, argument] }, { progress: (event) => told.push(event) });
  const urls = told.flatMap((event) => (event.kind === 'reading' ? [event.url] : []));
  const texts = told.flatMap((event) => (event.kind === 'writing' ? [event.text] : []));
  expect(urls).toEqual([argument.grounds[0]?.url]);
  expect(told[0]?.kind).toBe('reading');
  for (const [at, text] of texts.entries()) expect(text.startsWith(texts[at - 1] ?? '')).toBe(true);
  const paragraphs = texts.at(-1)?.split('\n\n') ?? [];
  for (const words of [argument.warrant, 'It was one day.']) expect(paragraphs).toContain(words);
  for (const words of ['opp_000a', argument.title]) expect(paragraphs).not.toContain(words);
});
