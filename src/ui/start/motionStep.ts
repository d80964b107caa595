import * as l10n from '@vscode/l10n';
import { isMotion } from '../../session/plan/motions';
import type { askPick, Choice, FlowStep } from './flow';
import type { Answers } from './formatSteps';
import { wordsFor } from '../kit/wordsFor';

/** Who would propose motions, as a reference; or why nobody can; undefined where no model takes part. */
export type Proposer = { model: string } | { problem: string } | undefined;

export interface MotionPorts {
  ask: typeof askPick;
  proposer: () => Proposer;
  /** Undefined when the user cancelled. @throws what stands in the way, for people. */
  propose: (topic: string) => Promise<readonly string[] | undefined>;
  show: (message: string) => void;
}

type Wish = { motion: string } | 'propose';

/** Asks for the motion: the topic as it stands, the user's own words, or what a model proposes where the topic is no motion. */
export function motionStep(answers: Answers, { ask, proposer, propose, show }: MotionPorts): FlowStep {
  // By topic: what was paid for or typed is there again when one comes back.
  const found = new Map<string, readonly Choice<Wish>[]>();
  const add = (topic: string, choices: readonly Choice<Wish>[]): void =>
    void found.set(topic, [...(found.get(topic) ?? []), ...choices]);
  return async (place) => {
    for (;;) {
      const { topic = '', details = {} } = answers.choices;
      const isNone = !isMotion(topic);
      const offer = isNone ? offerOf(proposer()) : [];
      const choices = [...(found.get(topic) ?? []), ...offer, asItStands(topic)];
      const taken = choices.find(({ value }) => typeof value === 'object' && value.motion === details.motion);
      const standard = offer.length > 0 ? choices[0] : choices.at(-1);
      const placeholder = l10n.t('What is the motion? Type it in your own words, or take one of these');
      const answer = await ask<Wish>(place, { choices, active: taken ?? standard, placeholder, free: typed });
      if (answer.kind !== 'answer') return answer.kind;
      const { value } = answer;
      if (value !== 'propose') {
        if (!choices.some((choice) => choice.value === value)) add(topic, [typed(value.motion)]);
        answers.choices = { ...answers.choices, details: { ...details, ...value } };
        return 'next';
      }
      try {
        add(topic, ((await propose(topic)) ?? []).map(proposedChoice));
      } catch (error) {
        show(
          l10n.t(
            'No motions were proposed: {0} You can try again, type a motion, or keep the topic as it stands.',
            wordsFor(error),
          ),
        );
      }
    }
  };
}

function offerOf(proposer: Proposer): Choice<Wish>[] {
  if (proposer === undefined) return [];
  const label = `$(lightbulb) ${l10n.t('Let the model propose motions')}`;
  if ('problem' in proposer) return [{ label, detail: proposer.problem, value: 'propose', refused: proposer.problem }];
  const detail = l10n.t('One request to {0}, at most three.', proposer.model);
  return [{ label, detail, value: 'propose' }];
}

const typed = (motion: string): Choice<Wish> => ({ label: `$(edit) ${motion}`, value: { motion } });

const proposedChoice = (motion: string): Choice<Wish> => ({
  label: motion,
  description: l10n.t('proposed by the model'),
  value: { motion },
});

const asItStands = (topic: string): Choice<Wish> => ({
  label: topic.trim(),
  description: l10n.t('the topic as it stands'),
  value: { motion: topic.trim() },
});
