import { describe, expect, it } from 'vitest';
import { PlanError } from '../../../../src/session/plan/planError';
import type { FlowAnswer, PickQuestion, FlowPosition } from '../../../../src/ui/start/flow';
import { motionStep, type MotionPorts, type Proposer } from '../../../../src/ui/start/motionStep';
import type { Answers } from '../../../../src/ui/start/formatSteps';

const question = 'Postgres or MySQL?';
const place: FlowPosition = { title: 'Start Debate', step: 4, totalSteps: 7 };
const byModel = { model: 'anthropic:m' };
const offer = '$(lightbulb) Let the model propose motions';

/** A user who takes choices by their labels, types (`type: `), or goes back; and what was shown and told. */
function scene({
  topic = question,
  proposer = [byModel] as readonly Proposer[],
  proposals = [] as (readonly string[] | undefined | Error)[],
} = {}) {
  const answers: Answers = { choices: { topic, format: 'dialectic' } };
  const shown: { labels: string[]; details: (string | undefined)[]; active: string | undefined }[] = [];
  const [asked, told, doing]: [string[], string[], string[]] = [[], [], []];
  const ask = <T>(_: FlowPosition, { choices, active, free }: PickQuestion<T>): Promise<FlowAnswer<T>> => {
    shown.push({
      labels: choices.map(({ label }) => label),
      details: choices.map(({ detail }) => detail),
      active: active?.label,
    });
    const wish = doing.shift() ?? 'back';
    const chosen = wish.startsWith('type: ') ? free?.(wish.slice(6)) : choices.find(({ label }) => label === wish);
    return Promise.resolve(chosen?.value === undefined ? { kind: 'back' } : { kind: 'answer', value: chosen.value });
  };
  const propose: MotionPorts['propose'] = (about) => {
    asked.push(about);
    const next = proposals.shift();
    return next instanceof Error ? Promise.reject(next) : Promise.resolve(next);
  };
  const step = motionStep(answers, {
    ask,
    proposer: () => proposer[0],
    propose,
    show: (message) => void told.push(message),
  });
  const go = (...wishes: string[]): ReturnType<typeof step> => {
    doing.push(...wishes);
    return step(place);
  };
  return { answers, shown, asked, told, go };
}

describe('the motion of a dialectic in the editor', () => {
  it('is proposed by the model only when the user asks, and one of the proposals is taken', async () => {
    const { answers, shown, asked, go } = scene({
      proposals: [['Postgres should be chosen.', 'MySQL should be chosen.']],
    });
    expect(await go(offer, 'MySQL should be chosen.')).toBe('next');
    expect(asked).toEqual([question]);
    expect(shown[0]).toMatchObject({ active: offer });
    expect(shown[0]?.details[0]).toMatch(/^One request to anthropic:m, at most three/);
    expect(shown[1]?.labels.slice(0, 3)).toEqual(['Postgres should be chosen.', 'MySQL should be chosen.', offer]);
    expect(shown[1]?.labels).toContain(question);
    expect(shown[1]?.active).toBe('Postgres should be chosen.');
    expect(answers.choices.details).toEqual({ motion: 'MySQL should be chosen.' });
  });

  it('is still there, and not paid for again, when one comes back, also from another topic', async () => {
    const { answers, shown, asked, go } = scene({
      proposals: [['Postgres should be chosen.', 'MySQL should be chosen.']],
    });
    await go(offer, 'MySQL should be chosen.');
    expect(await go('back')).toBe('back');
    expect(shown.at(-1)).toMatchObject({ active: 'MySQL should be chosen.' });
    answers.choices = { ...answers.choices, topic: 'Tea or coffee?' };
    await go('type: Tea should be served.');
    expect(shown.at(-1)?.labels).not.toContain('MySQL should be chosen.');
    await go('back');
    expect(shown.at(-1)).toMatchObject({ active: '$(edit) Tea should be served.' });
    answers.choices = { ...answers.choices, topic: question };
    await go('back');
    expect(shown.at(-1)?.labels.slice(0, 2)).toEqual(['Postgres should be chosen.', 'MySQL should be chosen.']);
    expect(asked).toHaveLength(1);
  });

  it('can be the topic as it stands, after proposals too', async () => {
    const { answers, go } = scene({ proposals: [['Postgres should be chosen.']] });
    expect(await go(offer, question)).toBe('next');
    expect(answers.choices.details).toEqual({ motion: question });
  });

  it('stays to be answered when nothing was proposed: what to do is said, and one may try again', async () => {
    const refused = new Error('The key was not accepted. Set another.');
    const { shown, told, asked, go } = scene({
      proposals: [
        refused,
        new PlanError('motions', 'give one with --motion'),
        undefined,
        ['Postgres should be chosen.'],
      ],
    });
    expect(await go(offer, offer, offer, offer, 'Postgres should be chosen.')).toBe('next');
    expect(told).toEqual([
      'No motions were proposed: The key was not accepted. Set another. You can try again, type a motion, or keep the topic as it stands.',
      expect.stringMatching(/^No motions were proposed: No motion could be made of the topic\. Say it as a sentence/),
    ]);
    expect(told.join()).not.toContain('--motion');
    expect(shown.slice(0, 4).map(({ labels }) => labels[0])).toEqual([offer, offer, offer, offer]);
    expect(asked).toHaveLength(4);
  });

  it('is the topic as given where no model takes part, and nobody offers more', async () => {
    const { answers, shown, go } = scene({ proposer: [] });
    expect(await go(question)).toBe('next');
    expect(shown[0]?.labels).toHaveLength(1);
    expect(shown[0]).toMatchObject({ active: question });
    expect(answers.choices.details).toEqual({ motion: question });
  });

  it('is not proposed for a topic that is one', async () => {
    const { shown, go } = scene({ topic: 'We should close the old bridge.' });
    await go('We should close the old bridge.');
    expect(shown[0]?.labels).not.toContain(offer);
  });

  it('says why where no model can be asked', async () => {
    const { shown, go } = scene({ proposer: [{ problem: 'No model is chosen.' }] });
    await go('back');
    expect(shown[0]?.details[0]).toBe('No model is chosen.');
  });
});
