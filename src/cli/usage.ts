import { flagWords, ownOptions } from '../debate/flow/options';
import type { Format } from '../debate/flow/step';
import { formats } from '../debate/formats/registry';
import { filledLines } from './output';

export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UsageError';
  }
}

interface CommandHelp {
  name: string;
  /** Arguments after `rostrum NAME`, a line for each way to call it. */
  usage: readonly string[];
  about?: string;
  notes?: readonly (keyof typeof notes)[];
}

/** Each flag once; its values where they are those of one format. */
function optionFlags(): string {
  const words = new Map<string, Set<string>>();
  for (const option of formats.flatMap((format) => ownOptions(format)))
    words.set(option.flag, (words.get(option.flag) ?? new Set()).add(flagWords(option)));
  const each = [...words].map(([flag, [first = '', ...others]]) =>
    others.length === 0 ? first : `--${flag} ${flag.charAt(0).toUpperCase()}`,
  );
  return each.map((text) => `[${text}]`).join(' ');
}

/** Flags of a format beside those of its options, with their values. */
const otherFlagsOf = (format: Format): Readonly<Record<string, string>> => ({
  ...(format.takesLimits && { 'min-rounds': 'N', 'max-rounds': 'N' }),
  ...(format.seats === undefined && { debaters: 'TEXT' }),
  ...(format.motion !== undefined && { 'motion-definitions': 'FILE' }),
});

/** The format's own flags. Every format takes `--rounds`, or says what it takes in its place. */
export const flagsOf = (format: Format): string[] => [
  ...Object.keys(otherFlagsOf(format)),
  ...ownOptions(format).flatMap(({ flag }) => (flag === 'rounds' ? [] : [flag])),
];

function takes(format: Format): string {
  const others = Object.entries(otherFlagsOf(format)).map(([flag, value]) => `--${flag} ${value}`);
  const options = ownOptions(format).map((option) =>
    option.help === undefined ? flagWords(option) : `${flagWords(option)} (${option.help})`,
  );
  return `A ${format.name} takes ${[...others, ...options].join(', ')}.`;
}

const ofFormats = formats.map(takes);

const judges =
  '--judges N|MODEL,...: judges that read the whole record without names, each in both orders, and decide by a rule of code; 0, 1 (where models debate, unless said otherwise) or 3. Each costs two readings of the record. --plain-answer 0|1: whether the model that decides answers once before the debate, sealed until the end and shown beside the outcome; 1 where models debate, unless said otherwise.';

const notes = {
  formats: [...ofFormats, judges].join(' '),
  web: 'WEB: [--no-web] [--allow-host HOST:PORT]... [--archive wayback|off|URL] [--proxy]: whether pages are fetched; hosts of a private network that may be; whom to ask about pages that are gone; through the proxy that HTTPS_PROXY names.',
  seats:
    'A seat may be a person’s (--models chair=human, or "model": "human" in --lineup): who sits at the terminal is asked what a model would be asked, by the same forms and rules as in the editor. Without a terminal the debate pauses.',
  provider:
    'Without --provider a terminal asks which model is to debate, and offers the keys of the environment and model servers of this machine.',
  keys: 'Keys come from the environment: ANTHROPIC_API_KEY, OPENAI_API_KEY, BRAVE_API_KEY, TAVILY_API_KEY. They are sent to the address that the command line names and to no other; no other variable of an SDK is honoured, and no record names an address.',
  stopping: 'Ctrl-C pauses after the running task; a second Ctrl-C stops at once. Nothing that was logged is lost.',
} as const;

const exitStatus =
  'Exit status: 0 done; 1 lint, audit, check or a line of check-quote found errors, verify found something else than the record says or something kept that was altered, or the command failed; 2 wrong usage or bad input; 3 stopped, interrupted, paused or out of budget: "rostrum resume DIR" goes on.';

// oxlint-disable-next-line rostrum/no-format-names -- It is what people read.
const commands: readonly CommandHelp[] = [
  {
    name: 'run',
    usage: [
      `--topic TEXT [--format ${formats.map(({ name }) => name).join('|')}] [--lineup FILE.json | --debaters TEXT] [--evidence DIR] [--subject FILE]... [--provider offline|anthropic|openai-compatible|scripted] [--script FILE] [--model ID] [--models role=ID,...] [--base-url URL] [--effort low|medium|high|role=EFFORT,...] [--search none|brave|tavily|searxng=URL] [WEB] [--min-rounds N] [--max-rounds N] ${optionFlags()} [--motion-definitions FILE] [--judges N|MODEL,...] [--plain-answer 0|1] [--time-budget MINUTES] [--budget-usd X] [--price MODEL=IN/OUT,...] [--anyway] [--pace fast|reading|off] [--out DIR] [--json] [--quiet] [--yes] [--trust-workspace]`,
      '--sample [--format F] [--pace P] [--out DIR] [--json] [--quiet] [--yes]',
    ],
    about: '--sample: a debate that was written beforehand, one for each format; gates, checks and record are live',
    notes: ['formats', 'web', 'seats', 'provider', 'keys', 'stopping'],
  },
  {
    name: 'resume',
    usage: [
      'DIR [--exchanges N] [--skip STEP] [--anyway] [--take-over] [--conclude] [--budget-usd X|none] [--price MODEL=IN/OUT,...] [--models role=ID,...] [--evidence DIR] [--subject FILE]... [--provider P] [--model ID] [--script FILE] [--base-url URL] [--search …] [WEB] [--pace P] [--trust-workspace] [--json] [--quiet]',
    ],
    notes: ['web', 'seats', 'keys', 'stopping'],
  },
  {
    name: 'mcp',
    usage: ['[--root DIR]... [--max-usd X] [WEB]'],
    about:
      'serves a coding agent over standard input and output (MCP): its own subagents take the seats, without a key; docs/agents.md',
    notes: ['web'],
  },
  {
    name: 'doctor',
    usage: ['[--json]'],
    about:
      'what is there to hold a debate with (keys by name, model servers of this machine, editors, coding agents), and the next command; no request leaves the machine',
  },
  { name: 'status', usage: ['DIR [--json]'], about: 'where it stands; changes nothing' },
  { name: 'lint', usage: ['LOG|DIR [--json|--sarif]'], about: 'hold a log against the rules' },
  {
    name: 'verify',
    usage: ['DIR [--refetch | --again] [WEB] [--json]'],
    about:
      'check every source again: from the snapshots, or as it is now; appends nothing. --again: read what could not be read before, and log what it comes to',
    notes: ['web'],
  },
  {
    name: 'audit',
    usage: ['DIR [--head HASH] [--json]'],
    about:
      'check that the record is still the one that was written: each line against the one before it, snapshots against their pages, documents against the log. --head: the log must still hold the line with this hash',
  },
  {
    name: 'check',
    usage: ['FILES|FOLDERS... [--root DIR] [--max-age DAYS] [--since REF] [--cache DIR] [WEB] [--json|--sarif]'],
    about:
      'hold the quotations and figures of Markdown documents against the files and pages that they cite, the worst first; no model is asked. A page is asked for at most once in 7 days (--max-age 0: now). --since: only what differs from a git revision',
    notes: ['web'],
  },
  {
    name: 'check-quote',
    usage: ['[--root DIR] [WEB] < LINES.jsonl'],
    about:
      'JSON lines {id?, claim?, quote?, and one of text, html, pdf (base64), file, url} in, one line out each, as the Verifier checks a source; no model is asked. Files are read below --root only',
    notes: ['web'],
  },
  {
    name: 'search',
    usage: [
      'QUERY [DIR] [--regex] [--speaker NAME] [--type TYPE] [--status S] [--format F] [--in PLACE] [--after DATE] [--before DATE] [--limit N] [--json]',
    ],
    about:
      'what entries, sources and documents of all debates below DIR (or here) hold, the best first: words, "phrases", and filters also as speaker:ann type:rebuttal after:2026-01-31; --regex reads the logs, the newest first',
  },
  { name: 'report', usage: ['DIR [--json]'], about: 'write the documents again from the log; needs no model' },
  {
    name: 'append',
    usage: [
      'DIR --speaker S --type T --phase P --content-file F [--sources JSON] [--rebuttal-to N] [--target N] [--data JSON] [--json]',
    ],
    about: 'add an entry to any log',
  },
  {
    name: 'import',
    usage: ['DIR [--out DIR] [--json]'],
    about:
      'a debate of another system (dialectic, agent-debate, ai-debate) as a record in a folder of its own; "resume --exchanges N --provider P" goes on with a dialectic',
  },
  {
    name: 'script',
    usage: ['DIR [--out FILE.json] [--json]'],
    about:
      'the accepted answers of a record as a script, with its snapshots beside it: "run --script FILE" plays it again, "resume DIR --script FILE" on a fresh import. It holds what the log holds, redacted text too; it is no export',
  },
  {
    name: 'export',
    usage: ['DIR --to html|mermaid|argdown|aif|csl-json|markdown|madr [--out FILE] [--json]'],
    about: 'in another form; to standard output where no file is named',
  },
];

const usualWidth = 100;
const [leastWidth, mostWidth] = [60, 120];

/** Width of the help: `COLUMNS`, else the terminal's. */
export function helpWidth(columns: string | undefined, terminal: number | undefined): number {
  const wanted = Number(columns ?? '') || terminal || usualWidth;
  return Math.min(mostWidth, Math.max(leastWidth, Math.floor(wanted)));
}

/** Help for the named command, or for all; undefined if no command has this name. */
export function helpText(width: number, name?: string): string | undefined {
  const wrapped = (text: string): string => filled(text, { width, indent: '', further: '' });
  if (name === undefined)
    return [
      wrapped('rostrum: structured debates between agents, every source checked'),
      commands.map((command) => commandText(command, width)).join('\n'),
      ...ofFormats.map(wrapped),
      ...(['web', 'seats', 'provider', 'keys'] as const).map((note) => wrapped(notes[note])),
      `${wrapped(exitStatus)}\n${wrapped(notes.stopping)}`,
      `${wrapped('rostrum help COMMAND says what concerns one of them, rostrum --version which version this is.')}\n`,
    ].join('\n\n');
  const command = commands.find((one) => one.name === name);
  if (command === undefined) return undefined;
  const own = (command.notes ?? []).map((note) => wrapped(notes[note]));
  return `${[commandText(command, width), ...own, wrapped(exitStatus)].join('\n\n')}\n`;
}

function commandText({ name, usage, about }: CommandHelp, width: number): string {
  const lines = usage.map((flags) =>
    // A flag stays on one line with its value.
    filled(
      `rostrum ${name} ${flags}`,
      { width, indent: '  ', further: '      ' },
      /(?<=\S) (?=[[<]|--|[A-Z]{3})(?![^[\]]*\])/,
    ),
  );
  const words = about === undefined ? [] : [filled(about, { width, indent: '          ', further: '          ' })];
  return [...lines, ...words].join('\n');
}

/** Fills lines with words; a word that is longer than a line is broken between choices. */
function filled(
  text: string,
  { width, indent, further }: { width: number; indent: string; further: string },
  between = / /,
): string {
  const words = text.split(between).flatMap((piece) => choices(piece, width - further.length));
  const [first = '', ...others] = words;
  return filledLines([`${indent}${first}`, ...others], width, further).join('\n');
}

const choices = (word: string, room: number): string[] =>
  word.length <= room
    ? [word]
    : word.split(/(?<=\|)/).reduce<string[]>((parts, part) => {
        const last = parts.at(-1);
        if (last === undefined || last.length + part.length > room) return [...parts, part];
        return [...parts.slice(0, -1), `${last}${part}`];
      }, []);
