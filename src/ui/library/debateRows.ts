import * as vscode from 'vscode';
import type { DebateSummary } from '../../session/library/summary';
import { type Disposable, DisposableStore, Emitter, Settling } from '../kit/emitter';
import type { CheckedDebate } from '../findings/checkDebate';
import type { SourceIssueCounts } from '../findings/sourceProblems';
import type { LibraryPorts } from './ports';
import {
  type Arrangement,
  arrangementIn,
  arrangementKey,
  type DebateGroup,
  groupsOf,
  isFolderId,
  orderOf,
} from './arrangement';
import { debateNode } from './debateNode';
import { HeldDebates } from './heldDebates';
import { childrenOf } from './treeModel';
import { treeItem } from './treeItem';
import { treeNode, type TreeNode, TreeRows, type TreeRow } from '../formats/treeNode';
import { explanationOfNode } from './treeSources';
import { errorText } from '../../debate/log/objects';

export class DebateRows implements vscode.TreeDataProvider<TreeRow>, Disposable {
  readonly #owned = new DisposableStore();
  readonly #changed = this.#owned.add(new vscode.EventEmitter<TreeRow | TreeRow[] | undefined>());
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #sourceIssuesChanged = this.#owned.add(new Emitter<undefined>());
  readonly onDidChangeSourceIssues = this.#sourceIssuesChanged.event;
  readonly #held: HeldDebates;
  readonly #rows = new TreeRows();
  readonly #settling = this.#owned.add(new Settling(() => this.refresh()));
  readonly #closed = new Set<string>();
  /** Ids of the top rows and of the debates, in the order in which the editor was given them; undefined before it asked. */
  #order: readonly string[] | undefined;
  #sourceIssues = 0;

  constructor(private readonly services: LibraryPorts) {
    const { library, runManager, debates, checks } = services;
    this.#held = this.#owned.add(new HeldDebates(debates));
    this.#owned.add(library.onDidChange(() => this.refresh()));
    this.#owned.add(checks.onDidCheck((folder) => this.#onCheck(folder)));
    this.#owned.add(this.#held.onDidChange((folder) => this.#refreshInside(folder)));
    this.#owned.add(this.#held.onDidLook(() => this.refresh()));
    this.#owned.add(runManager.seats.onDidChange(() => this.refresh()));
    this.#owned.add(
      runManager.onDidChange((folder) => {
        library.reread(folder);
        this.refresh();
      }),
    );
  }

  /** Sources found unreliable or fabricated and not corrected, or changed since, over all debates of the window. */
  get sourceIssues(): number {
    return this.#sourceIssues;
  }

  dispose(): void {
    this.#owned.dispose();
  }

  /** Undefined when it is not in the list. */
  async rowFor(folder: string): Promise<TreeRow | undefined> {
    if (this.#order === undefined) await this.#debateRows();
    return this.#rowOf(folder);
  }

  #rowOf(folder: string): TreeRow | undefined {
    return this.#order?.includes(folder) === true ? this.#rows.get(folder) : undefined;
  }

  refresh(): void {
    this.#countSourceIssues();
    if (this.#order === undefined) return;
    const groups = this.#groups();
    if (orderOf(groups).join('\n') !== this.#order.join('\n')) {
      this.#changed.fire(undefined);
      return;
    }
    const changed = groups.flatMap((group) => this.#taken(group).changed);
    if (changed.length > 0) this.#changed.fire(changed);
  }

  /** The order and grouping that the user chose. */
  get arrangement(): Arrangement {
    return arrangementIn(this.services.context.workspaceState.get(arrangementKey));
  }

  async arrange(arrangement: Arrangement): Promise<void> {
    await this.services.context.workspaceState.update(arrangementKey, arrangement);
    this.#changed.fire(undefined);
  }

  collapsed({ key, folder }: TreeRow): void {
    if (key !== '') return;
    this.#held.release(folder);
    this.#closed.add(folder);
  }

  /** Nobody has followed the debate since: the editor is to ask again. */
  expanded(row: TreeRow): void {
    if (row.key === '' && this.#closed.delete(row.folder)) this.#changed.fire(row);
  }

  getTreeItem(row: TreeRow): vscode.TreeItem {
    return treeItem(row);
  }

  getParent(row: TreeRow): TreeRow | undefined {
    return row.parent;
  }

  async getChildren(row?: TreeRow): Promise<TreeRow[]> {
    if (row === undefined) return await this.#debateRows();
    const group = this.#groups().find(({ node }) => node?.id === row.id);
    if (group !== undefined) return this.#taken(group).rows;
    return this.#rows.take(await this.#nodesBelow(row), row).rows;
  }

  /** Read when somebody asks. */
  async resolveTreeItem(item: vscode.TreeItem, row: TreeRow): Promise<vscode.TreeItem> {
    item.tooltip = row.tooltip ?? row.spoken;
    if (row.tooltip !== undefined || row.seq === undefined) return item;
    try {
      const source = await this.#held.source(row.folder);
      const { entryText } = await import('./entryWords');
      item.tooltip = explanationOfNode(source, row) ?? entryText(source.view, row.seq) ?? item.tooltip;
    } catch (error) {
      this.services.log.debug('The entry of a row could not be read.', String(error));
    }
    return item;
  }

  async #debateRows(): Promise<TreeRow[]> {
    const { library } = this.services;
    if (library.state === 'loading') await library.refresh();
    const groups = this.#groups();
    const folders = new Set(library.debates.map(({ folder }) => folder));
    for (const gone of this.#order?.filter((id) => isFolderId(id) && !folders.has(id)) ?? []) {
      this.#held.release(gone);
      this.#rows.drop(gone);
    }
    this.#order = orderOf(groups);
    this.#countSourceIssues();
    return groups.flatMap((group) => {
      const { rows, parent } = this.#taken(group);
      return parent ?? rows;
    });
  }

  #groups(): DebateGroup[] {
    return groupsOf(this.services.library.debates, this.arrangement);
  }

  #taken({ node, debates }: DebateGroup): { rows: TreeRow[]; changed: TreeRow[]; parent: TreeRow | undefined } {
    const own = this.#rows.take(node === undefined ? [] : [node], undefined);
    const [parent] = own.rows;
    const { rows, changed } = this.#rows.take(this.#debateNodes(debates), parent);
    return { rows, changed: [...own.changed, ...changed], parent };
  }

  #debateNodes(debates: readonly DebateSummary[]): TreeNode[] {
    const { library, runManager } = this.services;
    const common = { now: Date.now(), language: vscode.env.language };
    return debates.map((summary) =>
      debateNode(summary, {
        ...common,
        run: runManager.runOf(summary.folder),
        isAsking: runManager.seats.seatsOf(summary.folder).some(({ isChecking }) => !isChecking),
        isByHand: library.isByHand(summary.folder),
        wrong: { ...this.#sourceIssuesIn(summary), errors: this.#checked(summary.folder)?.counts.errors },
      }),
    );
  }

  #sourceIssuesIn({ folder, entries }: DebateSummary): SourceIssueCounts {
    const now = this.#held.sourceIssuesNow(folder);
    if (now !== undefined) return now;
    // The record knows of corrections and of what was checked again since; others may have gone on with it.
    const before = this.#held.sourceIssuesBefore(folder);
    const checked = this.#checked(folder)?.counts;
    // Files are looked at in the background, too.
    if (before?.entries === entries && before !== undefined)
      return { grave: before.grave, changed: checked?.changed ?? before.changed };
    return checked ?? before ?? { grave: 0, changed: 0 };
  }

  #checked(folder: string): CheckedDebate | undefined {
    const check = this.services.checks.of(folder);
    return check.kind === 'checked' ? check.found : undefined;
  }

  #countSourceIssues(): void {
    // A sample holds its faults on purpose.
    const counted = this.services.library.debates.filter(({ isSample }) => isSample !== true);
    const counts = counted.map((summary) => this.#sourceIssuesIn(summary));
    const sourceIssues = counts.reduce((sum, { grave, changed }) => sum + grave + changed, 0);
    if (sourceIssues === this.#sourceIssues) return;
    this.#sourceIssues = sourceIssues;
    this.#sourceIssuesChanged.fire(undefined);
  }

  /** Many come one after the other: the list is looked at once for all. */
  #onCheck(folder: string): void {
    if (this.#held.folders.includes(folder)) this.#refreshInside(folder);
    else this.#settling.begin();
  }

  async #nodesBelow(row: TreeRow): Promise<TreeNode[]> {
    const { folder } = row;
    try {
      const source = await this.#held.source(folder);
      // Now that it is open, its own row may know more.
      if (row.key === '') this.refresh();
      return childrenOf(row, { ...source, check: this.services.checks.of(folder) });
    } catch (error) {
      const message = errorText(error);
      this.services.log.warn(message);
      const icon = { name: 'warning', colour: 'list.warningForeground' };
      return [treeNode({ folder, key: 'failed', label: message, tooltip: message, icon })];
    }
  }

  #refreshInside(folder: string): void {
    this.refresh();
    const row = this.#rowOf(folder);
    if (row !== undefined) this.#changed.fire(row);
  }
}
