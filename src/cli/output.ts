import { styleText } from 'node:util';

/** With `--json` one JSON object goes to standard output and all else to standard error. */
export interface Output {
  readonly isJson: boolean;
  /** Undefined without a terminal: then lines are not broken. */
  readonly columns: number | undefined;
  /** For people; nothing with `--quiet`. */
  say(line: string): void;
  /** Not silenced: results and what a user must know. */
  print(line: string): void;
  path(dir: string): void;
  /** Writes to standard error, once the command has taken a while. */
  progress(line: string): void;
  /** Below all else until others take their place or something is said; on a terminal only. */
  live(lines: readonly string[]): void;
  /** A person types: what is said waits, and nothing is live, until the returned function is called. */
  hold(): () => void;
  json(value: unknown): void;
  error(line: string): void;
  paint(style: TextStyle, text: string): string;
}

export type TextStyle = Parameters<typeof styleText>[0];

/**
 * `rostrum run | head`: whoever read is gone, the debate goes on. So it does on a full disk and the like; that is said once, and the
 * command has failed.
 */
export function survivePipes(): void {
  let isTold = false;
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE' || isTold) return;
    isTold = true;
    process.stderr.write(`rostrum: Standard output cannot be written, and is incomplete: ${error.message}\n`);
    process.on('exit', () => (process.exitCode = process.exitCode === 0 ? 1 : process.exitCode));
  });
  // Nothing can be said of it.
  process.stderr.on('error', () => undefined);
}

/** What could move the cursor, hide text or forge a line's end; also in 8 bits and as characters that turn text around. */
const controls = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;
/** As `paint` writes them: bold, dim, colours, and back. */
const painted = /\u001b\[(?:1|2|22|3[1-7]|39|90)m/g;

/** Models, pages and records of others could put commands to a terminal into their words. */
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

/** What a terminal would obey stands as escapes: who parses it gets every character. */
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

/** As many words a line as its width holds; colours take no room. `further`: before all lines but the first. */
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

  /** Cut at the edge: what is broken takes more lines than are known of. */
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

/** In ms: a command that takes no longer does not say how far it is. */
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
