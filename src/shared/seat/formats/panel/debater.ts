import * as l10n from '@vscode/l10n';
import * as z from 'zod';
import { declaredList } from '../../../../debate/log/data/declared';
import { argumentTypes } from '../../../../debate/log/entry';
import type { Debater, Point } from '../../../../debate/log/entryData';
import { conjectureLabel } from '../../../../debate/rules/spokenRules';
import { plainLine } from '../../../../matching/text/shortText';
import type { VisibleEntry } from '../../../../debate/flow/tasks';
import {
  type NamedFramework,
  type SpeakerInput,
  spokenFields,
  type TurnInput,
} from '../../../../debate/flow/tasks/debater';
import type { SeatField, SeatOption } from '../../../protocol';
import { fieldsOf, type FormSource, valueOf } from '../../derivedForm';
import {
  addressesIn,
  arguing,
  entryOptions,
  type FormAnswer,
  lineAt,
  numberIn,
  optionalChoice,
  part,
  redactionOptions,
  requiredChoice,
  requiredLine,
  requiredText,
  type SeatForm,
  type SeatPrompt,
  type SeatTasks,
  sourceRule,
  withTitles,
  you,
} from '../../form';

/** One statement, and at most one challenge or question that rides on it. */
export const debaterTasks: SeatTasks<'debater/opening' | 'debater/turn' | 'debater/closing'> = {
  'debater/opening': {
    form: (input) => speechForm(input, { title: l10n.t('Your opening statement'), type: 'opening_statement' }),
    prompt: (input) => [...duties(input), you(input), part(l10n.t('Spoken already'), spoke(input.priorOpeners))],
    rules: (input) => [l10n.t('One statement, with at least one source.'), ...speechRules(input)],
  },
  'debater/turn': {
    form: (input) => speechForm(input, { title: l10n.t('Your turn in round {0}', input.round), type: undefined }),
    prompt: (input) => [
      ...duties(input),
      part(l10n.t('Said in this round'), spoke(input.spokenThisRound)),
      ...held(input),
      you(input),
    ],
    rules: (input) => [
      l10n.t(
        'A new point needs a source, a rebuttal one with a quote. A conjecture needs none, and begins with {0}.',
        conjectureLabel,
      ),
      ...speechRules(input),
    ],
  },
  'debater/closing': {
    form: (input) => speechForm(input, { title: l10n.t('Your closing statement'), type: 'closing_statement' }),
    prompt: (input) => [
      ...duties(input),
      part(l10n.t('Unresolved points to address'), input.unresolved.map(pointLine)),
      part(l10n.t('What both sides accept by now'), input.agreed.map(pointLine)),
      ...held(input),
      part(l10n.t('Spoken already'), spoke(input.priorClosers)),
      you(input),
    ],
    rules: (input) => [
      l10n.t('One statement. No source and no figure that was not in the debate before.'),
      ...speechRules(input),
    ],
  },
};

const pointLine = ({ text, seqs }: Point): string =>
  seqs.length === 0 ? text : l10n.t('{0} (seqs {1})', text, seqs.join(', '));

export const spoke = (turns: readonly { name: string; seqs: readonly number[]; summary?: string }[]): string[] =>
  turns.map(({ name, seqs, summary = '' }) => {
    const place = seqs.length === 1 ? l10n.t('seq {0}', seqs[0] ?? 0) : l10n.t('seqs {0}', seqs.join(', '));
    return summary === ''
      ? l10n.t('{0} ({1})', name, place)
      : l10n.t('{0} ({1}): {2}', name, place, plainLine(summary));
  });

/** Frameworks come right behind what was redacted. */
const duties = (input: SpeakerInput): SeatPrompt =>
  arguing(input, [
    part(
      l10n.t('Frameworks to take up or defer'),
      input.frameworks.map(({ seq, by, name, description }) =>
        l10n.t('“{0}” of {1} (seq {2}): {3}', name, by, seq, plainLine(description)),
      ),
    ),
  ]);

/** What waits for an answer, and what was granted. */
const held = ({ unanswered, granted }: Pick<TurnInput, 'unanswered' | 'granted'>): SeatPrompt => [
  part(
    l10n.t('Answered by no rebuttal yet'),
    unanswered.map(({ seq, by }) => l10n.t('{0} ({1})', by, l10n.t('seq {0}', seq))),
  ),
  part(
    l10n.t('What you have granted'),
    granted.map(({ seq, claim }) => lineAt({ seq, text: claim })),
  ),
];

const speechRules = ({ standingIssues }: SpeakerInput): string[] => [
  sourceRule(),
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

function speechForm(input: SpeakerInput, { title, type }: { title: string; type: string | undefined }): SeatForm {
  const others = argumentsOfOthers(input);
  const said = saidByPeople(type);
  const source = sourceOf(input, others, type);
  return {
    title,
    fields: [...(type === undefined ? typeFields(others) : []), ...fieldsOf(said, source), ...riderFields(others)],
    output: (answer) => ({ entries: [statement(answer, valueOf(said, answer, source), type), ...rider(answer)] }),
  };
}

function statement(answer: FormAnswer, given: Readonly<Record<string, unknown>>, type = answer.text('type')): object {
  const { sources } = given;
  return {
    type,
    ...given,
    ...(sources === undefined ? {} : { sources: withTitles(sources) }),
    ...(type === 'rebuttal' ? { rebuttal_to_seq: answer.number('rebuts') } : {}),
  };
}

function argumentsOfOthers({ record, you: { name: own }, brief }: SpeakerInput): VisibleEntry[] {
  const names = new Set(brief.debaters.map(({ name }: Debater) => name).filter((name) => name !== own));
  return standingArguments(record).filter(({ speaker }) => names.has(speaker));
}

export const standingArguments = (record: readonly VisibleEntry[]): VisibleEntry[] =>
  record.filter(({ type, redacted }) => argumentTypes.has(type) && redacted === undefined);

function typeFields(others: readonly VisibleEntry[]): SeatField[] {
  const options: SeatOption[] = [
    { value: 'new_point', label: l10n.t('A new point') },
    ...(others.length === 0 ? [] : [{ value: 'rebuttal', label: l10n.t('A rebuttal') }]),
    { value: 'conjecture', label: l10n.t('A conjecture') },
  ];
  const onRebuttal = { when: { field: 'type', is: ['rebuttal'] } };
  return [
    requiredChoice('type', l10n.t('What it is'), options),
    requiredChoice('rebuts', l10n.t('Rebuts'), entryOptions(others), onRebuttal),
  ];
}

/** Where its author stands now is no matter of an opening. */
function saidByPeople(type: string | undefined): z.ZodObject {
  const { content, sources } = spokenFields;
  const asked = declaredList.filter(({ isOfRebuttals }) => isOfRebuttals !== true || type !== 'opening_statement');
  const declared = asked.map(({ name, schema }) => [name, schema]);
  return z.looseObject({ content, sources, ...Object.fromEntries(declared) });
}

function sourceOf(
  { brief, mustAcknowledge, frameworks }: SpeakerInput,
  others: readonly VisibleEntry[],
  type: string | undefined,
): FormSource {
  const ofRebuttals = declaredList.flatMap(({ name, isOfRebuttals }) => (isOfRebuttals === true ? [name] : []));
  const onRebuttal = { field: 'type', is: ['rebuttal'] };
  return {
    addresses: addressesIn(brief),
    options: {
      'concedes.seq': entryOptions(others),
      acknowledges: [...redactionOptions(mustAcknowledge), ...frameworks.map(frameworkOption)],
    },
    ...(type === undefined ? { when: Object.fromEntries(ofRebuttals.map((name) => [name, onRebuttal])) } : {}),
  };
}

const frameworkOption = ({ seq, by, name }: NamedFramework): SeatOption => ({
  value: String(seq),
  label: l10n.t('The framework “{0}” of {1} (seq {2})', name, by, seq),
});

function riderFields(others: readonly VisibleEntry[]): SeatField[] {
  const cited = entryOptions(others.filter(({ sources }) => (sources ?? []).length > 0)).flatMap(({ value, label }) => {
    const entry = others.find(({ seq }) => String(seq) === value);
    return (entry?.sources ?? []).map(({ url }) => ({ value: `${value} ${url}`, label: `${url} — ${label}` }));
  });
  const onQuestion = { when: { field: 'rider', is: ['clarification_request'] } };
  const onChallenge = { when: { field: 'rider', is: ['source_challenge'] } };
  return [
    optionalChoice('rider', l10n.t('Besides'), [
      l10n.t('Nothing'),
      { value: 'clarification_request', label: l10n.t('A question to the Chair') },
      ...(cited.length === 0 ? [] : [{ value: 'source_challenge', label: l10n.t('A challenge of a source') }]),
    ]),
    requiredText('question', l10n.t('Your question'), onQuestion),
    requiredChoice('challenged', l10n.t('The source'), cited, onChallenge),
    requiredLine('challengedClaim', l10n.t('The claim that it fails to support, word for word'), onChallenge),
    requiredText('challenge', l10n.t('Why it does not'), onChallenge),
  ];
}

function rider(answer: FormAnswer): Record<string, unknown>[] {
  const type = answer.text('rider');
  if (type === 'clarification_request') return [{ type, content: answer.text('question') }];
  if (type !== 'source_challenge') return [];
  const [seq = '', ...url] = answer.text('challenged').split(' ');
  return [
    {
      type,
      content: answer.text('challenge'),
      target_seq: numberIn(seq),
      url: url.join(' '),
      claim: answer.text('challengedClaim'),
    },
  ];
}
