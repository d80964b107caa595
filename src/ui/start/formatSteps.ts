import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { basename } from 'node:path';
import type { Usage } from '../../debate/log/entryData';
import { parseMotionFile } from '../../session/plan/motionFile';
import { checkedTopic } from '../../session/plan/plan';
import { showErrorMessage } from '../kit/messages';
import { wordsFor } from '../kit/wordsFor';
import { type FormatChoices, type Choices, mostRounds, offerOf, startFormats, type StartFormat } from './choices';
import { askPick, type Choice, type FlowStep, type TextQuestion, askText, outcomeOf } from './flow';
import { topicProblem } from './problemWords';

const keep = (answers: Answers, details: FormatChoices): void => {
  answers.choices = { ...answers.choices, details: { ...answers.choices.details, ...details } };
};

const roundCounts = [2, 3, 5] as const;

export const roundsStep =
  (answers: Answers): FlowStep =>
  async (place) => {
    const auto: Choice<number | 'auto'> = {
      label: l10n.t('Let the Judge recommend'),
      detail: l10n.t('By issues and evidence, 1 to {0}. Neither side is told the number.', mostRounds),
      value: 'auto',
    };
    const counted = roundCounts.map((count): Choice<number | 'auto'> => ({
      label: l10n.t('{0} rounds', count),
      value: count,
    }));
    const choices = [auto, ...counted];
    const answer = await askPick(place, {
      choices,
      active: choices.find(({ value }) => value === answers.choices.details?.rounds),
      placeholder: l10n.t('How many rounds? Type another number from 1 to {0}', mostRounds),
      free: (text) => numbered(text, mostRounds, (count) => l10n.t('{0} rounds', count)),
    });
    return outcomeOf(answer, (rounds) => keep(answers, { rounds }));
  };

function numbered(text: string, most: number, label: (count: number) => string): Choice<number> | undefined {
  const count = Number(text);
  return /^\d+$/.test(text) && count >= 1 && count <= most ? { label: label(count), value: count } : undefined;
}

type Terms = { kind: 'path'; path: string | undefined } | { kind: 'file' };

export const termsStep =
  (answers: Answers): FlowStep =>
  async (place) => {
    for (;;) {
      const last = answers.choices.details?.termsFile;
      const used: Choice<Terms>[] =
        last === undefined
          ? []
          : [
              {
                label: `$(history) ${basename(last)}`,
                description: l10n.t('last used'),
                value: { kind: 'path', path: last },
              },
            ];
      const answer = await askPick<Terms>(place, {
        choices: [
          {
            label: `$(circle-slash) ${l10n.t('No definitions')}`,
            detail: l10n.t('The words of the motion mean what they mean to everybody.'),
            value: { kind: 'path', path: undefined },
          },
          ...used,
          {
            label: `$(file) ${l10n.t('From a file…')}`,
            detail: l10n.t('Markdown: items “- **Term**: meaning”, section “## Scope”; or JSON.'),
            value: { kind: 'file' },
          },
        ],
        placeholder: l10n.t('Are terms of the motion to be defined, or its scope?'),
      });
      if (answer.kind !== 'answer') return answer.kind;
      const path = answer.value.kind === 'path' ? answer.value.path : await termsFile();
      if (answer.value.kind === 'file' && path === undefined) continue;
      keep(answers, { termsFile: path });
      return 'next';
    }
  };

/** Undefined when none was chosen, or one that cannot be read, which is said. */
async function termsFile(): Promise<string | undefined> {
  const title = l10n.t('Definitions and scope');
  const [uri] =
    (await vscode.window.showOpenDialog({
      title,
      openLabel: l10n.t('Use'),
      filters: { [title]: ['md', 'json', 'txt'] },
    })) ?? [];
  if (uri === undefined) return undefined;
  try {
    parseMotionFile(new TextDecoder().decode(await vscode.workspace.fs.readFile(uri)), basename(uri.path));
    return uri.fsPath;
  } catch (error) {
    void showErrorMessage(wordsFor(error));
    return undefined;
  }
}

const exchangeCounts = [3, 5, 8] as const;
const mostExchanges = 100;

export const exchangesStep =
  (answers: Answers): FlowStep =>
  async (place) => {
    const label = (count: number): string =>
      count === 1 ? l10n.t('The openings alone') : l10n.t('{0} exchanges', count);
    const choices = exchangeCounts.map((count): Choice<number> => ({
      label: label(count),
      detail: l10n.t('The openings, and {0} in which the sides answer each other.', count - 1),
      value: count,
    }));
    const answer = await askPick(place, {
      choices,
      active: choices.find(({ value }) => value === answers.choices.details?.exchanges),
      placeholder: l10n.t('How many exchanges? More can be asked for at any time. Type another number'),
      free: (text) => numbered(text, mostExchanges, label),
    });
    return outcomeOf(answer, (exchanges) => keep(answers, { exchanges }));
  };

/** What the steps read and write. */
export interface Answers {
  choices: Choices;
  usage?: Usage | undefined;
}

export type AroundTopic = Pick<TextQuestion, 'exits' | 'remark' | 'onDidChangeRemark'>;

export const topicStep =
  (answers: Answers, { about, ...around }: { about: string | undefined } & AroundTopic): FlowStep =>
  async (place) => {
    const answer = await askText(place, {
      ...around,
      value: answers.choices.topic ?? '',
      prompt:
        about === undefined ? l10n.t('What is to be debated?') : l10n.t('What is to be debated about {0}?', about),
      placeholder: l10n.t('Should the payments service move from REST to gRPC?'),
      problem: topicProblem,
      onType: (topic) => (answers.choices = { ...answers.choices, topic }),
    });
    return outcomeOf(answer, (topic) => (answers.choices = { ...answers.choices, topic: checkedTopic(topic) }));
  };

/** In words, or why the settings allow none. */
export type LengthOf = (format: StartFormat) => { words: string } | { problem: string };

export const formatStep =
  (answers: Answers, lengthOf: LengthOf): FlowStep =>
  async (place) => {
    const choices = startFormats.map((value) => {
      const length = lengthOf(value);
      const shown =
        'problem' in length ? { refused: length.problem, description: length.problem } : { description: length.words };
      return { ...offerOf(value), value, ...shown };
    });
    const active = choices.find(({ value }) => value === answers.choices.format);
    const answer = await askPick(place, { choices, active, placeholder: l10n.t('How is it to be debated?') });
    return outcomeOf(answer, (format) => (answers.choices = { ...answers.choices, format }));
  };
