import * as l10n from '@vscode/l10n';
import type { Status } from '../../projections/vocabulary';
import type { DebateSummary } from '../../session/library/summary';
import { groupNode, type TreeNode } from '../formats/treeNode';
import { titleOf } from './debateNode';

export const arrangementKey = 'rostrum.debates.arrangement';

const arrangements = ['newest', 'question', 'state'] as const;

/** How the list of debates is ordered: newest first, by question, or newest first in groups by state. */
export type Arrangement = (typeof arrangements)[number];

export const arrangementIn = (kept: unknown): Arrangement => arrangements.find((one) => one === kept) ?? 'newest';

export const arrangementNames = (): Readonly<Record<Arrangement, string>> => ({
  newest: l10n.t('Newest First'),
  question: l10n.t('By Question'),
  state: l10n.t('Grouped by State'),
});

/** `node` is the row above the debates; without one they stand at the top. */
export interface DebateGroup {
  node: TreeNode | undefined;
  debates: readonly DebateSummary[];
}

/** `debates`: newest first. */
export function groupsOf(debates: readonly DebateSummary[], arrangement: Arrangement): DebateGroup[] {
  if (arrangement === 'newest') return [{ node: undefined, debates }];
  if (arrangement === 'question')
    return [{ node: undefined, debates: [...debates].sort((a, b) => titleOf(a).localeCompare(titleOf(b))) }];
  return Object.entries(states()).flatMap(([key, { label, holds }]) => {
    const those = debates.filter(({ state }) => holds(state));
    const parts = { key: `state/${key}`, label, description: String(those.length), isOpen: true };
    return those.length === 0 ? [] : [{ node: groupNode('', parts), debates: those }];
  });
}

const paused: readonly Status[] = ['paused', 'stopped', 'interrupted', 'failed'];

const states = (): Record<string, { label: string; holds: (state: Status) => boolean }> => ({
  running: { label: l10n.t('Running'), holds: (state) => state === 'running' },
  paused: { label: l10n.t('Not Finished'), holds: (state) => paused.includes(state) },
  done: { label: l10n.t('Finished'), holds: (state) => state === 'done' },
  other: {
    label: l10n.t('Other Records'),
    holds: (state) => state !== 'running' && state !== 'done' && !paused.includes(state),
  },
});

/** Ids of the rows that show them. */
export const orderOf = (groups: readonly DebateGroup[]): string[] =>
  groups.flatMap(({ node, debates }) => [
    ...(node === undefined ? [] : [node.id]),
    ...debates.map(({ folder }) => folder),
  ]);

/** The id of a group begins with the line end that separates folder and key. */
export const isFolderId = (id: string): boolean => !id.startsWith('\n');
