import type { LintProblem } from '../debate/rules/lint/lint';
import type { DebateLog } from '../record/debateLog';
import { counted, cutText, plainLine, capitalised } from '../matching/text/shortText';
import { withPlaces } from '../projections/sourcePlace';
import { english } from '../projections/vocabulary';
import { isLintedInPart, lintFolder, lintLog } from '../session/review/lintLog';
import { type Command, onePath, openLog, parsed } from './options';
import { encodedPath, sarifLog } from './sarif';
import { UsageError } from './usage';

export const ruleTexts: Readonly<Record<string, string>> = {
  format: 'Every line of the log is an entry of the record format.',
  structure: 'The record is whole: sequence, time, references, steps, announcements, verification, outcome, documents.',
  '1': "The Chair's rulings are final.",
  '2': 'The same rules, limits and context hold for every debater.',
  '3': 'Turns follow the order of the lineup, or the one that the setup says.',
  '4': 'Openings, rounds and closings are kept apart.',
  '5': 'The limits of the rounds are kept.',
  '6': 'No attacks on the person.',
  '7': "No misrepresentation of another's position.",
  '8': 'Conceding a fact is allowed.',
  '9': 'A conjecture begins with [CONJECTURE].',
  '10': 'A rebuttal rests on a source with a quote, never on conjecture alone.',
  '11': 'A factual claim has a source or is labelled conjecture.',
  '12': 'No fabricated sources; who cites one cannot win.',
  '13': 'A source supports its claim.',
  '14': 'What cites a fabricated source is redacted.',
  '15': 'A challenge quotes the claim that the source fails to support.',
  '16': 'At most five sources an entry.',
  '17': 'A source is corrected only in the words that are laid down.',
  '18': 'The documents take no side.',
  '19': 'Redacted text stands in no document.',
  '20': 'No blog post on a void debate.',
  '21': 'The Verifier reports to the Chair only.',
  '22': 'Fabrication is reported before all else.',
  '23': 'A named framework is engaged with or deferred in the next turn.',
  '24': 'A figure attributed to a source stands verbatim in it.',
};

const ruleIds = Object.keys(ruleTexts);

/**
 * SARIF 2.1.0, for code scanning and editors. A relative `logPath` stays relative to the root that the reader chooses;
 * an absolute one is split into a base and the file's name, since SARIF needs relative places.
 */
export function toSarif(problems: readonly LintProblem[], logPath: string): object {
  const { uri, base } = placeOf(logPath);
  return sarifLog({
    rules: ruleIds.map(ruleOf),
    ...(base === undefined ? {} : { bases: { [baseId]: { uri: base } } }),
    results: problems.map((problem) => resultOf(problem, base === undefined ? { uri } : { uri, uriBaseId: baseId })),
  });
}

const baseId = 'DEBATE';

function ruleOf(id: string): object {
  const name = /^\d+$/.test(id) ? `Rule${id}` : capitalised(id);
  return { id, name, shortDescription: { text: ruleTexts[id] }, defaultConfiguration: { level: 'error' } };
}

function resultOf({ rule, severity, line, message }: LintProblem, artifactLocation: object): object {
  const region = line === null ? {} : { region: { startLine: line } };
  return {
    ruleId: rule,
    ruleIndex: ruleIds.indexOf(rule),
    level: severity,
    message: { text: message },
    locations: [{ physicalLocation: { artifactLocation, ...region } }],
  };
}

function placeOf(logPath: string): { uri: string; base?: string } {
  const path = logPath.replaceAll('\\', '/');
  const isAbsolute = path.startsWith('/') || /^[a-z]:\//i.test(path);
  if (!isAbsolute) return { uri: encodedPath(path.replace(/^(?:\.\/+)+/, '')) };
  const cut = path.lastIndexOf('/') + 1;
  return {
    uri: encodedPath(path.slice(cut)),
    base: `file://${path.startsWith('/') ? '' : '/'}${encodedPath(path.slice(0, cut))}`,
  };
}

export const lint: Command = async (args, output) => {
  const { values, positionals } = parsed(args, { sarif: { type: 'boolean', default: false } });
  if (values.json && values.sarif) throw new UsageError('lint takes --json or --sarif, not both.');
  const { log, isFolder } = await openLog(onePath(positionals, 'lint', "a log or a debate's folder"));
  try {
    const problems = isFolder ? await lintFolder(log, new AbortController().signal) : lintLog(log);
    const hasErrors = problems.some((problem) => problem.severity === 'error');
    const out = output(values.json || values.sarif);
    if (values.sarif) out.json(toSarif(problems, log.path));
    else if (values.json) out.json({ ok: !hasErrors, problems });
    else for (const line of lintLines(problems)) out.print(line);
    for (const line of uncheckedIn(log, isFolder)) out.print(line);
    return hasErrors ? 1 : 0;
  } finally {
    await log.close();
  }
};

/** Says which checks were not made, so that “No problems” is not misunderstood. */
function uncheckedIn(log: DebateLog, isFolder: boolean): string[] {
  return [
    ...(isLintedInPart(log) ? ['The debate is not over: what is due at its end was not looked for.'] : []),
    ...(isFolder ? [] : ['Documents and snapshots were not looked at: for these, give the folder instead of the log.']),
  ];
}

/** Characters; names and addresses in a log may be of any length. */
const longestMessage = 500;

function lintLines(problems: readonly LintProblem[]): string[] {
  const errors = problems.filter((problem) => problem.severity === 'error').length;
  const lines = problems.map(({ rule, severity, seq, line, message }) => {
    const where = [seq === null ? '' : `seq ${seq}`, line === null ? '' : `line ${line}`].filter((part) => part !== '');
    const label = /^\d+$/.test(rule) ? `rule ${rule}` : rule;
    const words = cutText(plainLine(withPlaces(english, message)), longestMessage);
    return `${severity}  ${label}  ${where.join(', ')}${where.length > 0 ? ': ' : ''}${words}`;
  });
  const counts = `${counted(errors, 'error')}, ${counted(problems.length - errors, 'warning')}.`;
  return [...lines, problems.length === 0 ? 'No problems.' : counts];
}
