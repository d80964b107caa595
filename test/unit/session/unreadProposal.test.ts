import { describe, expect, it } from 'vitest';
import type { Performance, Performer } from '../../../src/agents/performer';
import { proposeLineup } from '../../../src/session/plan/lineup';
import { proposeMotions } from '../../../src/session/plan/motions';
import { wordsFor } from '../../../src/ui/kit/wordsFor';

/** A model that answers each try with the same. */
function answering(answer: Performance): { performer: Performer; told: string[] } {
  const told: string[] = [];
  const performer: Performer = {
    provider: 'openai-compatible:m',
    isLocal: false,
    canPerform: () => true,
    ready: () => Promise.resolve(),
    perform: ({ feedback }) => {
      told.push(...feedback.map(({ message }) => message));
      return Promise.resolve(answer);
    },
  };
  return { performer, told };
}

const broken = '{"debaters": [\n  {"name": "ann",\n   "persona" "one"}\u001b[2J\n]}';
const unread: Performance = {
  output: broken,
  written: broken,
  violations: [{ rule: 'json', message: 'The answer was not valid JSON: line 3: a colon is missing after "persona".' }],
};

const failureOf = async (work: Promise<unknown>): Promise<Error> =>
  await work.then(
    () => new Error('It was read.'),
    (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
  );

const lineup = (performer: Performer): Promise<unknown> =>
  proposeLineup({ topic: 't', hints: '', given: undefined, evidence: [], model: 'm' }, performer);
const motions = (performer: Performer): Promise<unknown> => proposeMotions({ topic: 't', evidence: [] }, performer);

describe('a proposal that cannot be read', () => {
  it.each([
    ['lineup', lineup, /^The model’s answer gives no lineup\. Try again, choose another model/],
    ['motion', motions, /^The model’s answer gives no motion\. Try again, choose another model/],
  ] as const)('tells the model, and the user, why, with what the model wrote: %s', async (_, propose, words) => {
    const { performer, told } = answering(unread);
    const error = await failureOf(propose(performer));
    expect(told).toEqual(Array.from({ length: 2 }, () => unread.violations?.[0]?.message));
    for (const message of [error.message, wordsFor(error)]) {
      expect(message).toMatch(words);
      expect(message).toContain('line 3: a colon is missing after "persona".');
      expect(message).toContain('The model wrote: “{"debaters": [ {"name": "ann", "persona" "one"} [2J ]}”');
    }
  });

  it('is told by its schema where it is JSON of another shape', async () => {
    const { performer } = answering({ output: { debaters: 'none' }, written: '{"debaters": "none"}' });
    const { message } = await failureOf(lineup(performer));
    expect(message).toMatch(/debaters.*The model wrote: “\{"debaters": "none"\}”$/);
  });

  it('has its old words where no model wrote it', async () => {
    const { performer } = answering({ output: {} });
    expect((await failureOf(lineup(performer))).message).toMatch(/^No lineup could be made of that/);
    expect((await failureOf(motions(performer))).message).toMatch(/^No motion could be made of the topic/);
  });
});
