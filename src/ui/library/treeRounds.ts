import * as l10n from '@vscode/l10n';
import { verificationStatuses } from '../../debate/log/entryData';
import { spaced } from '../../matching/text/shortText';
import { type DebateState, type Header, headerOf, isRedacted, type Ruling, type Turn } from '../../debate/fold/state';
import { argumentsIn } from '../../projections/formats/argumentGraph';
import { turnSummary } from '../../debate/formats/common/speech';
import { stageIn } from '../../projections/formats/registry';
import { openedPlainAnswer } from '../../debate/formats/common/plainAnswer';
import { lastPositions } from '../../projections/granted';
import { outcomeOf } from '../../projections/outcome';
import { rankOf, roundOfSection, sectionsOf } from '../../projections/sections';
import { statusWords } from '../../projections/sourceWords';
import { plainAnswerOf } from '../../projections/plainAnswer';
import { outcomeWords, plainAnswerWords, stageText, stageTitle } from '../../projections/words';
import type { RecordView } from '../../debate/fold/view';
import {
  countedGroup,
  groupNode,
  mostOpen,
  type OutlineSource,
  rowsFor,
  rowText,
  toEntry,
  treeNode,
  type TreeNode,
} from '../formats/treeNode';

export function debatersGroup({ folder, view }: OutlineSource): TreeNode | undefined {
  return countedGroup(folder, { key: 'debaters', label: l10n.t('Debaters'), count: view.state.debaters.length });
}

export function debaterNodes({ folder, view }: OutlineSource): TreeNode[] {
  const { debaters, headers } = view.state;
  const { mask } = view;
  const outcome = outcomeOf(view.state);
  const positions = lastPositions(view);
  return debaters.map(({ name, persona, starting_position: position, model }) => {
    const own = headers.filter((header) => header.speaker === name);
    const hasWon = outcome.code === 'wins' && outcome.winner === name;
    const last = positions.find(({ by }) => by === mask.text(name));
    const stood = last === undefined ? '' : l10n.t('At last (seq {0}): {1}', last.at, last.text);
    const about = [name, persona, position, stood, model === '' ? '' : l10n.t('Model: {0}', model)];
    const lines = about.filter((line) => line !== '').map((line) => mask.text(line));
    return treeNode({
      folder,
      key: `debaters/${name}`,
      label: rowText(mask.text(name)),
      tooltip: lines.join('\n'),
      description: [...(hasWon ? [l10n.t('won')] : []), entriesText(own.length)].join(' · '),
      icon: hasWon ? { name: 'star-full', colour: 'charts.green' } : { name: 'person' },
      ...(own[0] === undefined ? { context: 'debater' } : toEntry(own[0].seq)),
    });
  });
}

const entriesText = (count: number): string => (count === 1 ? l10n.t('1 entry') : l10n.t('{0} entries', count));

/** The plain answer stands among the conclusions once it may be read. */
const concluding =
  (state: DebateState) =>
  ({ type, seq }: Pick<Header, 'type' | 'seq'>): 'conclusion' | undefined =>
    type === 'conclusion' ||
    type === 'audience_conclusion' ||
    type === 'judges_ruling' ||
    (type === 'vote' && openedPlainAnswer(state) === seq)
      ? 'conclusion'
      : undefined;

const partOfTurn = (state: DebateState, { seqs: [seq = 0] }: Turn): string | undefined =>
  sectionsOf(state).bySeq.get(seq);

/** Parts in the order of the debate, with their counts. */
function countedParts(state: DebateState): [string, number][] {
  const counts = new Map<string, number>();
  for (const part of [...state.turns.map((turn) => partOfTurn(state, turn)), ...state.headers.map(concluding(state))])
    if (part !== undefined) counts.set(part, (counts.get(part) ?? 0) + 1);
  return [...counts].sort(([a], [b]) => rankOf(a) - rankOf(b));
}

export function roundsGroup({ folder, view }: OutlineSource): TreeNode | undefined {
  const parts = countedParts(view.state).map(([part]) => part);
  if (parts.length === 0) return undefined;
  const named = parts.filter((part) => roundOfSection(part) === 0);
  const label = stageTitle(l10n, stageIn(view.state, outside));
  const others = named.map((part) => partText(part, view.state));
  return groupNode(folder, {
    key: 'rounds',
    label,
    description: [String(parts.length - named.length), ...others].join(', '),
  });
}

export function roundNodes(source: OutlineSource, below: string): TreeNode[] {
  if (below !== '') return turnNodes(source, below);
  const { folder, view } = source;
  return countedParts(view.state).map(([part, count]) => {
    const isConclusion = part === 'conclusion';
    const isOutcome = isConclusion && view.state.conclusion !== undefined;
    const counted = isConclusion ? entriesText(count) : turnsText(count);
    return groupNode(folder, {
      key: `rounds/${part}`,
      label: partLabel(part, view.state),
      description: [...(isOutcome ? [outcomeText(view)] : []), counted].join(' · '),
    });
  });
}

const turnsText = (count: number): string => (count === 1 ? l10n.t('1 turn') : l10n.t('{0} turns', count));

const outcomeText = ({ state, mask }: RecordView): string => mask.text(outcomeWords(l10n, outcomeOf(state)));

/** The part of rebuttals that no round has. */
const outside = 'rounds';

const partLabel = (part: string, state: DebateState): string =>
  part === outside ? l10n.t('Outside the rounds') : stageTitle(l10n, stageIn(state, part));

const partText = (part: string, state: DebateState): string =>
  part === outside ? l10n.t('outside the rounds') : stageText(l10n, stageIn(state, part));

/** In longer parts turns are told by their headers: the entries would all have to be read. */
const mostRead = 300;

function turnNodes(source: OutlineSource, part: string): TreeNode[] {
  const { state } = source.view;
  if (part === 'conclusion')
    return state.headers.filter(concluding(state)).map((header) => concludingNode(source, header));
  const turns = state.turns
    .map((turn, index) => ({ turn, part, index }))
    .filter(({ turn }) => partOfTurn(state, turn) === part);
  const isRead = turns.length <= mostRead;
  return rowsFor({ folder: source.folder, key: `rounds/${part}` }, turns, (turn) =>
    turnNode(source, { ...turn, isRead }),
  );
}

function turnNode(
  { folder, view }: OutlineSource,
  { turn, part, index, isRead }: { turn: Turn; part: string; index: number; isRead: boolean },
): TreeNode {
  const { seqs, skipped } = turn;
  const debater = rowText(view.mask.text(turn.debater));
  const [seq = 0] = seqs;
  const redacted = seqs.every((one) => isRedacted(view.state, one));
  const words = skipped
    ? l10n.t('skipped')
    : redacted
      ? l10n.t('struck from the record')
      : (turnSummary(view, turn) ?? (isRead ? saidIn(view, seqs) : turnWords(view.state, seq)));
  const place = seqs.length === 1 ? l10n.t('seq {0}', seq) : l10n.t('seq {0} to {1}', seq, seqs.at(-1) ?? seq);
  return treeNode({
    folder,
    key: `rounds/${part}/${index}`,
    label: debater,
    description: rowText(words === place ? words : `${place} · ${words}`),
    spoken: `${debater}, ${place}, ${words}`,
    ...(skipped || redacted ? { icon: { name: skipped ? 'debug-step-over' : 'eye-closed' } } : {}),
    ...toEntry(seq),
  });
}

/** How the turn begins, where nobody has summed it up: its first line that is no heading, list or title of one. */
function saidIn(view: RecordView, seqs: readonly number[]): string {
  const titles = [...argumentsIn(view.state).values()].filter(
    ({ seq }) => seqs.includes(seq) && !isRedacted(view.state, seq),
  );
  if (titles.length > 0) return titles.map(({ title }) => view.mask.text(title)).join('; ');
  const [seq = 0] = seqs;
  const lines = (view.visible(seq)?.content ?? '').split('\n').map((line) => line.trim());
  const first = lines.find((line) => line !== '' && !/^(?:#|[-*+] |---)|:\**$|^\*\*[^*]*\*\*$/.test(line));
  return first ?? turnWords(view.state, seq);
}

function turnWords(state: DebateState, seq: number): string {
  const header = headerOf(state, seq);
  if (header?.type === 'rebuttal' && header.rebuttalTo !== null) return l10n.t('answers seq {0}', header.rebuttalTo);
  return l10n.t('seq {0}', seq);
}

function concludingNode({ folder, view }: OutlineSource, { seq, speaker, type }: Header): TreeNode {
  const { conclusion } = view.state;
  const isOutcome =
    (type === 'conclusion' || type === 'judges_ruling') && conclusion?.seq === seq && !isRedacted(view.state, seq);
  const place = l10n.t('seq {0}', seq);
  const plain = type === 'vote' ? plainAnswerOf(view) : undefined;
  if (plain !== undefined)
    return treeNode({
      folder,
      key: `rounds/conclusion/${seq}`,
      label: l10n.t('Plain answer'),
      description: rowText(plainAnswerWords(l10n, plain)),
      ...toEntry(seq),
    });
  const words = isOutcome ? view.mask.text(conclusion.reason) : place;
  const label = rowText(isOutcome ? outcomeText(view) : view.mask.text(speaker));
  const description = rowText(isOutcome ? `${place} · ${words}` : words);
  return treeNode({
    folder,
    key: `rounds/conclusion/${seq}`,
    label,
    description,
    ...toEntry(seq),
  });
}

export function rulingsGroup({ folder, view }: OutlineSource): TreeNode | undefined {
  const { length: count } = view.state.rulings;
  return countedGroup(folder, { key: 'rulings', label: l10n.t('Rulings'), count, isOpen: count <= mostOpen });
}

export function chairNodes({ folder, view }: OutlineSource): TreeNode[] {
  return rowsFor({ folder, key: 'rulings' }, view.state.rulings, (ruling, index) =>
    treeNode({
      folder,
      key: `rulings/${index}`,
      // `9 on seq 6`: the ruling's own number, and what it is on.
      label: ruling.target === null ? String(ruling.seq) : l10n.t('{0} on seq {1}', ruling.seq, ruling.target),
      description: rowText(view.mask.text(rulingText(view.state, ruling))),
      ...toEntry(ruling.seq),
    }),
  );
}

function rulingLabel({ kind, status, debater }: Ruling): string {
  switch (kind) {
    case 'unreliable':
      return l10n.t('Unreliable source');
    case 'infraction':
      return l10n.t('Infraction');
    case 'challenge':
      return status === undefined
        ? l10n.t('Challenge of a source')
        : l10n.t('Challenge of a source: {0}', rowText(status));
    case 'reconsidered':
      return reconsideredLabel(status);
    case 'clarification':
      return l10n.t('Clarification');
    case 'skipped':
      return debater === undefined ? l10n.t('Turn skipped') : l10n.t('Turn of {0} skipped', debater);
    case 'ruling':
      return l10n.t('Ruling');
    default:
      return rowText(spaced(kind));
  }
}

function reconsideredLabel(status: string | undefined): string {
  const known = verificationStatuses.find((each) => each === status);
  return known === undefined
    ? l10n.t('Source reconsidered')
    : l10n.t('Source reconsidered: {0}', statusWords(l10n, { status: known }));
}

function rulingText(state: DebateState, ruling: Ruling): string {
  const { target, rule } = ruling;
  const speaker = target === null ? undefined : headerOf(state, target)?.speaker;
  return [rulingLabel(ruling), speaker, rule === undefined ? undefined : l10n.t('rule {0}', rule)]
    .filter((part) => part !== undefined)
    .join(' · ');
}

export function redactionsGroup({ folder, view }: OutlineSource): TreeNode | undefined {
  const { size: count } = view.state.redactions;
  return countedGroup(folder, { key: 'redactions', label: l10n.t('Redactions'), count, isOpen: count <= mostOpen });
}

export function redactionNodes({ folder, view }: OutlineSource): TreeNode[] {
  return [...view.state.redactions].map(([redacted, { by, reason }]) => {
    const words = view.mask.text(reason);
    const name = headerOf(view.state, redacted)?.speaker;
    const speaker = name === undefined ? undefined : rowText(view.mask.text(name));
    return treeNode({
      folder,
      key: `redactions/${redacted}`,
      label: l10n.t('{0} of seq {1}', by, redacted),
      description: rowText(speaker === undefined ? words : `${speaker} · ${words}`),
      // The redaction itself may have been redacted; it is still shown in its place.
      context: isRedacted(view.state, by) ? 'entry struck' : 'entry',
      click: 'entry',
      seq: by,
    });
  });
}
