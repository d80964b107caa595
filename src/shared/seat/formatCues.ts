import * as l10n from '@vscode/l10n';
import { dataOf } from '../../debate/codec';
import { sides } from '../../debate/entryData';
import type { CheckedSource, TaskInputs, VisibleEntry } from '../../debate/tasks';
import type { ArguingInput } from '../../debate/tasks/common';
import type { BlindArgument, DialecticInputs, KnownArgument, Motion } from '../../debate/tasks/dialectic';
import type { TrackerRow, TribunalInputs } from '../../debate/tasks/tribunal';
import type { Seat } from '../protocol';
import { signed, plainLine } from '../../debate/shortText';

export type Cue = Seat['cue'];
type Part = Cue[number];

/** What those who sit in a tribunal or a dialectic are told: what their task's input holds, and nothing besides. */
export const formatCues: { [K in keyof (TribunalInputs & DialecticInputs)]: (input: TaskInputs[K]) => Cue } = {
  'advocate/defend': tribunalSide,
  'critic/critique': tribunalSide,
  'judge/recommend_rounds': ({ brief }) => [part(l10n.t('The proposition'), [brief.topic])],
  'judge/assess': assessing,
  'judge/rule': ruling,
  'side/open': (input) => [...motionParts(input.motion), ...arguing(input), you(input)],
  'side/rebut': (input) => [
    ...arguing(input),
    part(l10n.t('Arguments of the other side'), input.opponent.map(knownLine)),
    part(l10n.t('Your arguments so far'), input.own.map(knownLine)),
    ...motionParts(input.motion),
    you(input),
  ],
  'scorer/score': ({ arguments: shown, earlier, guidance, motion }) => [
    ...motionParts(motion),
    ...shown.map((argument) => part(l10n.t('Argument {0}', argument.label), blindLines(argument))),
    part(
      l10n.t('Earlier arguments'),
      earlier.map((argument) => [argument.label, ...blindLines(argument)].join(' · ')),
    ),
    guided(guidance),
  ],
  'reporter/clash': ({ motion, arguments: known, totals }) => [
    ...motionParts(motion),
    part(
      l10n.t('Totals'),
      sides.map((side) => l10n.t('{0}: {1} over {2} arguments', side, signed(totals[side].total), totals[side].count)),
    ),
    part(l10n.t('Arguments'), known.map(knownLine)),
  ],
};

export const part = (label: string, lines: readonly string[]): Part => ({ label, lines: [...lines] });

export const lineAt = (seq: number, text: string): string => l10n.t('seq {0}: {1}', seq, plainLine(text));

const guided = (guidance: readonly { seq: number; text: string }[]): Part =>
  part(
    l10n.t('Guidance of the user'),
    guidance.map(({ seq, text }) => lineAt(seq, text)),
  );

type Duties = Pick<ArguingInput, 'mustAcknowledge' | 'questions' | 'guidance' | 'standingIssues' | 'memos'>;

/** Duties first: what is missing of them, the gate sends back. `others` are those of one format alone. */
export const arguing = (
  { mustAcknowledge, questions, guidance, standingIssues, memos }: Duties,
  others: Cue = [],
): Cue => [
  part(
    l10n.t('To acknowledge'),
    mustAcknowledge.map(({ seq, struck, reason }) =>
      l10n.t('seq {0} struck your seq {1}: {2}', seq, struck, plainLine(reason)),
    ),
  ),
  ...others,
  part(
    l10n.t('Questions to you'),
    questions.map(({ seq, text }) => lineAt(seq, text)),
  ),
  guided(guidance),
  part(
    l10n.t('Your sources found unreliable'),
    standingIssues.map(({ seq, url, reason }) => l10n.t('{0} in seq {1}: {2}', url, seq, plainLine(reason))),
  ),
  memosPart(memos),
];

/** Of whoever sat here before, if that was another. */
const memosPart = (memos: ArguingInput['memos']): Part =>
  part(
    l10n.t('Memos of this seat'),
    memos.map(({ seq, text }) => lineAt(seq, text)),
  );

export const you = ({ you: { persona, starting_position: position, incentives } }: Pick<ArguingInput, 'you'>): Part =>
  part(
    l10n.t('Your seat'),
    [persona, position, incentives].filter((line) => line !== ''),
  );

function tribunalSide(input: TaskInputs['advocate/defend']): Cue {
  const missing = input.isOtherMissing
    ? [
        l10n.t(
          'The other side was to speak before you in this round and could not. Go on with what stands from before.',
        ),
      ]
    : [];
  return [
    ...arguing(input),
    part(
      l10n.t('To answer'),
      input.answerTo === undefined ? missing : [...contributionLines(input.answerTo), ...missing],
    ),
    trackerPart(input.tracker),
    you(input),
  ];
}

/** Its words stand in the record; here stands what it wants answered. */
function contributionLines(entry: VisibleEntry): string[] {
  const place = l10n.t('{0}, seq {1}', entry.speaker, entry.seq);
  const objections = dataOf(entry, 'critique')?.objections ?? [];
  return entry.struck === undefined
    ? [place, ...objections.map(({ severity, title, text }) => `${severity}: ${plainLine(title ?? text)}`)]
    : [l10n.t('{0}: struck', place)];
}

const trackerPart = (tracker: readonly TrackerRow[]): Part =>
  part(
    l10n.t('Issues'),
    tracker.map(({ id, title, status, severity, history }) => {
      const reason = history.at(-1)?.reason;
      return [
        `${id} ${plainLine(title)}`,
        [status, severity].filter((word) => word !== undefined).join(', '),
        ...(reason === undefined ? [] : [plainLine(reason)]),
      ].join(' · ');
    }),
  );

const checkedPart = (checked: readonly CheckedSource[]): Part =>
  part(
    l10n.t('Sources, as the Verifier left them'),
    checked.map(
      ({ seq, speaker, url, status, explanation }) =>
        `${l10n.t('{0}, seq {1}', speaker, seq)}: ${url} · ${[status, plainLine(explanation)].filter((word) => word !== '').join(' · ')}`,
    ),
  );

function assessing({
  defense,
  critique,
  missing,
  uncovered,
  final,
  tracker,
  checked,
  guidance,
  round,
}: TaskInputs['judge/assess']): Cue {
  const said = [defense, critique].flatMap((entry) => (entry === undefined ? [] : contributionLines(entry)));
  return [
    part(
      l10n.t('The last round'),
      final === undefined
        ? []
        : [l10n.t('Round {0} of {1}: the ruling is asked for next. The two sides do not know it.', round, final.total)],
    ),
    part(l10n.t('Missing in this round'), missing),
    part(l10n.t('Rounds that no assessment covers'), uncovered.map(String)),
    part(l10n.t('Said in this round'), said),
    trackerPart(tracker),
    checkedPart(checked),
    guided(guidance),
  ];
}

function ruling({ occasion, tracker, checked, guidance, metrics }: TaskInputs['judge/rule']): Cue {
  const words = {
    final: l10n.t('All rounds that were planned are held.'),
    early: l10n.t('You ended the rounds.'),
    concluded: l10n.t('The user ended the rounds, or the time for them is spent.'),
  };
  const { citations: cited, issues } = metrics;
  return [
    part(l10n.t('Why now'), [words[occasion]]),
    trackerPart(tracker),
    checkedPart(checked),
    part(l10n.t('What the code counted'), [
      l10n.t(
        'Citations: {0} confirmed, {1} disputed, {2} unverifiable, {3} fabricated',
        cited.confirmed,
        cited.disputed,
        cited.unverifiable,
        cited.fabricated,
      ),
      l10n.t(
        'Issues: {0}, of them {1} resolved, {2} open, {3} stalled',
        issues.total,
        issues.resolved,
        issues.open,
        issues.stalled,
      ),
    ]),
    guided(guidance),
  ];
}

const motionParts = ({ text, definitions, scope }: Motion): Cue => [
  part(l10n.t('The motion'), [text]),
  part(
    l10n.t('Definitions'),
    definitions.map(({ term, meaning }) => l10n.t('“{0}”: {1}', term, meaning)),
  ),
  part(l10n.t('Scope'), scope === undefined ? [] : [scope]),
];

function knownLine({ seq, argument: { id, title, claim }, score, struck, checks }: KnownArgument): string {
  if (struck !== undefined) return l10n.t('{0} (seq {1}): struck', id, seq);
  const standing = score === undefined ? l10n.t('not judged yet') : signed(score);
  const doubts = checks
    .filter(({ status }) => status === 'unreliable' || status === 'fabricated')
    .map(({ url, status }) => `${url}: ${status}`);
  return [l10n.t('{0} (seq {1}): {2}', id, seq, title), plainLine(claim), standing, ...doubts].join(' · ');
}

/** Everything that is said of an argument, under its label: who said it stands nowhere. */
function blindLines({
  title,
  claim,
  grounds,
  warrant,
  backing,
  qualifier,
  attacks,
  defends,
  score,
  struck,
}: BlindArgument): string[] {
  const scored = score === undefined ? [] : [l10n.t('Score so far: {0}', signed(score))];
  if (struck !== undefined) return [l10n.t('struck from the record'), ...scored];
  const optional = (label: string, words: string | undefined): string[] =>
    words === undefined ? [] : [`${label}: ${plainLine(words)}`];
  return [
    title,
    ...optional(l10n.t('Claim'), claim),
    ...grounds.map(({ source, content, relevance, status }) => {
      const found = status ?? l10n.t('not checked');
      return `${l10n.t('Ground ({0})', found)}: ${[content, source, relevance]
        .filter((words) => words !== undefined && words !== '')
        .map((words) => plainLine(words ?? ''))
        .join(' · ')}`;
    }),
    ...optional(l10n.t('Warrant'), warrant),
    ...optional(l10n.t('Backing'), backing),
    ...optional(l10n.t('Qualifier'), qualifier),
    ...attacks.map(
      ({ target, type, content }) =>
        `${l10n.t('Attacks {0}', target)} (${type.replaceAll('_', ' ')}): ${plainLine(content)}`,
    ),
    ...defends.map(
      ({ target, type, content }) =>
        `${l10n.t('Defends {0}', target)} (${type.replaceAll('_', ' ')}): ${plainLine(content)}`,
    ),
    ...scored,
  ];
}
