import type { TreeNode } from './treeNode';

/** A row that the editor holds. It stays the same object as long as its id is shown, because the editor knows it by identity. */
export interface TreeRow extends TreeNode {
  readonly parent: TreeRow | undefined;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** The rows that were handed to the editor, by id. */
export class TreeRows {
  readonly #rows = new Map<string, Mutable<TreeRow>>();

  get(id: string): TreeRow | undefined {
    return this.#rows.get(id);
  }

  /** The rows for these nodes; `changed` holds those that look different from what the editor was given. */
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

  /** Lets go of a debate and of what stands below it. */
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
