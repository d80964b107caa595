import { styleText } from 'node:util';

/** Output of a command. With `--json` one JSON object goes to standard output, and all other text to standard error. */
export interface Output {
  readonly isJson: boolean;
  /** Width of the terminal; undefined without one, and lines are then not broken. */
  readonly columns: number | undefined;
  /** Prints for people; silent with `--quiet`. */
  say(line: string): void;
  /** Prints results and other necessary text, even with `--quiet`. */
  print(line: string): void;
  path(dir: string): void;
  /** Writes to standard error, once the command has taken a while. */
  progress(line: string): void;
  /** Shows lines below all other output until they are replaced or a line is printed; on a terminal only. */
  live(lines: readonly string[]): void;
  /** Holds back output and live lines while a person types, until the returned function is called. */
  hold(): () => void;
  json(value: unknown): void;
  error(line: string): void;
  paint(style: TextStyle, text: string): string;
}

export type TextStyle = Parameters<typeof styleText>[0];

/**
 * Keeps a debate running after its reader has left, as in `rostrum run | head`. A full disk and similar failures do not
 * stop it either; they are reported once, and the command fails.
 */
export function survivePipes(): void {
  let isTold = false;
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE' || isTold) return;
    isTold = true;
    process.stderr.write(`rostrum: Standard output cannot be written, and is incomplete: ${error.message}\n`);
    process.on('exit', () => (process.exitCode = process.exitCode === 0 ? 1 : process.exitCode));
  });
  // An error of standard error cannot be reported.
  process.stderr.on('error', () => undefined);
}

/**
 * Characters that could move the cursor, hide text or forge a line's end; also in 8 bits, and those that turn text
 * around.
 */
const controls = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;
/** Colour codes that `paint` writes: bold, dim, colours, and back. */
const painted = /\u001b\[(?:1|2|22|3[1-7]|39|90)m/g;

/**
 * Escapes control characters, because models, pages and other people's records could hide commands to the terminal in
 * their words.
 */
function forTerminal(text: string, hasColour: boolean): string {
  const clean = (piece: string): string =>
    piece.replace(controls, (control) => (control === '\n' || control === '\t' ? control : ''));
  if (!hasColour) return clean(text.replace(painted, ''));
  let written = '';
  let from = 0;
  for (const match of text.matchAll(painted)) {
    written += clean(text.slice(from, match.index)) + match[0];
    from = match.index + match[0].length;
  }
  return written + clean(text.slice(from));
}

/** JSON in which characters that a terminal would obey are escaped; a parser gets every character. */
export const jsonForTerminal = (value: unknown, indent?: number): string =>
  JSON.stringify(value, null, indent).replace(controls, (control) =>
    control === '\n' ? control : `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

export function broken(text: string, columns: number): string {
  return text
    .split('\n')
    .map((line) => brokenLine(line, Math.max(30, columns - 1)))
    .join('\n');
}

const usualColumns = 80;

const widthOf = (text: string): number => text.replace(painted, '').length;

function brokenLine(line: string, width: number): string {
  if (widthOf(line) <= width) return line;
  const indent = /^(?:\u001b\[\d+m)*( *)/.exec(line)?.[1] ?? '';
  return filledLines(line.split(/(?<=\S) (?=\S)/), width, indent).join('\n');
}

/**
 * Lines with as many words as the width holds; colours take no room. `further`: text before all lines but the first.
 */
export function filledLines(words: readonly string[], width: number, further = ''): string[] {
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last === undefined) lines.push(word);
    else if (widthOf(last) + 1 + widthOf(word) > width) lines.push(`${further}${word}`);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}

type OutputStream = NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };

class LiveLines {
  #shown = 0;

  constructor(private readonly stream: OutputStream) {}

  /** Shows lines cut at the edge, because a broken line would take more rows than are counted. */
  show(lines: readonly string[]): void {
    const text = lines.map((line) => `${line.replaceAll('\n', ' ')}\n`).join('');
    this.stream.write(`${this.#erasing()}\u001b[?7l${text}\u001b[?7h`);
    this.#shown = lines.length;
  }

  clear(): void {
    if (this.#shown > 0) this.stream.write(this.#erasing());
    this.#shown = 0;
  }

  #erasing(): string {
    return this.#shown === 0 ? '' : `\u001b[${this.#shown}A\r\u001b[J`;
  }
}

/** Milliseconds after which a command reports its progress. */
const quietFor = 2000;

export function createOutput(options: { json: boolean; quiet: boolean; stdout?: OutputStream }): Output {
  const { stdout = process.stdout } = options;
  const stream = options.json ? process.stderr : stdout;
  const { isTTY = false } = stream;
  const hasColour = isTTY && (process.env['NO_COLOR'] ?? '') === '';
  const live = new LiveLines(stream);
  let held: string[] | undefined;
  const began = performance.now();
  const write = (to: OutputStream, line: string): void => {
    live.clear();
    to.write(`${line}\n`);
  };
  const say = (line: string): void =>
    write(stream, forTerminal(isTTY ? broken(line, stream.columns ?? usualColumns) : line, hasColour));
  return {
    isJson: options.json,
    get columns() {
      return isTTY ? stream.columns : undefined;
    },
    say: (line) => {
      if (options.quiet) return;
      if (held === undefined) say(line);
      else held.push(line);
    },
    print: (line) => write(stream, forTerminal(line, hasColour)),
    path: (dir) => write(process.stderr, dir),
    progress: (line) => {
      if (!options.quiet && performance.now() - began > quietFor) write(process.stderr, forTerminal(line, false));
    },
    live: (lines) => {
      if (isTTY && held === undefined && !options.quiet && !options.json)
        live.show(lines.map((line) => forTerminal(line, hasColour)));
    },
    hold: () => {
      live.clear();
      held = [];
      return () => {
        for (const line of held ?? []) say(line);
        held = undefined;
      };
    },
    json: (value) => write(stdout, jsonForTerminal(value, 2)),
    error: (line) => write(process.stderr, `rostrum: ${forTerminal(line, false)}`),
    paint: (style, text) => (hasColour ? styleText(style, text, { validateStream: false }) : text),
  };
}
