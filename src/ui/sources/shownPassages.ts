import * as z from 'zod';
import { headerOf, isRedacted } from '../../debate/fold/state';
import type { RecordView } from '../../debate/fold/view';
import type { OpenDebates } from '../library/openDebates';
import { Emitter, DisposableStore } from '../kit/emitter';
import type { CitationTarget } from '../findings/citation';
import { type CitationFacts, factsOf } from '../findings/citation';
import { withTextFragment } from './passage';
import { TextLines, type TextPosition, type PositionRange } from './textSpans';

export interface ShownPassage {
  readonly citation: CitationTarget;
  readonly facts: CitationFacts;
  readonly span: PositionRange;
  readonly words: string;
  readonly notices: readonly string[];
  readonly elsewhere:
    | { readonly kind: 'file'; readonly isChanged: boolean }
    | { readonly kind: 'snapshot' }
    | { readonly kind: 'browser'; readonly address: string }
    | undefined;
}

interface TextEdit {
  readonly range: PositionRange;
  readonly text: string;
}

const mostPerDocument = 100;

/** Passages by the document's URI; the one opened last comes last. */
export class ShownPassages {
  readonly #byDocument = new Map<string, readonly ShownPassage[]>();
  readonly #changed = new Emitter<string>();
  /** The document whose passages have changed. */
  readonly onDidChange = this.#changed.event;

  get documents(): readonly string[] {
    return [...this.#byDocument.keys()];
  }

  in(document: string): readonly ShownPassage[] {
    return this.#byDocument.get(document) ?? [];
  }

  /** The same citation is shown once. */
  add(document: string, passage: ShownPassage): void {
    const others = this.in(document).filter(({ citation }) => !isSame(citation, passage.citation));
    this.#set(document, [...others, passage].slice(-mostPerDocument));
  }

  clear(document: string): void {
    if (this.#byDocument.has(document)) this.#set(document, []);
  }

  /** Passages move with the text around them; one that was touched is no longer what was cited. */
  edit(document: string, edits: readonly TextEdit[]): void {
    const before = this.in(document);
    if (before.length === 0 || edits.length === 0) return;
    // The editor gives the places of all edits in the text as it was: from the last to the first, none moves another.
    const ordered = [...edits].sort((a, b) => compare(b.range.start, a.range.start));
    const after = before.flatMap((passage) => {
      let span: PositionRange | undefined = passage.span;
      for (const edit of ordered) span = span && moved(span, edit);
      return span === undefined ? [] : [{ ...passage, span }];
    });
    this.#set(document, after);
  }

  /** A document that was closed may have changed on the disk before it was opened again. */
  check(document: string, text: string): void {
    const before = this.in(document);
    if (before.length === 0) return;
    const lines = new TextLines(text);
    const after = before.filter(({ span, words }) => lines.slice(span) === words);
    if (after.length < before.length) this.#set(document, after);
  }

  get folders(): ReadonlySet<string> {
    return new Set(
      [...this.#byDocument.values()].flatMap((passages) => passages.map(({ citation }) => citation.folder)),
    );
  }

  /** Undefined where a passage must not be shown any more. */
  revise(folder: string, factsNow: (passage: ShownPassage) => CitationFacts | undefined): void {
    for (const [document, before] of [...this.#byDocument]) {
      const after = before.flatMap((passage) => {
        if (passage.citation.folder !== folder) return [passage];
        const facts = factsNow(passage);
        if (facts === undefined) return [];
        return JSON.stringify(facts) === JSON.stringify(passage.facts) ? [passage] : [withFacts(passage, facts)];
      });
      if (after.length < before.length || after.some((passage, at) => passage !== before[at]))
        this.#set(document, after);
    }
  }

  dispose(): void {
    this.#changed.dispose();
    this.#byDocument.clear();
  }

  #set(document: string, passages: readonly ShownPassage[]): void {
    if (passages.length === 0) this.#byDocument.delete(document);
    else this.#byDocument.set(document, passages);
    this.#changed.fire(document);
  }
}

/** The address of a page names words of the quotation: they are hidden with it. */
function withFacts(passage: ShownPassage, facts: CitationFacts): ShownPassage {
  const { elsewhere } = passage;
  if (elsewhere?.kind !== 'browser' || facts.quote === passage.facts.quote) return { ...passage, facts };
  return { ...passage, facts, elsewhere: { kind: 'browser', address: withTextFragment(facts.url, facts.quote) } };
}

const isSame = (one: CitationTarget, other: CitationTarget): boolean =>
  one.folder === other.folder && one.seq === other.seq && one.url === other.url;

export const compare = (a: TextPosition, b: TextPosition): number => a.line - b.line || a.character - b.character;

/** Undefined when the edit touches its inside. */
export function moved(span: PositionRange, { range, text }: TextEdit): PositionRange | undefined {
  if (compare(range.start, span.end) >= 0) return span;
  if (compare(range.end, span.start) > 0) return undefined;
  const inserted = text.split(/\r\n|\r|\n/);
  const lines = inserted.length - 1 - (range.end.line - range.start.line);
  const lastLength = inserted.at(-1)?.length ?? 0;
  const column = (inserted.length === 1 ? range.start.character : 0) + lastLength - range.end.character;
  const shifted = (position: TextPosition): TextPosition => ({
    line: position.line + lines,
    character: position.line === range.end.line ? position.character + column : position.character,
  });
  return { start: shifted(span.start), end: shifted(span.end) };
}

/** Holds the debates of shown passages open, so that what stands beside them is what the record says now. */
export class PassageKeeper {
  readonly #owned = new DisposableStore();
  readonly #held = new Map<string, DisposableStore>();

  constructor(
    private readonly passages: ShownPassages,
    private readonly debates: OpenDebates,
    private readonly failed: (folder: string, error: unknown) => void,
  ) {
    this.#owned.add(passages.onDidChange(() => this.#settle()));
  }

  dispose(): void {
    this.#owned.dispose();
    for (const owned of this.#held.values()) owned.dispose();
    this.#held.clear();
  }

  #settle(): void {
    const wanted = this.passages.folders;
    for (const [folder, owned] of [...this.#held]) {
      if (wanted.has(folder)) continue;
      this.#held.delete(folder);
      owned.dispose();
    }
    for (const folder of wanted) if (!this.#held.has(folder)) void this.#hold(folder);
  }

  async #hold(folder: string): Promise<void> {
    const owned = new DisposableStore();
    this.#held.set(folder, owned);
    try {
      const ref = owned.add(await this.debates.acquire(folder));
      if (owned.isDisposed) return;
      const revise = (): void => this.passages.revise(folder, (passage) => factsNow(ref.debate.log.view, passage));
      owned.add(ref.debate.onDidChange(({ kind }) => (kind === 'entries' || kind === 'proofs') && revise()));
      // It may have been redacted while it was opened.
      revise();
    } catch (error) {
      this.failed(folder, error);
    }
  }
}

/** Undefined for what was redacted, and for what a log that was replaced does not have. */
function factsNow(view: RecordView, { facts: { seq, url } }: Pick<ShownPassage, 'facts'>): CitationFacts | undefined {
  return headerOf(view.state, seq) === undefined || isRedacted(view.state, seq) ? undefined : factsOf(view, seq, url);
}

interface MementoStore {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

const key = 'rostrum.shownSnapshots';
const most = 50;
const keptSchema = z.array(
  z.object({ document: z.string(), folder: z.string(), seq: z.int().min(0), url: z.string() }),
);

/** Kept over a reload of the window: addresses only, no text of the debate. */
export class SnapshotMemory {
  readonly #taken = new Set<string>();

  constructor(private readonly memory: MementoStore) {}

  async remember(document: string, citation: CitationTarget): Promise<void> {
    const { folder, seq, url } = citation;
    this.#taken.add(document);
    const others = this.#kept().filter((kept) => kept.document !== document || !isSame(kept, citation));
    await this.memory.update(key, [...others, { document, folder, seq, url }].slice(-most));
  }

  async forget(document: string): Promise<void> {
    this.#taken.add(document);
    await this.memory.update(
      key,
      this.#kept().filter((kept) => kept.document !== document),
    );
  }

  /** Nothing when asked again, or once it was cleared. */
  take(document: string): CitationTarget[] {
    if (this.#taken.has(document)) return [];
    this.#taken.add(document);
    return this.#kept()
      .filter((kept) => kept.document === document)
      .map(({ folder, seq, url }) => ({ folder, seq, url }));
  }

  #kept(): z.infer<typeof keptSchema> {
    return keptSchema.safeParse(this.memory.get(key)).data ?? [];
  }
}
