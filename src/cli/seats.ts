import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { unlessAborted } from '../async/deadline';
import type { HumanTaskQueue } from '../agents/human';
import { TaskError, type TypedPlace } from '../agents/performer';
import { stringsIn } from '../debate/log/objects';
import { collapsed, cutText, quoted } from '../matching/text/shortText';
import { isRedacted } from '../debate/fold/state';
import type { TaskRequest } from '../debate/flow/tasks';
import type { RecordView } from '../debate/fold/view';
import type { Seat, SeatField, SeatInput, SeatValues } from '../shared/protocol';
import { seatAnswer, seatOf } from '../shared/seat/seatForm';
import { seatValuesSchema } from '../shared/toHost';
import type { Output } from './output';
import { TypedLines } from './typedLines';

/** The input ended, or Ctrl-C: the debate asks again when it is resumed. */
class Left extends Error {
  /** `typed`: text typed so far for the current row or field. */
  constructor(readonly typed?: SeatValues[string]) {
    super();
  }
}
class Skipped extends Error {}
class Dropped extends Error {}

interface SeatPorts {
  out: Pick<Output, 'print' | 'paint' | 'hold'>;
  view: () => RecordView;
  refresh: () => Promise<unknown>;
  /** Aborts the signal of the current question. */
  leave: () => void;
  input: NodeJS.ReadableStream;
  output: NodeJS.WritableStream;
}

/** Asks people in seats on the terminal, one at a time, with the editor's forms, rules and gates. */
export class TerminalSeats implements HumanTaskQueue {
  /** Typed values by task, for a task that is sent back. */
  readonly #typed = new Map<string, SeatValues>();
  #last: Promise<unknown> = Promise.resolve();

  constructor(private readonly ports: SeatPorts) {}

  ask(request: TaskRequest, signal: AbortSignal, place?: TypedPlace): Promise<unknown> {
    const asked = this.#last.then(() => this.#asked(request, signal, place));
    this.#last = asked.catch(() => undefined);
    return asked;
  }

  async #asked(request: TaskRequest, signal: AbortSignal, place: TypedPlace | undefined): Promise<unknown> {
    signal.throwIfAborted();
    const release = this.ports.out.hold();
    const dialog = new SeatDialog(request, this.ports, place);
    const onAbort = (): void => dialog.close();
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      const { output, values } = await dialog.answer(this.#typed.get(request.id));
      this.#typed.set(request.id, values);
      return output;
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof Skipped)
        throw new TaskError('skipped', `The person in the seat of ${request.agent} gave it up.`);
      if (!(error instanceof Left)) throw error;
      this.ports.leave();
      return await unlessAborted(never, signal);
    } finally {
      signal.removeEventListener('abort', onAbort);
      dialog.close();
      release();
    }
  }
}

const never = new Promise<never>(() => undefined);

interface Said {
  text: string;
  by?: 'edit' | 'file' | 'clear' | 'paste';
}

/** A command alone on its line, or with its argument. */
const command = /^\/(?:(edit|clear|drop|skip|pause)\s*|(show|file)(?:\s(.*))?)$/;

class SeatDialog {
  readonly #typed: TypedLines;
  #isInRow = false;
  #canSkip = false;

  constructor(
    private readonly request: TaskRequest,
    private readonly ports: SeatPorts,
    private readonly place: TypedPlace | undefined,
  ) {
    const { input, output } = ports;
    const takesWords = (before: string): boolean => command.exec(before)?.[2] !== undefined && /\s/.test(before);
    this.#typed = new TypedLines({ input, output, takesWords });
  }

  close(): void {
    this.#typed.close();
    this.#leaveOut();
  }

  /** Drops lines typed early: they may have been meant for another field, or another task. */
  #leaveOut(): void {
    const lines = this.#typed.takeWaiting();
    if (lines.length === 0) return;
    const words = cutText(lines.join(' / '), 200);
    this.ports.out.print(
      this.ports.out.paint('yellow', `  Left out, because it was typed before it was asked: “${words}”`),
    );
  }

  /** `before`: values typed for the task earlier in this run. */
  async answer(before: SeatValues | undefined): Promise<{ output: unknown; values: SeatValues }> {
    // The terminal first delivers lines that were typed while it was not being read.
    for (let turn = 0; turn < 2; turn += 1) await setImmediate();
    this.#leaveOut();
    let problems = this.request.feedback.map(({ message }) => message);
    const kept = before === undefined ? seatValuesSchema.safeParse(await this.place?.find()).data : undefined;
    let values = before ?? kept;
    for (let isAgain = before !== undefined; ; isAgain = true) {
      const seat = this.#seat(problems, values);
      this.#show(seat, isAgain);
      if (!isAgain && textsIn(kept ?? {}).length > 0)
        this.ports.out.print(
          '  What you typed when you left is kept: Enter keeps it, field by field, and /edit goes on.',
        );
      values = await this.#filled(seat);
      const answer = seatAnswer(this.request, values);
      if ('output' in answer) return { output: answer.output, values };
      problems = answer.problems;
    }
  }

  #seat(problems: readonly string[], values: SeatValues | undefined): Seat {
    const asked = { request: this.request, problems, refusals: 0, values, isChecking: false };
    const seat = seatOf([asked], this.ports.view());
    if (seat === undefined) throw new Error('Nothing is asked.');
    return seat;
  }

  #show({ agent, title, prompt, rules, problems, canSkip }: Seat, isAgain: boolean): void {
    const { print, paint } = this.ports.out;
    print(`\n${paint('bold', `${agent}: ${title}`)}`);
    for (const problem of problems) print(paint('yellow', `  Not accepted: ${problem}`));
    if (!isAgain)
      for (const { label, lines } of prompt) print(`  ${label}:\n${lines.map((line) => `    ${line}`).join('\n')}`);
    for (const rule of isAgain ? [] : rules) print(paint('dim', `  ${rule}`));
    const skip = canSkip ? ', /skip gives this up' : '';
    print(
      paint(
        'dim',
        `  /show N prints entry N, /edit opens your editor, /file PATH takes a file, /clear empties a field, /drop leaves out a row, /pause leaves${skip}.`,
      ),
    );
  }

  async #filled({ fields, values, canSkip }: Seat): Promise<SeatValues> {
    const given: SeatValues = { ...values };
    this.#canSkip = canSkip;
    for (const field of fields) {
      if (field.when !== undefined && !field.when.is.includes(textOf(given[field.when.field]))) continue;
      try {
        given[field.id] = await this.#field(field, given[field.id]);
      } catch (error) {
        if (!(error instanceof Left)) throw error;
        await this.#left(error.typed === undefined ? given : { ...given, [field.id]: error.typed }, values);
        throw error;
      }
      await this.place?.keep(given);
    }
    return given;
  }

  async #left(typed: SeatValues, before: SeatValues): Promise<void> {
    if (isDeepStrictEqual(textsIn(typed), textsIn(before))) return;
    const isKept = await this.place?.keep(typed);
    this.ports.out.print(
      isKept === true
        ? 'What you typed is kept for when you are asked again.'
        : `What you typed could not be kept. It was:\n${textsIn(typed).join('\n')}`,
    );
  }

  async #field(field: SeatField, before: SeatValues[string] | undefined): Promise<SeatValues[string]> {
    if (field.kind === 'rows') return await this.#rows(field, before);
    if (field.kind !== 'checks') return await this.#input(field, textOf(before));
    this.#head(field);
    for (const [at, { label }] of field.options.entries()) this.ports.out.print(`    ${at + 1}  ${label}`);
    const kept = field.options.flatMap(({ value }, at) => (isTicked(before, value) ? [at + 1] : []));
    const how = kept.length === 0 ? 'none with Enter' : 'none with 0';
    const shown = kept.length === 0 ? '' : ` [${kept.join(', ')}]`;
    const line = await this.#line(`  Numbers, ${how}${shown}: `, kept.join(' '));
    return (line.match(/\d+/g) ?? []).flatMap((number) => field.options[Number(number) - 1]?.value ?? []);
  }

  async #rows(
    field: Extract<SeatField, { kind: 'rows' }>,
    before: SeatValues[string] | undefined,
  ): Promise<Record<string, string>[]> {
    const known = rowsIn(before);
    this.#head(field);
    const rows: Record<string, string>[] = [];
    let at = 0;
    try {
      for (; at < field.most; at += 1) {
        const isMore = known[at] !== undefined || (field.isRequired === true && at === 0);
        if (!isMore && !/^y(?:es)?$/i.test(await this.#line(`  ${field.add} (y, or Enter for no): `, ''))) break;
        rows.push(...(await this.#row(field, known[at] ?? {})));
      }
    } catch (error) {
      if (!(error instanceof Left)) throw error;
      throw new Left([...rows, ...rowsIn(error.typed), ...known.slice(at + 1)]);
    }
    return rows;
  }

  async #row(
    { fields }: Extract<SeatField, { kind: 'rows' }>,
    before: Readonly<Record<string, string>>,
  ): Promise<Record<string, string>[]> {
    const row = { ...before };
    let asked = '';
    this.#isInRow = true;
    try {
      for (const input of fields) {
        asked = input.id;
        row[asked] = await this.#input(input, before[asked] ?? '');
      }
      return [row];
    } catch (error) {
      if (error instanceof Dropped) return [];
      if (!(error instanceof Left)) throw error;
      throw new Left([typeof error.typed === 'string' ? { ...row, [asked]: error.typed } : row]);
    } finally {
      this.#isInRow = false;
    }
  }

  async #input(field: SeatInput, before: string): Promise<string> {
    this.#head(field);
    if (field.kind === 'choice') return await this.#choice(field, before);
    const kept = before === '' ? '' : ` Enter keeps “${cutText(collapsed(before), 60)}”.`;
    const how = field.isLine === true ? 'One line.' : 'As many lines as you like, then one with a full stop alone.';
    this.ports.out.print(this.ports.out.paint('dim', `  ${how}${kept}`));
    const lines: string[] = [];
    try {
      return await this.#text(field, { before, lines });
    } catch (error) {
      // The lines were typed and must not be lost.
      throw error instanceof Left && lines.length > 0 ? new Left(lines.join('\n')) : error;
    }
  }

  async #text(
    field: Extract<SeatInput, { kind: 'text' }>,
    { before, lines }: { before: string; lines: string[] },
  ): Promise<string> {
    let begun = before;
    for (;;) {
      const said = await this.#said('  > ', lines.length === 0 ? begun : lines.join('\n'));
      if (said.by === 'edit') return said.text;
      if (said.by === 'file') return [...lines, said.text].join('\n');
      if (said.by !== 'clear') {
        if (lines.length === 0 && said.text === '') return begun;
        if (field.isLine === true) return said.by === 'paste' ? collapsed(said.text) : said.text;
        if (said.text === '.' && said.by === undefined) return lines.length === 0 ? begun : lines.join('\n');
        lines.push(said.text);
      } else {
        if (lines.length === 0) return '';
        this.ports.out.print(this.ports.out.paint('dim', `  What you typed for “${field.label}” is taken back.`));
        lines.length = 0;
        begun = '';
      }
    }
  }

  async #choice({ options }: Extract<SeatInput, { kind: 'choice' }>, before: string): Promise<string> {
    for (const [at, { label }] of options.entries()) this.ports.out.print(`    ${at + 1}  ${label}`);
    const kept = options.findIndex(({ value }) => value === before) + 1;
    for (;;) {
      const line = await this.#line(kept === 0 ? '  Number: ' : `  Number [${kept}]: `, String(kept));
      const chosen = options[Number(line) - 1] ?? options.find(({ value }) => value !== '' && value === line);
      if (chosen !== undefined) return chosen.value;
    }
  }

  #head({ label, hint, isRequired }: Pick<SeatField, 'label' | 'hint' | 'isRequired'>): void {
    const { print, paint } = this.ports.out;
    const more = [isRequired === true ? undefined : 'may be left out', hint].filter((part) => part !== undefined);
    print(`${paint('bold', label)}${more.length === 0 ? '' : ` (${more.join('; ')})`}`);
  }

  async #line(question: string, before: string): Promise<string> {
    for (;;) {
      const { text } = await this.#said(question, before);
      if (!text.trim().includes('\n')) return text.trim() === '' ? before : text.trim();
      this.ports.out.print('Several lines were pasted where a short answer is asked for: they are left out.');
    }
  }

  /** Returns the typed text, or the text so far as a command changed it. */
  async #said(question: string, text: string): Promise<Said> {
    for (;;) {
      const line = await this.#typed.next(question);
      if (line === undefined) throw new Left();
      if (line.isPasted) return { text: line.text, by: 'paste' };
      const [, alone, named = alone, rest = ''] = command.exec(line.text) ?? [];
      if (named === undefined) return { text: line.text };
      if (named === 'pause') throw new Left();
      if (named === 'skip' && this.#canSkip) throw new Skipped();
      if (named === 'drop' && this.#isInRow) throw new Dropped();
      const said = await this.#commanded(named, rest.trim(), text);
      if (said !== undefined) return said;
    }
  }

  async #commanded(named: string, rest: string, text: string): Promise<Said | undefined> {
    const { print } = this.ports.out;
    if (named === 'show') print(await this.#entry(Number(rest)));
    if (named === 'skip')
      print('This cannot be given up: without it there is no end. /pause leaves the debate as it is.');
    if (named === 'drop') print('There is no row here that could be left out. /clear empties a field.');
    if (named === 'clear') return { text: '', by: 'clear' };
    if (named === 'edit') return this.#edited(text);
    if (named !== 'file') return undefined;
    try {
      return { text: readFileSync(rest, 'utf8').trim(), by: 'file' };
    } catch {
      print(`${rest} cannot be read. Name a text file, or type the text.`);
      return undefined;
    }
  }

  /** Shows an entry that this task may see, with later redactions masked. */
  async #entry(seq: number): Promise<string> {
    const { input } = this.request;
    const known = 'record' in input ? input.record.find((candidate) => candidate.seq === seq) : undefined;
    if (known === undefined) return `There is no entry ${seq} before this task.`;
    await this.ports.refresh();
    const view = this.ports.view();
    const entry = isRedacted(view.state, seq) ? (view.visible(seq) ?? known) : view.mask.value(known);
    const sources = (entry.sources ?? []).map(({ url, title, quote = '' }) => `  ${title} ${url} ${quoted(quote)}`);
    return [`seq ${seq}, ${entry.speaker}, ${entry.type}`, entry.content, ...sources].join('\n');
  }

  #edited(before: string): Said | undefined {
    const editor = process.env['VISUAL'] ?? process.env['EDITOR'];
    if (editor === undefined || editor.trim() === '') {
      this.ports.out.print('No editor is named: set EDITOR, type the text, or say /file PATH.');
      return undefined;
    }
    const folder = mkdtempSync(join(tmpdir(), 'rostrum-seat-'));
    const file = join(folder, 'answer.md');
    try {
      writeFileSync(file, before, { mode: 0o600 });
      const { status } = this.#typed.lend(() => spawnSync(`${editor} "${file}"`, { stdio: 'inherit', shell: true }));
      if (status === 0) return { text: readFileSync(file, 'utf8').trim(), by: 'edit' };
      this.ports.out.print(
        `${editor} did not end well, so that nothing was taken. Set EDITOR to another one, or type the text.`,
      );
      return undefined;
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
}

const isTicked = (before: SeatValues[string] | undefined, value: string): boolean =>
  Array.isArray(before) && before.some((one) => one === value);

const rowsIn = (value: SeatValues[string] | undefined): Record<string, string>[] =>
  (Array.isArray(value) ? value : []).filter((row) => typeof row === 'object');

const textsIn = (values: SeatValues): string[] => stringsIn(values).filter((text) => text !== '');

const textOf = (value: SeatValues[string] | undefined): string => (typeof value === 'string' ? value : '');
