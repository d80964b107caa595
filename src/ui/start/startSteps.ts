import * as vscode from 'vscode';
import type { Usage } from '../../debate/entryData';
import { checkedTopic } from '../../session/plan';
import type { Choices } from './choices';
import { formatIn, startFormats, type StartFormat } from './formatChoices';
import type { FlowStep, TextQuestion } from './flow';
import { askPick, askText, outcomeOf } from './flow';
import { topicProblem } from './problemWords';

/** What a step reads and writes: the answers so far. */
export interface Answers {
  choices: Choices;
  /** What models have used for them. */
  usage?: Usage | undefined;
}

export const topicStep =
  (answers: Answers, { about, exit }: { about: string | undefined; exit: TextQuestion['exit'] }): FlowStep =>
  async (place) => {
    const answer = await askText(place, {
      exit,
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
      return { ...formatWords(value), value, ...problem };
    });
    const active = choices.find(({ value }) => value === answers.choices.format);
    const answer = await askPick(place, { choices, active, placeholder: vscode.l10n.t('How is it to be debated?') });
    return outcomeOf(answer, (format) => (answers.choices = { ...answers.choices, format }));
  };

/** How a format is offered; one that nobody described yet by its name and the seats that it has. */
export function formatWords(format: StartFormat): { label: string; detail: string } {
  switch (format) {
    case 'panel':
      return {
        label: vscode.l10n.t('Panel'),
        detail: vscode.l10n.t('A Chair, two to eight debaters, an audience; every source is checked.'),
      };
    case 'panel-short':
      return { label: vscode.l10n.t('Panel, short'), detail: vscode.l10n.t('The same in one or two rounds.') };
    case 'tribunal':
      return {
        label: vscode.l10n.t('Tribunal'),
        detail: vscode.l10n.t(
          'An advocate and a critic before a judge, who rules on every issue: to test one proposal to its limits.',
        ),
      };
    case 'dialectic':
      return {
        label: vscode.l10n.t('Dialectic'),
        detail: vscode.l10n.t(
          'Proposition and opposition in short, strict arguments with zero-sum scores; more exchanges at any time.',
        ),
      };
    default:
      return {
        label: `${format.slice(0, 1).toUpperCase()}${format.slice(1)}`,
        detail: (formatIn(format).seats ?? []).map(({ name }) => name).join(', '),
      };
  }
}
