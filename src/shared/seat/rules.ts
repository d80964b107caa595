import * as l10n from '@vscode/l10n';
import type { SpeakerInput, TaskInputs, TaskRequest } from '../../debate/tasks';
import { conjectureLabel, maximumSources } from '../../debate/rules/spokenRules';

/** What the answer is held against, in a line each: the same for a person as for a model. */
export function seatRules({ kind, input }: Pick<TaskRequest, 'kind' | 'input'>): string[] {
  switch (kind) {
    case 'debater/opening':
      return [l10n.t('One statement, with at least one source.'), ...speechRules(input as SpeakerInput)];
    case 'debater/turn':
      return [
        l10n.t(
          'A new point needs a source, a rebuttal one with a quote. A conjecture needs none, and begins with {0}.',
          conjectureLabel,
        ),
        ...speechRules(input as SpeakerInput),
      ];
    case 'debater/closing':
      return [
        l10n.t('One statement. No source and no figure that was not in the debate before.'),
        ...speechRules(input as SpeakerInput),
      ];
    case 'chair/conclude':
      return concludeRules(input as TaskInputs['chair/conclude']);
    case 'audience/conclusion':
      return [l10n.t('200 to 400 words, which name two or three arguments that stand.')];
    case 'advocate/defend':
    case 'critic/critique':
    case 'judge/recommend_rounds':
    case 'judge/assess':
    case 'judge/rule':
      return tribunalRules({ kind });
    case 'side/open':
    case 'side/rebut':
    case 'scorer/score':
      return dialecticRules({ kind });
    default:
      return [];
  }
}

function speechRules({ standingIssues }: SpeakerInput): string[] {
  return [
    l10n.t(
      'At most {0} sources. Quotes, and the figures that are taken from a source, stand in it word for word.',
      maximumSources,
    ),
    l10n.t(
      'Rulings of the Chair are not argued with, and what was struck is not repeated. Argue against positions, not against persons.',
    ),
    ...(standingIssues.length === 0
      ? []
      : [
          l10n.t(
            'An unreliable source may be replaced once, at the start of this text: SOURCE CORRECTION for seq N: replacing OLD with NEW — why. In lines of their own below it: “Wrong: ” and the sentence of seq N, “Instead: ” and what holds in its place. Where nothing does: withdrawing OLD — why',
          ),
        ]),
  ];
}

const concludeRules = ({ barred }: TaskInputs['chair/conclude']): string[] => [
  l10n.t('Weigh how it was argued, not what you believe. Every debater is evaluated.'),
  ...(barred.length > 1
    ? [l10n.t('More than one debater has a fabricated source that stands: the outcome is void whatever is chosen.')]
    : []),
];

const sourceRule = (): string =>
  l10n.t(
    'At most {0} sources. Quotes, and the figures that are taken from a source, stand in it word for word.',
    maximumSources,
  );

function tribunalRules({ kind }: Pick<TaskRequest, 'kind'>): string[] {
  switch (kind) {
    case 'advocate/defend':
      return [
        l10n.t('Each point of the Critic is answered. Concede facts, not the proposition; you may narrow it.'),
        sourceRule(),
        logRule(),
      ];
    case 'critic/critique':
      return [
        l10n.t(
          'An objection says what is wrong, why it matters, and what would answer it. In later rounds a new one comes from the defence or from research.',
        ),
        sourceRule(),
        logRule(),
      ];
    case 'judge/assess':
      return [
        l10n.t(
          'Only what rests on a verified source, or what the other side granted, is a fact. A new issue needs a severity.',
        ),
        l10n.t('Both sides read it: say nothing of how many rounds there are, or whether one is the last.'),
      ];
    case 'judge/rule':
      return [
        l10n.t(
          'Weigh how it was argued, not what you believe. Every issue has one verdict, and reasons name entries by seq.',
        ),
      ];
    default:
      return [];
  }
}

const logRule = (): string =>
  l10n.t(
    'The other side sees your text and its citations; the research log, the list of sources and your labels are for the Judge.',
  );

function dialecticRules({ kind }: Pick<TaskRequest, 'kind'>): string[] {
  const blind = l10n.t(
    'The Judge knows no sides, ids or scores of yours: write “this argument”, and name neither side.',
  );
  switch (kind) {
    case 'side/open':
      return [
        l10n.t(
          'Three arguments on different terrain: other passages, other warrants. They attack and defend nothing yet.',
        ),
        blind,
      ];
    case 'side/rebut':
      return [
        l10n.t(
          'One argument that says something none of yours has said yet. Attacks name arguments of the other side, defences your own.',
        ),
        blind,
      ];
    case 'scorer/score':
      return [
        l10n.t(
          'Grounds count first: verified ones fully, unverified ones little, unreliable ones against the argument. Then warrant, attacks and defences, and what is new.',
        ),
        l10n.t('Length, style and the place in the list count for nothing. Texts name labels only.'),
      ];
    default:
      return [];
  }
}
