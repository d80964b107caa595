import { createInterface, type Interface, type Key } from 'node:readline';
import { ReadStream } from 'node:tty';

/** An answer to a prompt. A paste is one answer, whatever it holds, and is never a command. */
export interface TypedLine {
  readonly text: string;
  readonly isPasted: boolean;
}

interface TypedLinesPorts {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
  /** Whether the text before the cursor is a typed command with an argument, for example a path. */
  readonly takesWords: (before: string) => boolean;
}

/** Mode in which a terminal puts marks around pasted text. */
const pasteMode = { on: '\u001b[?2004h', off: '\u001b[?2004l' };
const pasteMark = '\u001b[200~';

/** Milliseconds; parts of a paste without marks follow each other faster than a person types. */
const burstMs = 30;

/**
 * Lines that a person types at a terminal. Pasted text is recognised by the terminal's marks, or by lines that arrive
 * at once.
 */
export class TypedLines {
  readonly #terminal: Interface;
  readonly #waiting: TypedLine[] = [];
  readonly #isTerminal: boolean;
  #wake: (() => void) | undefined;
  #isClosed = false;
  #pastedLines: string[] = [];
  #isPasted = false;
  #isBetweenMarks = false;
  #knowsMarks = false;
  #burst: NodeJS.Timeout | undefined;

  constructor(private readonly ports: TypedLinesPorts) {
    const { input, output } = ports;
    this.#isTerminal = 'isTTY' in output && output.isTTY === true;
    input.prependListener('data', this.#onData);
    // Without a history, no key brings a pasted line back as if it had been typed.
    this.#terminal = createInterface({ input, output, historySize: 0 });
    input.prependListener('keypress', this.#onKey);
    this.#terminal.on('line', (line) => this.#onLine(line));
    // A terminal that reports keys reports Ctrl-C as one.
    this.#terminal.on('SIGINT', () => {
      if (this.#pastedLines.length > 0) this.#pastedLines.push(this.#terminal.line);
      this.#terminal.close();
    });
    this.#terminal.on('SIGCONT', () => {
      this.#setPasteMode('on');
      this.#terminal.prompt(true);
    });
    this.#terminal.on('close', () => this.#onClose());
    process.once('exit', this.#leavePasteMode);
    this.#setPasteMode('on');
  }

  /** Returns undefined at the end of the input. */
  async next(question: string): Promise<TypedLine | undefined> {
    if (this.#waiting.length === 0 && !this.#isClosed) {
      this.#terminal.setPrompt(question);
      this.#terminal.prompt();
    }
    while (this.#waiting.length === 0 && !this.#isClosed) await new Promise<void>((resolve) => (this.#wake = resolve));
    return this.#waiting.shift();
  }

  /** Returns and drops lines that were typed before a question. */
  takeWaiting(): string[] {
    const lines = [...this.#waiting.splice(0).map(({ text }) => text), ...this.#pastedLines.splice(0)];
    return lines.filter((line) => line.trim() !== '');
  }

  /** Gives the terminal to another program while `work` runs, as a shell would. */
  lend<T>(work: () => T): T {
    this.#terminal.pause();
    this.#setPasteMode('off');
    this.#setRawMode(false);
    try {
      return work();
    } finally {
      this.#setRawMode(true);
      this.#setPasteMode('on');
      this.#terminal.resume();
    }
  }

  close(): void {
    this.#terminal.close();
  }

  readonly #leavePasteMode = (): void => this.#setPasteMode('off');

  readonly #onData = (data: Buffer | string): void => {
    const text = data.toString();
    this.#knowsMarks ||= this.#isTerminal && text.includes(pasteMark);
    if (this.#knowsMarks || (this.#burst === undefined && !hasSeveralLines(text))) return;
    if (this.#burst === undefined) this.#begin();
    clearTimeout(this.#burst);
    this.#burst = setTimeout(() => {
      this.#burst = undefined;
      this.#end();
    }, burstMs);
  };

  readonly #onKey = (_: string | undefined, key: Key): void => {
    if (key.name === 'paste-start') {
      this.#isBetweenMarks = true;
      this.#begin();
    } else if (key.name === 'paste-end') {
      this.#isBetweenMarks = false;
      this.#end();
    } else if (this.#isBetweenMarks) {
      // A pasted control character is not a key: it must not end the input or move the cursor.
      if (key.name !== 'return' && key.name !== 'enter') Object.assign(key, { name: '', ctrl: false, meta: false });
    } else if (this.#burst === undefined) {
      // The next line is typed once the user has emptied this one.
      if (this.#terminal.line === '' && this.#pastedLines.length === 0) this.#isPasted = false;
      if (key.ctrl === true && key.name === 'z') this.#setPasteMode('off');
    }
  };

  #begin(): void {
    const { line, cursor } = this.#terminal;
    this.#isPasted ||= !this.ports.takesWords(line.slice(0, cursor));
  }

  /** Completes a paste that ends with a line break; otherwise Enter completes its last line. */
  #end(): void {
    if (this.#pastedLines.length > 0 && this.#terminal.line === '') this.#give(this.#pastedLines.splice(0));
  }

  #onLine(line: string): void {
    if (this.#isBetweenMarks || this.#burst !== undefined) this.#pastedLines.push(line);
    else this.#give([...this.#pastedLines.splice(0), line]);
  }

  #give(lines: readonly string[]): void {
    const text = lines.join('\n');
    const isPasted = this.#isPasted;
    this.#isPasted = false;
    if (isPasted && text.trim() === '') return;
    this.#waiting.push({ text: isPasted ? withoutControls(text) : text, isPasted });
    this.#wake?.();
  }

  #onClose(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearTimeout(this.#burst);
    this.#burst = undefined;
    this.ports.input.off('data', this.#onData);
    this.ports.input.off('keypress', this.#onKey);
    process.off('exit', this.#leavePasteMode);
    this.#setPasteMode('off');
    if (this.#pastedLines.length > 0) this.#give(this.#pastedLines.splice(0));
    this.#wake?.();
  }

  #setPasteMode(mode: keyof typeof pasteMode): void {
    if (this.#isTerminal) this.ports.output.write(pasteMode[mode]);
  }

  #setRawMode(isRaw: boolean): void {
    const { input } = this.ports;
    if (input instanceof ReadStream) input.setRawMode(isRaw);
  }
}

/** Whether there are several lines; one line with its break is what Enter sends. */
function hasSeveralLines(text: string): boolean {
  const lines = text.split(/\r\n|\r|\n/);
  return /\S/.test(text) && (lines.length > 2 || (lines.length === 2 && lines[1] !== ''));
}

const withoutControls = (text: string): string => text.replace(/\p{Cc}/gu, (sign) => (/[\n\t]/.test(sign) ? sign : ''));
