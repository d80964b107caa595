import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startAdversaryStage, type AdversaryCase, type AdversaryStage } from '../../support/adversary/adversaryStage';
import { documentCases, figureCases } from '../../support/adversary/figureCases';
import { goneCases, goneHosts, goneQuote } from '../../support/adversary/goneCases';
import { hiddenCases, inlineCases } from '../../support/adversary/htmlCases';
import { changedCases, framedCases, joinedCases } from '../../support/adversary/quoteCases';
import { sampled } from '../../support/depth';

let stage: AdversaryStage;
beforeAll(async () => {
  stage = await startAdversaryStage(goneHosts);
});
afterAll(() => stage.close());

const classes: Readonly<Record<string, readonly AdversaryCase[]>> = {
  'marks inside of sentences': inlineCases,
  'what is on a page without being said': hiddenCases,
  'what stands outside of the quotation': framedCases,
  'small changes': changedCases,
  'figures of something else': figureCases,
  'documents with pages, plain texts': documentCases,
  'pieces that nobody wrote as one': joinedCases,
};

describe.each(Object.entries(classes))('%s', (name, cases) => {
  it.each(sampled(name, cases, 12))('$name: $expected', async (tried) => {
    const data = await stage.run(tried);
    expect(data.status, data.explanation).toBe(tried.expected);
    if (tried.says !== undefined) expect(data.explanation).toMatch(tried.says);
  });
});

describe('pages that are gone, moved or misspelled', () => {
  it.each(sampled('pages that are gone', goneCases, 12))('$name: $expected', async ({ url, expected, says }) => {
    const cited = typeof url === 'string' ? url : await url(stage);
    const data = await stage.check({ url: cited, quote: goneQuote, claim: goneQuote });
    expect(data.status, data.explanation).toBe(expected);
    if (says !== undefined) expect(data.explanation, data.explanation).toMatch(says);
  });
});
