import { expect, it } from 'vitest';
import { checkedTopic } from '../../../src/session/plan/plan';
import { PlanError } from '../../../src/session/plan/planError';
import { wordsFor } from '../../../src/ui/kit/wordsFor';

it('says of an error what is known of it in the language of the user, else what it says itself', () => {
  let thrown: unknown;
  try {
    checkedTopic(' ');
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toBeInstanceOf(PlanError);
  // Without a translation the words are those of the session.
  expect(wordsFor(thrown)).toBe((thrown as PlanError).message);
  expect(wordsFor(new Error('else'))).toBe('else');
  expect(wordsFor('text')).toBe('text');
});
