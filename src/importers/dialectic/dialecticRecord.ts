import { counted } from '../../matching/text/shortText';
import type { Draft, Source } from '../../debate/log/entry';
import { sides } from '../../debate/log/entryData';
import { argumentIds } from '../../debate/formats/dialectic/arguments';
import { dialectic } from '../../debate/formats/dialectic/dialectic';
import { dialecticOptions } from '../../debate/formats/dialectic/options';
import { Problems } from '../importProblem';
import { titleOf, urlsIn } from '../markdownSections';
import {
  dayOf,
  type FoundFile,
  type Imported,
  type ImportSource,
  readText,
  stepMark,
  textAt,
  type TimedDraft,
} from '../scanFolder';
import { importedSetup, type Provenance } from '../writeRecord';
import {
  judgedExchanges,
  judgmentDraft,
  type JudgedExchange,
  dialecticTimes,
  type DialecticTimes,
  type FileScoreStep,
  readScores,
} from './judgments';
import { readArgument, type ReadArgument } from './readArgument';
import { readMotion, type ReadMotion } from './readMotion';
import { objectOf } from '../../debate/log/objects';

interface DialecticParts {
  motion: ReadMotion;
  arguments: readonly (ReadArgument & { file: FoundFile })[];
  judged: readonly JudgedExchange[];
  report: string | undefined;
  times: DialecticTimes;
}

/** Imports a debate of the dialectic system: `debate.md`, `arguments/`, `scores.json`, and its report `README.md`. */
export async function dialecticRecord(folder: ImportSource, problems: Problems): Promise<Imported> {
  const parts = await readParts(folder, problems);
  const { motion, arguments: all, judged, report, times } = parts;
  checkState(parts, problems);
  const held = [
    ...new Set([...all.map(({ argument }) => argument.exchange), ...judged.map(({ exchange }) => exchange)]),
  ].sort((one, other) => one - other);
  const last = held.at(-1) ?? -1;
  const drafts = held.flatMap((exchange) => exchangeDrafts(exchange, parts));
  const reports = report === undefined ? [] : [{ time: times.reported, draft: reportDraft(report, last) }];
  const setup = setupOf(motion, {
    exchanges: Math.max(1, last + 1),
    provenance: { ...folder.provenance, system: 'dialectic', times: times.words },
  });
  const start = drafts[0]?.time ?? times.reported;
  return { format: 'dialectic', topic: motion.motion, drafts: [{ time: start, draft: setup }, ...drafts, ...reports] };
}

async function readParts({ name, files }: ImportSource, problems: Problems): Promise<DialecticParts> {
  const fileAt = (path: string): FoundFile | undefined => files.find((file) => file.path === path);
  const state = await textAt({ files }, 'debate.md', problems);
  if (state === undefined)
    problems.add('debate.md', 'There is no debate.md that can be read: motion, definitions and scope are not known.');
  // A missing file leaves several gaps but is one problem.
  const motion = readMotion(state ?? '# Motion\n', name, state === undefined ? new Problems() : problems);
  const read = await readArguments(files, problems);
  const table = tableOf(await textAt({ files }, 'scores.json', problems), read, problems);
  const exchangeOf = (id: string): number | undefined => {
    const argued = read.find(({ argument }) => argument.id === id)?.argument.exchange;
    const digits = /^(?:prop|opp)_(\d{1,6})[a-z]{0,2}$/.exec(id)?.[1];
    return argued ?? (digits === undefined ? undefined : Number(digits));
  };
  const judged = judgedExchanges(table, { path: 'scores.json', exchangeOf, problems });
  const times = dialecticTimes({
    judged,
    files: read.map(({ argument, file }) => ({ exchange: argument.exchange, modified: file.modified })),
    scores: fileAt('scores.json'),
    report: fileAt('README.md'),
  });
  return { motion, arguments: read, judged, report: await textAt({ files }, 'README.md', problems), times };
}

async function readArguments(files: readonly FoundFile[], problems: Problems): Promise<DialecticParts['arguments']> {
  const read: (ReadArgument & { file: FoundFile })[] = [];
  for (const file of files.filter(({ path }) => /^arguments\/[^/]+\.md$/i.test(path))) {
    const text = await readText(file, problems);
    const found = text === undefined ? undefined : readArgument(file.path, text, problems);
    if (found !== undefined) read.push({ ...found, file });
  }
  const isNamed = ({ path, argument }: ReadArgument): boolean => path === `arguments/${argument.id}.md`;
  // If several files have the same id, the file named after it counts.
  read.sort(
    (one, other) =>
      sides.indexOf(one.argument.side) - sides.indexOf(other.argument.side) ||
      compare(one.argument.id, other.argument.id) ||
      Number(isNamed(other)) - Number(isNamed(one)),
  );
  const first = new Map<string, string>();
  for (const { path, argument } of read) {
    const other = first.get(argument.id);
    if (other === undefined) first.set(argument.id, path);
    else
      problems.add(
        path,
        `The id ${argument.id} is already that of ${other}; both are in the record, the first one counts.`,
      );
  }
  if (read.length === 0) problems.add('arguments', 'There are no arguments yet.');
  else if (files.some(({ path }) => path === 'debate.json'))
    problems.add('arguments', 'The files do not say which words of a ground are quoted: no source has a quotation.');
  return read;
}

const compare = (one: string, other: string): number => (one === other ? 0 : one < other ? -1 : 1);

function tableOf(
  text: string | undefined,
  read: DialecticParts['arguments'],
  problems: Problems,
): Map<string, FileScoreStep[]> {
  if (text === undefined) {
    if (read.length > 0)
      problems.add('scores.json', 'There is no scores.json that can be read: the arguments have no scores.');
    return new Map();
  }
  const table = readScores('scores.json', text, problems) ?? new Map<string, FileScoreStep[]>();
  for (const id of table.keys()) {
    if (!read.some(({ argument }) => argument.id === id))
      problems.add('scores.json', `${id} has a score, but there is no such argument.`);
  }
  return table;
}

/** Compares what `debate.md` says of the debate with the files. */
function checkState({ motion: { state }, arguments: all, judged }: DialecticParts, problems: Problems): void {
  const finals = new Map<string, number>();
  for (const { scores, rescores } of judged)
    for (const { id, step } of [...scores, ...rescores]) finals.set(id, step.score);
  for (const side of sides) {
    const { total, count } = objectOf(state.cumulative_scores?.[side]);
    const [prefix = ''] = (argumentIds(side, 1, { count: 1, taken: () => false })[0] ?? '').split(/\d/, 1);
    const own = [...finals].filter(([id]) => id.startsWith(prefix)).map(([, score]) => score);
    const sum = Math.round(own.reduce((added, score) => added + score, 0) * 1_000) / 1_000;
    const isSame =
      (typeof total !== 'number' || Math.abs(total - sum) < 0.0005) &&
      (typeof count !== 'number' || count === own.length);
    if (!isSame)
      problems.add(
        'debate.md',
        `It says that the ${side} has ${String(total)} with ${counted(Number(count), 'argument')}; the scores make ${sum} with ${own.length}.`,
        1,
      );
  }
  const isJudging = state.current_phase === 'awaiting_judgment';
  for (const { path, argument } of all) {
    const isPending = isJudging && argument.exchange === state.current_exchange;
    if (finals.size > 0 && !finals.has(argument.id) && !isPending) problems.add(path, `${argument.id} has no score.`);
  }
  const held = judged.length;
  if (state.current_exchange !== undefined && state.current_exchange !== held && held > 0)
    problems.add(
      'debate.md',
      `It says that ${counted(state.current_exchange, 'exchange was judged', 'exchanges were judged')}; there are scores of ${held}.`,
      1,
    );
}

function exchangeDrafts(exchange: number, { arguments: all, judged, times }: DialecticParts): TimedDraft[] {
  const own = all.filter(({ argument }) => argument.exchange === exchange);
  const judgment = judged.find((candidate) => candidate.exchange === exchange);
  const time = times.argued(exchange);
  const start: Draft = {
    phase: 'rebuttal',
    speaker: 'moderator',
    type: 'announcement',
    content: `Exchange ${exchange} beginning.`,
    data: { kind: 'exchange_start', round: exchange, step: stepMark(`e${exchange}/start`) },
  };
  const judgedAt = times.judged(exchange) ?? time;
  return [
    { time, draft: start },
    ...own.map((read, index) => ({
      time,
      draft: argumentDraft(read, { time, mark: stepMark(`e${exchange}/arguments`, index, own.length) }),
    })),
    ...(judgment === undefined ? [] : [{ time: judgedAt, draft: judgmentDraft(judgment) }]),
  ];
}

function argumentDraft(
  { path, argument, body, extra, leftOut }: ReadArgument,
  { time, mark }: { time: number; mark: ReturnType<typeof stepMark> },
): Draft {
  const imported = {
    file: path,
    ...(Object.keys(extra).length === 0 ? {} : { fields: extra }),
    ...(leftOut.length === 0 ? {} : { left_out: leftOut }),
  };
  return {
    phase: argument.exchange === 0 ? 'opening' : 'rebuttal',
    speaker: argument.side,
    type: 'argument',
    content: `**${argument.id}: ${argument.title}**\n\n${body}`,
    sources: sourcesIn(argument.grounds, dayOf(time)),
    data: { argument, imported, step: mark },
  };
}

/** The words are the writer's own unless the text says otherwise, so none is a quotation. */
function sourcesIn(grounds: ReadArgument['argument']['grounds'], accessed: string): Source[] | null {
  const sources = grounds.flatMap(({ source, content, url }) => {
    const others = urlsIn(source).filter((other) => other !== url);
    return [...(url === undefined ? [] : [url]), ...others].map((address) => ({
      url: address,
      title: titleOf(source),
      accessed,
      claim: content,
    }));
  });
  return sources.length === 0 ? null : sources;
}

function setupOf(
  { motion, definitions, scope, state, body }: ReadMotion,
  { exchanges, provenance }: { exchanges: number; provenance: Provenance },
): Draft {
  const seed = state.debate_id?.trim() === '' ? undefined : state.debate_id;
  const options = dialecticOptions.parse({
    motion,
    definitions,
    scope,
    exchanges: Math.min(exchanges, 1_000),
    seed,
  });
  const content = `Imported from a debate of the dialectic system. Debaters: proposition, opposition. ${provenance.times} No source was verified there.\n\n${body}`;
  return importedSetup({
    format: dialectic,
    topic: motion,
    options,
    limits: dialectic.limits(options),
    provenance: { ...provenance, stated: state },
    content,
  });
}

const reportDraft = (content: string, last: number): Draft => ({
  phase: 'system',
  speaker: 'reporter',
  type: 'document',
  content,
  data: { name: 'README.md', imported: { file: 'README.md' }, step: stepMark(`report/e${last}`) },
});
