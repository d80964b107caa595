import * as l10n from '@vscode/l10n';
import { cutText, oneLine } from '../../matching/text/shortText';
import { basename } from 'node:path';
import * as vscode from 'vscode';
import type { DebateConfig } from '../../session/plan/configFiles';
import { showErrorMessage } from '../kit/messages';
import type { DebatersChoice } from './choices';
import { askPick, type Choice, type FlowStep } from './flow';
import { lineupFromFile } from './lineupProblems';
import type { Answers } from './formatSteps';
import { wordsFor } from '../kit/wordsFor';

type ChosenDebaters = DebatersChoice | { kind: 'file' };

export const debatersStep =
  (answers: Answers, config: DebateConfig): FlowStep =>
  async (place) => {
    for (;;) {
      const answer = await askPick<ChosenDebaters>(place, {
        choices: choicesFrom(answers.choices.debaters, config),
        placeholder: l10n.t('Who is to debate? Type hints, such as: a build engineer, a team lead'),
        free: typed,
      });
      if (answer.kind !== 'answer') return answer.kind;
      const debaters = answer.value.kind === 'file' ? await fromFile() : answer.value;
      if (debaters === undefined) continue;
      answers.choices = { ...answers.choices, debaters };
      return 'next';
    }
  };

const typed = (text: string): Choice<ChosenDebaters> => ({
  label: `$(edit) ${text}`,
  description: l10n.t('the Chair makes a lineup of this'),
  value: { kind: 'hints', text },
});

function choicesFrom(last: DebatersChoice | undefined, config: DebateConfig): Choice<ChosenDebaters>[] {
  const chair: Choice<ChosenDebaters> = {
    label: `$(organization) ${l10n.t('Let the Chair propose')}`,
    detail: l10n.t('Two adversaries, or one for each alternative. You can edit all of it.'),
    value: { kind: 'chair' },
  };
  const file: Choice<ChosenDebaters> = {
    label: `$(json) ${l10n.t('From a lineup file…')}`,
    detail: l10n.t('A JSON array of debaters, or a text that describes them.'),
    value: { kind: 'file' },
  };
  const configured = config.debaters ?? [];
  const ofWorkspace: DebatersChoice = {
    kind: 'given',
    label: l10n.t('this workspace’s configuration'),
    debaters: configured,
  };
  const own = configured.length === 0 ? [] : [given(ofWorkspace, l10n.t('configured in this workspace'))];
  const used = last === undefined || last.kind === 'chair' ? [] : [given(last, l10n.t('last used'))];
  return [...used, ...own, chair, file];
}

function given(choice: Exclude<DebatersChoice, { kind: 'chair' }>, description: string): Choice<ChosenDebaters> {
  if (choice.kind === 'hints')
    return { label: `$(history) ${cutText(oneLine(choice.text), 120)}`, description, value: choice };
  const names = choice.debaters.map(({ name }) => name).join(', ');
  return { label: `$(history) ${names}`, description: `${description} (${choice.label})`, value: choice };
}

async function fromFile(): Promise<DebatersChoice | undefined> {
  const [uri] =
    (await vscode.window.showOpenDialog({
      title: l10n.t('Lineup file'),
      openLabel: l10n.t('Use as Lineup'),
      filters: { [l10n.t('Lineups')]: ['json', 'md', 'txt'] },
    })) ?? [];
  if (uri === undefined) return undefined;
  try {
    const read = lineupFromFile(basename(uri.path), new TextDecoder().decode(await vscode.workspace.fs.readFile(uri)));
    if (read.ok) return read.choice;
    void showErrorMessage(read.message);
  } catch (error) {
    void showErrorMessage(l10n.t('{0} could not be read: {1}', basename(uri.path), wordsFor(error)));
  }
  return undefined;
}
