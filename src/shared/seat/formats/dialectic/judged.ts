import * as l10n from '@vscode/l10n';
import { sides } from '../../../../debate/log/entryData';
import { plainLine, signed, spaced } from '../../../../matching/text/shortText';
import type { TaskInputs } from '../../../../debate/flow/tasks';
import type { BlindArgument, KnownArgument, Motion } from '../../../../debate/flow/tasks/dialectic';
import { derivedForm } from '../../derivedForm';
import { type SeatPrompt, guided, part, type SeatForm, type SeatTasks } from '../../form';

/** The Judge sees labels: no ids, no sides. */
export const judgedTasks: SeatTasks<'scorer/score' | 'reporter/clash'> = {
  'scorer/score': {
    form: scoresForm,
    prompt: ({ arguments: shown, earlier, guidance, motion }) => [
      ...motionParts(motion),
      ...shown.map((argument) => part(l10n.t('Argument {0}', argument.label), blindLines(argument))),
      part(
        l10n.t('Earlier arguments'),
        earlier.map((argument) => [argument.label, ...blindLines(argument)].join(' · ')),
      ),
      guided(guidance),
    ],
    rules: () => [
      l10n.t(
        'Grounds count first: verified ones fully, unverified ones little, unreliable ones against the argument. Then warrant, attacks and defences, and what is new.',
      ),
      l10n.t('Length, style and the place in the list count for nothing. Texts name labels only.'),
    ],
  },
  'reporter/clash': {
    form: ({ wordLimits: { min, max } }) =>
      derivedForm('reporter/clash', l10n.t('The report'), { of: [String(min), String(max)] }),
    prompt: ({ motion, arguments: known, totals }) => [
      ...motionParts(motion),
      part(
        l10n.t('Totals'),
        sides.map((side) =>
          l10n.t('{0}: {1} over {2} arguments', side, signed(totals[side].total), totals[side].count),
        ),
      ),
      part(l10n.t('Arguments'), known.map(knownLine)),
    ],
  },
};

export const motionParts = ({ text, definitions, scope }: Motion): SeatPrompt => [
  part(l10n.t('The motion'), [text]),
  part(
    l10n.t('Definitions'),
    definitions.map(({ term, meaning }) => l10n.t('“{0}”: {1}', term, meaning)),
  ),
  part(l10n.t('Scope'), scope === undefined ? [] : [scope]),
];

export function knownLine({ seq, argument: { id, title, claim }, score, redacted, checks }: KnownArgument): string {
  if (redacted !== undefined) return l10n.t('{0} (seq {1}): struck', id, seq);
  const shownScore = score === undefined ? l10n.t('not judged yet') : signed(score);
  const doubts = checks
    .filter(({ status }) => status === 'unreliable' || status === 'fabricated')
    .map(({ url, status }) => `${url}: ${status}`);
  return [l10n.t('{0} (seq {1}): {2}', id, seq, title), plainLine(claim), shownScore, ...doubts].join(' · ');
}

/** Who said it stands nowhere. */
function blindLines(argument: BlindArgument): string[] {
  const { title, claim, grounds, warrant, backing, qualifier, attacks, defends, score, redacted } = argument;
  const scored = score === undefined ? [] : [l10n.t('Score so far: {0}', signed(score))];
  if (redacted !== undefined) return [l10n.t('struck from the record'), ...scored];
  const optional = (label: string, words: string | undefined): string[] =>
    words === undefined ? [] : [`${label}: ${plainLine(words)}`];
  const related = (label: string, { type, content }: { type: string; content: string }): string =>
    `${label} (${spaced(type)}): ${plainLine(content)}`;
  return [
    title,
    `${l10n.t('Claim')}: ${plainLine(claim)}`,
    ...grounds.map(({ source, content, relevance = '', status }) => {
      const said = [content, source, relevance].filter((words) => words !== '').map(plainLine);
      return `${l10n.t('Ground ({0})', status ?? l10n.t('not checked'))}: ${said.join(' · ')}`;
    }),
    `${l10n.t('Warrant')}: ${plainLine(warrant)}`,
    ...optional(l10n.t('Backing'), backing),
    ...optional(l10n.t('Qualifier'), qualifier),
    ...attacks.map((attack) => related(l10n.t('Attacks {0}', attack.target), attack)),
    ...defends.map((defence) => related(l10n.t('Defends {0}', defence.target), defence)),
    ...scored,
  ];
}

/** A new score needs two earlier arguments: one alone cannot keep the sum at 0. */
function scoresForm({ arguments: shown, earlier }: TaskInputs['scorer/score']): SeatForm {
  const judged = earlier.flatMap(({ label, title, score }) =>
    score === undefined ? [] : [{ value: label, label: `${label} ${title} (${signed(score)})` }],
  );
  return derivedForm('scorer/score', l10n.t('Your scores of this exchange'), {
    groups: { scores: shown.map(({ label, title }) => ({ of: [label, title], given: { argument_id: label } })) },
    options: { 'rescores.argument_id': judged.length < 2 ? [] : judged },
  });
}
