import * as l10n from '@vscode/l10n';
import type { SpeakerInput, TaskInputs, TaskRequest } from '../../../debate/tasks';
import { conjectureLabel, maximumSources } from '../../../debate/rules/spokenRules';

/** What the answer is held against, in a line each: the same for a person as for a model. */
export function seatRules({ kind, input }: Pick<TaskRequest, 'kind' | 'input'>): string[] {
  switch (kind) {
    case 'debater/opening':
      return [l10n.t('One statement, with at least one source.'), ...speechRules(input as SpeakerInput)];
    case 'debater/turn':
      return [
        l10n.t('A new point needs a source, a rebuttal one with a quote. A conjecture needs none, and begins with {0}.', conjectureLabel),
        ...speechRules(input as SpeakerInput),
      ];
    case 'debater/closing':
      return [l10n.t('One statement. No source and no figure that was not in the debate before.'), ...speechRules(input as SpeakerInput)];
    case 'chair/conclude':
      return concludeRules(input as TaskInputs['chair/conclude']);
    case 'audience/conclusion':
      return [l10n.t('200 to 400 words, which name two or three arguments that stand.')];
    default:
      return [];
  }
}

function speechRules({ standingIssues }: SpeakerInput): string[] {
  return [
    l10n.t('At most {0} sources. Quotes, and the figures that are taken from a source, stand in it word for word.', maximumSources),
    l10n.t('Rulings of the Chair are not argued with, and what was struck is not repeated. Argue against positions, not against persons.'),
    ...(standingIssues.length === 0
      ? []
      : [l10n.t('An unreliable source may be replaced once, at the start of this text: SOURCE CORRECTION for seq N: replacing OLD with NEW — why')]),
  ];
}

const concludeRules = ({ barred }: TaskInputs['chair/conclude']): string[] => [
  l10n.t('Weigh how it was argued, not what you believe. Every debater is evaluated.'),
  ...(barred.length > 1 ? [l10n.t('More than one debater has a fabricated source that stands: the outcome is void whatever is chosen.')] : []),
];
