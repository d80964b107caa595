import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startAdversaryStage, type AdversaryCase, type AdversaryStage } from '../support/adversary/adversaryStage';
import { hiddenCases, inlineCases } from '../support/adversary/htmlCases';
import { changedCases, framedCases, joinedCases } from '../support/adversary/quoteCases';

let stage: AdversaryStage;
beforeAll(async () => {
  stage = await startAdversaryStage();
});
afterAll(() => stage.close());

const classes: Readonly<Record<string, readonly AdversaryCase[]>> = {
  'marks inside of sentences': inlineCases,
  'what is on a page without being said': hiddenCases,
  'what stands outside of the quotation': framedCases,
  'small changes': changedCases,
  'pieces that nobody wrote as one': joinedCases,
};

describe.each(Object.entries(classes))('%s', (_, cases) => {
  it.each(cases)('$name: $expected', async (tried) => {
    const data = await stage.run(tried);
    expect(data.status, data.explanation).toBe(tried.expected);
    if (tried.says !== undefined) expect(data.explanation).toMatch(tried.says);
  });
});
