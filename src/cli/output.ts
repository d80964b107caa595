import { styleText } from 'node:util';

/** Where a command writes. With `--json` one JSON object goes to standard output and all else to standard error. */
export interface Output {
  readonly isJson: boolean;
  /** The width of the terminal; undefined when it is none, and lines are not broken. */
  readonly columns: number | undefined;
  /** Words for people: standard output, or standard error with `--json`; nothing with `--quiet`. */
  say(line: string): void;
  /** Like `say`, but not silenced: results and what a user must know. */
  tell(line: string): void;
  /** The path of a new debate, before anything else on standard error. */
  path(dir: string): void;
  json(value: unknown): void;
  error(line: string): void;
  paint(style: Style, text: string): string;
}

export type Style = Parameters<typeof styleText>[0];

/** `rostrum run | head`: whoever read is gone, the debate goes on. */
export function survivePipes(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  }
}

export function createOutput(options: { json: boolean; quiet: boolean }): Output {
  const stream = options.json ? process.stderr : process.stdout;
  const hasColour = stream.isTTY && process.env['NO_COLOR'] === undefined;
  return {
    isJson: options.json,
    columns: stream.isTTY ? stream.columns : undefined,
    say: (line) => {
      if (!options.quiet) stream.write(`${line}\n`);
    },
    tell: (line) => void stream.write(`${line}\n`),
    path: (dir) => void process.stderr.write(`${dir}\n`),
    json: (value) => void process.stdout.write(`${JSON.stringify(value, null, 2)}\n`),
    error: (line) => void process.stderr.write(`rostrum: ${line}\n`),
    paint: (style, text) => (hasColour ? styleText(style, text) : text),
  };
}
