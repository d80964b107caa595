import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import type * as z from 'zod';
import type { LineupDraft } from './lineupDraft';
import type { StartPorts } from './ports';
import type { DebateDraft } from './debateDraft';
import type * as DraftRecordModule from './draftRecord';
import type { DraftRecord } from './draftRecord';

const key = 'rostrum.start.drafts';

/** `isOpen`: in a tab. */
type LeftLineup = Pick<DraftRecord, 'id' | 'topic' | 'debaters' | 'made'> & { isOpen: boolean };

type DraftRecords = typeof DraftRecordModule;
type NewDraft = Omit<z.input<DraftRecords['draftRecordSchema']>, 'id' | 'made'>;

/** Kept in the workspace's state, so that a reload loses none. */
export class LineupDrafts implements vscode.Disposable {
  readonly #open = new Map<string, DebateDraft>();
  /** Loaded when first needed, and before there is any draft. */
  #format: DraftRecords | undefined;
  #records: DraftRecord[] | undefined;

  readonly #watching = vscode.workspace.onDidChangeConfiguration((change) => {
    if (!change.affectsConfiguration('rostrum')) return;
    for (const draft of this.#open.values()) draft.refresh();
  });

  constructor(private readonly services: StartPorts) {}

  async add(record: NewDraft): Promise<DebateDraft> {
    const { draftRecordSchema } = await this.#loaded();
    const whole = draftRecordSchema.parse({ ...record, id: randomUUID(), made: Date.now() });
    this.keep(whole);
    return await this.#opened(whole);
  }

  /** Restored from what was kept of it, where it is not open. */
  async find(id: string): Promise<LineupDraft | undefined> {
    const open = this.#open.get(id);
    if (open !== undefined) return open;
    const record = this.#kept(await this.#loaded()).find((kept) => kept.id === id);
    if (record === undefined) return undefined;
    const draft = await this.#opened(record);
    draft.takeUp();
    return draft;
  }

  /** False once it was started, cancelled or left. */
  isOpen(id: string): boolean {
    return this.#open.has(id);
  }

  /** Newest first, also those whose tab was closed. */
  async left(): Promise<readonly LeftLineup[]> {
    return this.#kept(await this.#loaded()).map((draft) => ({ ...draft, isOpen: this.#open.has(draft.id) }));
  }

  keep(record: DraftRecord): void {
    this.#change(({ withDraft }, drafts) => withDraft(drafts, record, (id) => this.#open.has(id)));
  }

  /** Nobody looks at it any more; what is kept of it stays. */
  close(id: string): void {
    this.#open.delete(id);
  }

  /** Forgets what was kept of it. */
  drop(id: string): void {
    this.#open.delete(id);
    this.#change(({ withoutDraft }, drafts) => withoutDraft(drafts, id));
  }

  dispose(): void {
    this.#watching.dispose();
    for (const draft of this.#open.values()) draft.dispose();
    this.#open.clear();
  }

  /** The debate is under way: the next one is about something else, and set up like this one. */
  async started(record: DraftRecord): Promise<void> {
    const { StartMemory } = await import('./choices');
    await new StartMemory(this.services.context.workspaceState).started(record);
  }

  async #opened(record: DraftRecord): Promise<DebateDraft> {
    const { DebateDraft } = await import('./debateDraft');
    const open = this.#open.get(record.id);
    if (open !== undefined) return open;
    const draft = new DebateDraft(record, this.services);
    this.#open.set(draft.id, draft);
    await draft.checkParent();
    void draft.findModels();
    void draft.findOffers();
    return draft;
  }

  #kept({ keptDrafts }: DraftRecords): DraftRecord[] {
    this.#records ??= keptDrafts(this.services.context.workspaceState.get(key));
    return this.#records;
  }

  #change(change: (format: DraftRecords, drafts: readonly DraftRecord[]) => DraftRecord[]): void {
    // Nothing was made or found yet.
    if (this.#format === undefined) return;
    this.#records = change(this.#format, this.#kept(this.#format));
    this.services.context.workspaceState.update(key, this.#records).then(undefined, (error: unknown) => {
      this.services.log.warn('The lineup could not be kept for a reload of the window.', String(error));
    });
  }

  async #loaded(): Promise<DraftRecords> {
    this.#format ??= await import('./draftRecord');
    return this.#format;
  }
}
