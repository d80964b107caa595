import { GitFailure } from '../citations/repository';
import { RecordError } from '../record/recordError';
import { EvidenceError } from '../research/evidenceError';
import { PlanError } from '../session/plan/planError';
import { engineVersion } from '../session/version';
import type { Command } from './options';
import { createOutput, type Output } from './output';
import { helpText, helpWidth, UsageError } from './usage';
import { errorCode, errorText } from '../debate/log/objects';

const commands: Record<string, () => Promise<Command>> = {
  run: async () => (await import('./run')).run,
  resume: async () => (await import('./resume')).resume,
  status: async () => (await import('./status')).status,
  lint: async () => (await import('./lint')).lint,
  verify: async () => (await import('./verify')).verify,
  audit: async () => (await import('./audit')).audit,
  search: async () => (await import('./search')).search,
  check: async () => (await import('./check')).check,
  'check-quote': async () => (await import('./checkQuote')).checkQuote,
  report: async () => (await import('./writing')).report,
  append: async () => (await import('./append')).append,
  import: async () => (await import('./importDebate')).importDebate,
  export: async () => (await import('./writing')).exportCommand,
  doctor: async () => (await import('./doctor')).doctor,
  mcp: async () => (await import('./mcp')).mcp,
  script: async () => (await import('./writing')).script,
};

export async function commandLine(argv: readonly string[]): Promise<number> {
  const [name = 'help', ...args] = argv;
  const output = (json: boolean, quiet = false): Output => createOutput({ json, quiet });
  const asked = helpFor(name, args);
  if (asked !== undefined) {
    process.stdout.write(asked);
    return 0;
  }
  if (name === '--version' || name === 'version') {
    process.stdout.write(`${engineVersion}\n`);
    return 0;
  }
  try {
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (command === undefined)
      throw new UsageError(
        `There is no command "${name === 'help' || isHelp(name) ? args[0] : name}". Try: rostrum help`,
      );
    return await (
      await command()
    )(args, output);
  } catch (error) {
    return fail(error, output(args.includes('--json')));
  }
}

const isHelp = (word: string | undefined): boolean => word === '--help' || word === '-h';

function helpFor(name: string, given: readonly string[]): string | undefined {
  const args = given.includes('--') ? given.slice(0, given.indexOf('--')) : given;
  const width = helpWidth(process.env['COLUMNS'], process.stdout.columns);
  const isAll = name === 'help' || isHelp(name);
  const ofOne = isAll ? args.find((word) => !word.startsWith('-')) : name;
  if (!isAll && !args.some(isHelp)) return undefined;
  return helpText(width, ofOne) ?? (isAll && ofOne !== undefined ? undefined : helpText(width));
}

/** Prints an error; with `--json` as the one object on standard output. */
function fail(error: unknown, out: Output): number {
  const message = errorText(error);
  const code = errorCode(error) ?? 'failed';
  if (out.isJson) out.json({ error: { code: isWrongUsage(error) ? 'usage' : code, message } });
  out.error(message);
  return isBadInput(error) ? 2 : 1;
}

/** Whether the flags were wrong; Node.js throws its own errors for those. */
const isWrongUsage = (error: unknown): boolean =>
  error instanceof UsageError ||
  (error instanceof TypeError && errorCode(error)?.startsWith('ERR_PARSE_ARGS') === true);

const isBadInput = (error: unknown): boolean =>
  isWrongUsage(error) ||
  error instanceof PlanError ||
  error instanceof EvidenceError ||
  error instanceof GitFailure ||
  errorCode(error) === 'key_missing' ||
  (error instanceof RecordError && (error.code === 'newer_version' || error.code === 'line_ends'));
