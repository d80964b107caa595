import * as vscode from 'vscode';
import type { Usage } from '../../debate/entryData';
import { checkedTopic } from '../../session/plan';
import type { Choices } from './choices';
import { offerOf, startFormats, type StartFormat } from './formatChoices';
import type { FlowStep, TextQuestion } from './flow';
import { askPick, askText, outcomeOf } from './flow';
import { topicProblem } from './problemWords';

/** What a step reads and writes: the answers so far. */
export interface Answers {
  choices: Choices;
  /** What models have used for them. */
  usage?: Usage | undefined;
}

/** What there is besides typing a topic. */
export type AroundTopic = Pick<TextQuestion, 'exits' | 'remark' | 'onDidChangeRemark'>;

export const topicStep =
  (answers: Answers, { about, ...around }: { about: string | undefined } & AroundTopic): FlowStep =>
  async (place) => {
    const answer = await askText(place, {
      ...around,
      value: answers.choices.topic ?? '',
      prompt:
        about === undefined
          ? vscode.l10n.t('What is to be debated?')
          : vscode.l10n.t('What is to be debated about {0}?', about),
      placeholder: vscode.l10n.t('Should the payments service move from REST to gRPC?'),
      problem: topicProblem,
      onType: (topic) => (answers.choices = { ...answers.choices, topic }),
    });
    return outcomeOf(answer, (topic) => (answers.choices = { ...answers.choices, topic: checkedTopic(topic) }));
  };

/** The length of a debate of this format in words, or why the settings allow none. */
export type LengthOf = (format: StartFormat) => { words: string } | { problem: string };

export const formatStep =
  (answers: Answers, lengthOf: LengthOf): FlowStep =>
  async (place) => {
    const choices = startFormats.map((value) => {
      const length = lengthOf(value);
      const problem =
        'problem' in length ? { refused: length.problem, description: length.problem } : { description: length.words };
      return { ...offerOf(value), value, ...problem };
    });
    const active = choices.find(({ value }) => value === answers.choices.format);
    const answer = await askPick(place, { choices, active, placeholder: vscode.l10n.t('How is it to be debated?') });
    return outcomeOf(answer, (format) => (answers.choices = { ...answers.choices, format }));
  };
