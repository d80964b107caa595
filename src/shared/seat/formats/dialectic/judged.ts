import * as l10n from '@vscode/l10n';
import { sides } from '../../../../debate/log/entryData';
import { reasoningWords } from '../../../../debate/formats/dialectic/options';
import { plainLine, signed, spaced } from '../../../../matching/text/shortText';
import type { TaskInputs } from '../../../../debate/flow/tasks';
import type { BlindArgument, KnownArgument, Motion } from '../../../../debate/flow/tasks/dialectic';
import type { SeatField } from '../../../protocol';
import {
  type SeatPrompt,
  decimalIn,
  guided,
  part,
  requiredChoice,
  requiredDecimal,
  requiredLine,
  requiredText,
  type SeatForm,
  type SeatTasks,
} from '../../form';
import { answerFields, answerIn } from '../../answerFields';

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
    form: clashForm,
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

const reasonHint = (): { hint: string } => ({ hint: l10n.t('At most {0} words.', reasoningWords) });

function scoresForm({ arguments: shown, earlier }: TaskInputs['scorer/score']): SeatForm {
  return {
    title: l10n.t('Your scores of this exchange'),
    fields: [
      ...shown.flatMap(({ label, title }, at) => [
        requiredText(`reasoning${at}`, l10n.t('{0}, “{1}”: why', label, title), reasonHint()),
        requiredDecimal(`score${at}`, l10n.t('{0}: score', label), {
          hint: l10n.t('−1 to +1 in steps of 0.01. All of them together are 0; up to 0.10 off is corrected for you.'),
        }),
      ]),
      ...rescoreField(earlier),
    ],
    output: (answer) => ({
      scores: shown.map(({ label }, at) => ({
        argument_id: label,
        score: decimalIn(answer.text(`score${at}`)),
        reasoning: answer.text(`reasoning${at}`),
      })),
      rescores: answer.rows('rescores').map(({ label, score = '', reasoning }) => ({
        argument_id: label,
        new_score: decimalIn(score),
        reasoning,
      })),
    }),
  };
}

function rescoreField(earlier: readonly BlindArgument[]): SeatField[] {
  const judged = earlier.flatMap(({ label, title, score }) =>
    score === undefined ? [] : [{ value: label, label: `${label} ${title} (${signed(score)})` }],
  );
  // One alone cannot keep the sum at 0.
  if (judged.length < 2) return [];
  return [
    {
      kind: 'rows',
      id: 'rescores',
      label: l10n.t('Earlier arguments that are worth another score now'),
      most: judged.length,
      add: l10n.t('Add New Score'),
      hint: l10n.t('Mostly none. Each changes by at most 0.5, and all changes together are exactly 0.'),
      fields: [
        requiredChoice('label', l10n.t('Argument'), judged),
        requiredDecimal('score', l10n.t('New score')),
        requiredText('reasoning', l10n.t('Why'), reasonHint()),
      ],
    },
  ];
}

function clashForm({ wordLimits: { min, max } }: TaskInputs['reporter/clash']): SeatForm {
  return {
    title: l10n.t('The report'),
    fields: [
      requiredText('question', l10n.t('The question'), {
        hint: l10n.t('One paragraph. The whole report has {0} to {1} words.', min, max),
      }),
      requiredText('clash', l10n.t('The clash'), {
        hint: l10n.t('Two or three paragraphs. Name arguments by their ids.'),
      }),
      {
        kind: 'rows',
        id: 'turning_points',
        label: l10n.t('Turning points'),
        hint: l10n.t('One to four.'),
        most: 4,
        add: l10n.t('Add Turning Point'),
        isRequired: true,
        fields: [
          requiredLine('title', l10n.t('Title'), { hint: l10n.t('At most {0} words.', 10) }),
          requiredText('text', l10n.t('Text'), { hint: l10n.t('One to three sentences.') }),
        ],
      },
      requiredText('verdict', l10n.t('The verdict'), {
        hint: l10n.t('One or two paragraphs. Totals and graph are added.'),
      }),
      ...answerFields(),
    ],
    output: (answer) => ({
      question: answer.text('question'),
      clash: answer.text('clash'),
      turning_points: answer.rows('turning_points'),
      verdict: answer.text('verdict'),
      ...answerIn(answer),
    }),
  };
}
