import { parseLine } from '../../debate/codec';
import type { Entry } from '../../debate/entry';
import { evolve } from '../../debate/evolve';
import { StateAccumulator, type Header } from '../../debate/state';
import { createView, type RecordView } from '../../debate/view';
import { firstSection, sectionsOf } from '../../projections/sections';
import { referencesInLine, type LogReference } from './logReferences';

/** What is needed of a document of the editor. Lines count from 0. */
export interface LogText {
  readonly version: number;
  readonly lineCount: number;
  lineAt(line: number): { readonly text: string };
}

export interface PlacedEntry {
  readonly line: number;
  readonly header: Header;
  /** The part of the debate that it stands in, as an id of the rail. */
  readonly section: string;
}

/** References in one log: more would cost the editor more than they are worth. The first ones count. */
const mostReferences = 20_000;
/** Characters after which others get their turn: a few milliseconds of work. */
const charactersAtOnce = 250_000;

/** A log that is open as text, read once for all that the editor asks of it. Entries are read through `view`, so that struck words stay struck. */
export class FoldedLog {
  readonly view: RecordView;
  readonly entries: PlacedEntry[] = [];
  readonly references: { line: number; seq: number; reference: LogReference }[] = [];
  /** Where each entry stands, the first one where a seq stands in the log twice. */
  readonly lines = new Map<number, number>();
  readonly #state = new StateAccumulator();
  #looked = 0;
  #last = '';

  constructor(private readonly text: LogText) {
    this.view = createView(this.#state, (seq) => this.#entry(seq));
  }

  /** The last line may have been unfinished, and a log may have been replaced by another. */
  get isCurrent(): boolean {
    if (this.#looked === 0) return true;
    return this.#looked <= this.text.lineCount && this.text.lineAt(this.#looked - 1).text === this.#last;
  }

  /** Takes the lines that have come since. */
  async read(): Promise<this> {
    let characters = 0;
    while (this.#looked < linesIn(this.text)) {
      const { text } = this.text.lineAt(this.#looked);
      this.#take(text);
      characters += text.length;
      if (characters < charactersAtOnce) continue;
      characters = 0;
      await new Promise(setImmediate);
    }
    return this;
  }

  #take(text: string): void {
    const line = this.#looked;
    this.#looked += 1;
    this.#last = text;
    const { seq, references } = referencesInLine(text);
    if (seq === undefined) return;
    if (!this.lines.has(seq)) this.lines.set(seq, line);
    for (const reference of references.slice(0, mostReferences - this.references.length))
      this.references.push({ line, seq, reference });
    const parsed = parseLine(text);
    if (parsed.kind !== 'entry') return;
    evolve(this.#state, parsed.entry);
    const header = this.#state.headers.at(-1);
    if (header?.seq !== parsed.entry.seq) return;
    const section = sectionsOf(this.#state).byPosition.at(-1) ?? firstSection;
    this.entries.push({ line, header, section });
  }

  #entry(seq: number): Entry | undefined {
    const line = this.lines.get(seq);
    const parsed = line === undefined ? undefined : parseLine(this.text.lineAt(line).text);
    return parsed?.kind === 'entry' ? parsed.entry : undefined;
  }
}

/** Without the empty one behind the last line end. */
const linesIn = (text: LogText): number => text.lineCount - (text.lineAt(text.lineCount - 1).text === '' ? 1 : 0);

const known = new WeakMap<LogText, { version: number; folded: Promise<FoldedLog> }>();

/** Read once for each version of the document, however many ask; a log only grows, so that only its new lines are read. */
export function foldedLog(text: LogText): Promise<FoldedLog> {
  const before = known.get(text);
  if (before?.version === text.version) return before.folded;
  const folded = readOn(text, before?.folded);
  known.set(text, { version: text.version, folded });
  return folded;
}

async function readOn(text: LogText, before: Promise<FoldedLog> | undefined): Promise<FoldedLog> {
  const found = await before?.catch(() => undefined);
  return await (found?.isCurrent === true ? found : new FoldedLog(text)).read();
}
