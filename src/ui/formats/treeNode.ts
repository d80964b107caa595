import * as l10n from '@vscode/l10n';
import { cutText, plainLine } from '../../matching/text/shortText';
import type { RecordView } from '../../debate/fold/view';
import { withPlaces } from '../../projections/sourcePlace';
import type { LogProblem } from '../../record/logIndex';
import type { DebateCheck } from '../findings/checkDebate';

/** Source of a tree's rows. Entries are read through `view`, so that no redacted text appears. */
export interface OutlineSource {
  readonly folder: string;
  readonly view: RecordView;
  readonly problems: readonly LogProblem[];
  readonly documents: readonly { readonly name: string; readonly label: string }[];
  readonly check?: DebateCheck;
}

/** A codicon, with a colour of the theme that repeats its meaning, since colour alone says nothing. */
export interface NodeIcon {
  readonly name: string;
  readonly colour?: string;
}

export interface TreeNode {
  /** Id by which the editor keeps a row's expansion and selection. */
  readonly id: string;
  readonly folder: string;
  /** Place inside its debate: '' for the debate itself, else a path like `rounds/2`. */
  readonly key: string;
  readonly label: string;
  /** Matches in the label: from, to. */
  readonly highlights?: readonly [number, number][];
  readonly description?: string;
  /** Absent if it requires reading the entry; it is then requested when the user wants to see it. */
  readonly tooltip?: string;
  readonly icon?: NodeIcon;
  readonly spoken: string;
  /** Value for the `when` clauses of menus: a kind, then flags. */
  readonly context: string;
  readonly isParent: boolean;
  readonly isOpen?: boolean;
  readonly click?: 'debate' | 'entry' | 'source' | 'document' | 'line';
  readonly seq?: number;
  readonly words?: string | undefined;
  readonly url?: string;
  readonly name?: string;
  /** Line of the log, counted from 1. */
  readonly line?: number;
}

type NodeParts = Omit<TreeNode, 'id' | 'spoken' | 'context' | 'isParent'> & {
  spoken?: string;
  context?: string;
  isParent?: boolean;
};

/** Makes a row; a file named in its words is written as people read it. */
export function treeNode({ description, tooltip, spoken, ...parts }: NodeParts): TreeNode {
  const { folder, key, label } = parts;
  const said = spoken ?? (description === undefined || description === '' ? label : `${label}, ${description}`);
  return {
    id: key === '' ? folder : `${folder}\n${key}`,
    context: 'item',
    isParent: false,
    ...parts,
    ...(description === undefined ? {} : { description: withPlaces(l10n, description) }),
    ...(tooltip === undefined ? {} : { tooltip: withPlaces(l10n, tooltip) }),
    spoken: withPlaces(l10n, said),
  };
}

/** A group without an icon: its rows have icons if these say something. */
export const groupNode = (
  folder: string,
  parts: Pick<TreeNode, 'key' | 'label'> & Partial<Pick<TreeNode, 'description' | 'context' | 'isOpen' | 'icon'>>,
): TreeNode => treeNode({ folder, context: 'group', isParent: true, ...parts });

export const toEntry = (seq: number) => ({ context: 'entry', click: 'entry', seq }) as const;

export const countedGroup = (
  folder: string,
  { count, ...parts }: Pick<TreeNode, 'key' | 'label'> & Partial<Pick<TreeNode, 'isOpen'>> & { count: number },
): TreeNode | undefined => (count === 0 ? undefined : groupNode(folder, { ...parts, description: String(count) }));

export const mostOpen = 12;

/** Rows below one row; more are unreadable in a tree, and the panel has filters and a search. */
const mostRows = 2_000;

/** Makes rows; if there are too many, the last one leads to the panel. */
export function rowsFor<T>(
  { folder, key }: { folder: string; key: string },
  items: readonly T[],
  make: (item: T, index: number) => TreeNode,
): TreeNode[] {
  const rows = items.slice(0, mostRows).map(make);
  const left = items.length - rows.length;
  if (left === 0) return rows;
  const label = l10n.t('{0} more: open the panel to see all', left);
  return [...rows, treeNode({ folder, key: `${key}/\nmore`, label, icon: { name: 'ellipsis' }, click: 'debate' })];
}

const longestLabel = 200;

export const rowText = (text: string): string => cutText(plainLine(text), longestLabel);

/** A row that stays the same object as long as its id is shown, because the editor knows it by identity. */
export interface TreeRow extends TreeNode {
  readonly parent: TreeRow | undefined;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

export class TreeRows {
  readonly #rows = new Map<string, Mutable<TreeRow>>();

  get(id: string): TreeRow | undefined {
    return this.#rows.get(id);
  }

  /** `changed`: rows that look different from those that the editor has. */
  take(nodes: readonly TreeNode[], parent: TreeRow | undefined): { rows: TreeRow[]; changed: TreeRow[] } {
    const changed: TreeRow[] = [];
    const rows = nodes.map((node) => {
      const before = this.#rows.get(node.id);
      if (before === undefined) {
        const row = { ...node, parent };
        this.#rows.set(node.id, row);
        return row;
      }
      if (!looksTheSame(before, node)) {
        changed.push(before);
        for (const key of Object.keys(before) as (keyof TreeRow)[])
          if (key !== 'parent' && !(key in node)) Reflect.deleteProperty(before, key);
        Object.assign(before, node);
      }
      before.parent = parent;
      return before;
    });
    return { rows, changed };
  }

  drop(folder: string): void {
    for (const [id, row] of this.#rows) if (row.folder === folder) this.#rows.delete(id);
  }
}

function looksTheSame(row: TreeRow, node: TreeNode): boolean {
  const keys = new Set([...Object.keys(row), ...Object.keys(node)] as (keyof TreeNode)[]);
  return [...keys].every(
    (key) => key === ('parent' as string) || JSON.stringify(row[key]) === JSON.stringify(node[key]),
  );
}
