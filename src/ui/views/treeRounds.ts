import * as l10n from '@vscode/l10n';
import { formatNamed } from '../../debate/formats/registry';
import { headerOf, isStruck, type DebateState, type Header, type Turn } from '../../debate/state';
import { projectionOf } from '../../projections/formats/registry';
import { outcomeOf } from '../../projections/outcome';
import { namedStage } from '../../projections/stage';
import { outcomeWords, stageTitle } from '../../projections/words';
import type { RecordView } from '../../debate/view';
import { rowText, treeNode, type TreeNode, type OutlineSource } from './treeNode';
import { panelFacts } from '../../debate/formats/panel/facts';

/** Who debates, and in which order they spoke. */

export function debatersGroup({ folder, view }: OutlineSource): TreeNode | undefined {
  const { length } = view.state.debaters;
  if (length === 0) return undefined;
  const label = l10n.t('Debaters');
  return treeNode({
    folder,
    key: 'debaters',
    label,
    description: String(length),
    icon: { name: 'organization' },
    context: 'group',
    isParent: true,
  });
}

export function debaterNodes({ folder, view }: OutlineSource): TreeNode[] {
  const { debaters, headers } = view.state;
  const { mask } = view;
  const outcome = outcomeOf(view.state);
  return debaters.map(({ name, persona, starting_position: position, model }) => {
    const own = headers.filter((header) => header.speaker === name);
    const hasWon = outcome.code === 'wins' && outcome.winner === name;
    const about = [name, persona, position, model === '' ? '' : l10n.t('Model: {0}', model)];
    const lines = about.filter((line) => line !== '').map((line) => mask.text(line));
    return treeNode({
      folder,
      key: `debaters/${name}`,
      label: rowText(mask.text(name)),
      tooltip: lines.join('\n'),
      description: [...(hasWon ? [l10n.t('won')] : []), entriesText(own.length)].join(' · '),
      icon: hasWon ? { name: 'star-full', colour: 'charts.green' } : { name: 'person' },
      ...(own[0] === undefined ? { context: 'debater' } : { context: 'entry', click: 'entry', seq: own[0].seq }),
    });
  });
}

const entriesText = (count: number): string => (count === 1 ? l10n.t('1 entry') : l10n.t('{0} entries', count));

/** A part of the debate: `opening`, the number of a round, `closing` or `conclusion`. */
function partOf({ phase, round, type }: Pick<Header, 'phase' | 'round'> & { type?: string }): string | undefined {
  if (type === 'conclusion' || type === 'audience_conclusion' || type === 'judges_ruling') return 'conclusion';
  if (phase === 'opening' || phase === 'closing') return phase;
  return phase === 'rebuttal' ? String(round) : undefined;
}

/** Each part with the number of its entries, in the order of the debate. */
function countedParts(state: DebateState): [string, number][] {
  const counts = new Map<string, number>();
  for (const header of state.headers) {
    const part = partOf(header);
    if (part !== undefined) counts.set(part, (counts.get(part) ?? 0) + 1);
  }
  return [...counts].sort(([a], [b]) => rankOf(a) - rankOf(b));
}

const ranks: Readonly<Partial<Record<string, number>>> = { opening: -1, closing: 1e6, conclusion: 2e6 };
const rankOf = (part: string): number => ranks[part] ?? Number(part);

export function roundsGroup({ folder, view }: OutlineSource): TreeNode | undefined {
  const parts = countedParts(view.state);
  if (parts.length === 0) return undefined;
  const isInExchanges = hasExchanges(view.state);
  const label = isInExchanges ? l10n.t('Exchanges') : l10n.t('Rounds');
  // Exchanges count from 0: the number of the last is not how many there are.
  const count = isInExchanges ? parts.length : view.state.round;
  return treeNode({
    folder,
    key: 'rounds',
    label,
    description: String(count),
    icon: { name: 'list-ordered' },
    context: 'group',
    isParent: true,
  });
}

export function roundNodes({ folder, view }: OutlineSource): TreeNode[] {
  return countedParts(view.state).map(([part, count]) => {
    const isOutcome = part === 'conclusion' && view.state.conclusion !== undefined;
    const description = [...(isOutcome ? [outcomeText(view)] : []), entriesText(count)].join(' · ');
    return treeNode({
      folder,
      key: `rounds/${part}`,
      label: partLabel(part, view.state),
      description,
      context: 'group',
      isParent: true,
    });
  });
}

const outcomeText = ({ state, mask }: RecordView): string => mask.text(outcomeWords(l10n, outcomeOf(state)));

const hasExchanges = ({ setup, headers }: DebateState): boolean =>
  setup === undefined
    ? headers.some(({ type }) => type === 'argument')
    : formatNamed(setup.format)?.unit === 'exchange';

function partLabel(part: string, state: DebateState): string {
  if (part === 'opening' || part === 'closing') return stageTitle(l10n, { code: part });
  if (part === 'conclusion') return stageTitle(l10n, namedStage(projectionOf(state).stages, { code: part }));
  if (hasExchanges(state)) return stageTitle(l10n, { code: 'exchange', number: Number(part) });
  return part === '0' ? l10n.t('Outside the rounds') : stageTitle(l10n, { code: 'round', number: Number(part) });
}

export function turnNodes(source: OutlineSource, part: string): TreeNode[] {
  const { state } = source.view;
  if (part === 'conclusion')
    return state.headers.filter((header) => partOf(header) === part).map((header) => concludingNode(source, header));
  return state.turns.flatMap((turn, index) => (partOf(turn) === part ? [turnNode(source, { turn, part, index })] : []));
}

function turnNode(
  { folder, view }: OutlineSource,
  { turn, part, index }: { turn: Turn; part: string; index: number },
): TreeNode {
  const { seqs, skipped } = turn;
  const debater = rowText(view.mask.text(turn.debater));
  const [seq = 0] = seqs;
  const struck = seqs.every((one) => isStruck(view.state, one));
  const said = view.state.factsOf(panelFacts).summaries.get(turn);
  const summary = said === undefined || isSummaryStruck(view.state, seqs) ? undefined : view.mask.text(said);
  const words = skipped
    ? l10n.t('skipped')
    : struck
      ? l10n.t('struck from the record')
      : (summary ?? turnWords(view.state, seq));
  const place = seqs.length === 1 ? l10n.t('seq {0}', seq) : l10n.t('seq {0} to {1}', seq, seqs.at(-1) ?? seq);
  return treeNode({
    folder,
    key: `rounds/${part}/${index}`,
    label: debater,
    description: rowText(words),
    tooltip: `${debater}, ${place}\n${words}`,
    spoken: `${debater}, ${place}, ${words}`,
    icon: { name: skipped ? 'debug-step-over' : struck ? 'eye-closed' : 'comment' },
    context: 'entry',
    click: 'entry',
    seq,
  });
}

/** The Chair's summary of a struck entry goes with it, and with the note that it stands in. */
function isSummaryStruck(state: DebateState, seqs: readonly number[]): boolean {
  return [...state.redactions.keys()].some((struck) => {
    if (seqs.includes(struck)) return true;
    const header = headerOf(state, struck);
    return header?.kind === 'review' && seqs.includes(header.target ?? -1);
  });
}

/** Before the Chair has summed it up: what kind of entry it is. */
function turnWords(state: DebateState, seq: number): string {
  const header = headerOf(state, seq);
  if (header?.type === 'rebuttal' && header.rebuttalTo !== null) return l10n.t('answers seq {0}', header.rebuttalTo);
  return l10n.t('seq {0}', seq);
}

function concludingNode({ folder, view }: OutlineSource, { seq, speaker, type }: Header): TreeNode {
  const { conclusion } = view.state;
  const isOutcome =
    (type === 'conclusion' || type === 'judges_ruling') && conclusion?.seq === seq && !isStruck(view.state, seq);
  const words = isOutcome ? view.mask.text(conclusion.reason) : l10n.t('seq {0}', seq);
  const icon = { name: isOutcome ? 'law' : 'comment' };
  const label = rowText(isOutcome ? outcomeText(view) : view.mask.text(speaker));
  const description = rowText(words);
  return treeNode({
    folder,
    key: `rounds/conclusion/${seq}`,
    label,
    description,
    tooltip: words,
    icon,
    context: 'entry',
    click: 'entry',
    seq,
  });
}
