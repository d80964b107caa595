import { collapsed } from '../matching/text/shortText';
import { parseLine } from '../debate/log/codec';
import type { Entry } from '../debate/log/entry';
import type { SetupData } from '../debate/log/entryData';
import { evolve } from '../debate/fold/evolve';
import { StateAccumulator } from '../debate/fold/state';
import { createView, type RecordView } from '../debate/fold/view';
import { formatIn, standardFormat } from '../debate/formats/formatName';
import { isSample } from '../debate/flow/seats';
import { formatNamed } from '../debate/formats/registry';
import { leadOf } from './outcome';
import { positionOf, type DebatePhase, type Position } from './status';
import type { Lead, LinePattern, SideScores } from './formats/formatProjection';
import { formatProjection, projectionIn } from './formats/registry';
import { topicOf } from './topic';
import { jsonOf } from '../debate/log/objects';

/** `isCut` when the log's first line did not end within it. */
export interface LogHead {
  lines: Iterable<string>;
  isCut: boolean;
}

/** The last complete lines of a log. */
export interface LogTail {
  /** These are all lines of the log. */
  readonly reachesStart: boolean;
  /** Behind them stands a line without its line end; `returns`: several, which end in CR alone. */
  readonly torn: 'no' | 'yes' | 'returns';
  /** Oldest first. */
  readonly lines: Iterable<string>;
  newestFirst(): Iterable<string>;
  /** The newest line that holds a match, with the match. */
  newest(wanted: LinePattern): { line: string; match: RegExpMatchArray } | undefined;
}

export interface HeadFacts {
  /** Rostrum wrote its setup. */
  isOwn: boolean;
  /** Its entries did not come step by step. */
  isImported: boolean;
  /** Its speeches were written beforehand and come with Rostrum. */
  isSample: boolean;
  /** Version of the record; 0 where no Rostrum wrote it. */
  version: number;
  /** Empty where the record does not say. */
  topic: string;
  format: string;
  provider: string | undefined;
  started: Date | undefined;
  debaters: string[];
}

export type ListedPosition = Pick<Position, 'kind' | 'isOver' | 'outcome' | 'result'> & {
  phase: DebatePhase | undefined;
  round: number | undefined;
  /** Once it is over. */
  scores?: SideScores | undefined;
  /** Where it is known. */
  lead?: Lead | undefined;
};

export interface EndFacts extends HeadFacts {
  /** One more than the last seq; undefined when no line could be read. */
  entries: number | undefined;
  /** Complete lines that are not blank, only the beginning of one, or those that end in CR alone. */
  lines: 'some' | 'unfinished' | 'returns' | 'none';
  position: ListedPosition;
  /** What has to be read besides to be sure; `longer_tail`, where there is none: the whole log. */
  lacks: 'nothing' | 'longer_tail' | 'whole_log';
}

export function endFacts(head: LogHead, tail: LogTail): EndFacts {
  const start = headFacts(head);
  const [last] = entriesIn(tail.newestFirst());
  const entries = last && last.seq + 1;
  const isBlank = last === undefined && [...tail.lines].every((line) => parseLine(line).kind === 'blank');
  const lines = isBlank ? ({ no: 'none', yes: 'unfinished', returns: 'returns' } as const)[tail.torn] : 'some';
  const common = { ...start, entries, lines } as const;
  if (entries === undefined) return { ...common, position: nowhere, lacks: 'longer_tail' };
  if (!start.isOwn) return { ...common, ...foreignFacts(head, tail) };
  return { ...common, ...ownPosition(start, tail) };
}

const nowhere: ListedPosition = { kind: 'empty', isOver: false, outcome: null, phase: undefined, round: undefined };

/** The position in the whole log, as a list shows it. */
export function listedPosition(view: RecordView): ListedPosition {
  const { state, mask } = view;
  const { kind, isOver, outcome, phase, round, result } = positionOf(state);
  // Another program may call it anything.
  const common = { kind, isOver, outcome: outcome === null ? null : mask.text(outcome), phase, round };
  if (!isOver) return common;
  const scores = projectionIn(state).scores?.(state);
  return { ...common, scores, lead: leadOf(view), result };
}

/** They are few, and say by their entries alone who debates and how it ended. */
function foreignFacts(head: LogHead, tail: LogTail): Partial<EndFacts> & Pick<EndFacts, 'position' | 'lacks'> {
  const view = folded([...(tail.reachesStart ? [] : head.lines), ...tail.lines]);
  const position = listedPosition(view);
  const { state } = view;
  return {
    debaters: state.debaters.map(({ name }) => name),
    // Other programs may write a seq twice.
    ...(tail.reachesStart ? { entries: state.headers.length } : {}),
    position: position.isOver ? position : { ...nowhere, kind: 'foreign' },
    lacks: position.isOver ? 'nothing' : 'longer_tail',
  };
}

function ownPosition({ format, isImported }: HeadFacts, tail: LogTail): Pick<EndFacts, 'position' | 'lacks'> {
  // The tail of a format that nobody here knows is not read: only its outcome is.
  const reader = formatProjection(format).tail;
  if (formatNamed(format) === undefined) {
    const outcome = outcomeIn(tail);
    const lacks = outcome === undefined && !tail.reachesStart ? 'whole_log' : 'nothing';
    const kind = 'unknown_format';
    return { position: { kind, isOver: false, outcome: outcome ?? null, phase: 'unknown', round: undefined }, lacks };
  }
  const unsure = { ...nowhere, kind: 'own' } as const;
  if (isImported || reader === undefined) return { position: unsure, lacks: 'whole_log' };
  const { phase, isCertain } = reader.phaseIn(entriesIn(tail.newestFirst()), tail);
  if (phase === undefined) return { position: unsure, lacks: isCertain ? 'longer_tail' : 'whole_log' };
  const isConcluded = phase === 'documents' || phase === 'done';
  const round = roundIn(tail, phase, reader.roundMark);
  const outcome = isConcluded ? outcomeIn(tail) : undefined;
  const position = { ...unsure, phase, round, isOver: phase === 'done', outcome: outcome ?? null };
  if (!isCertain) return { position, lacks: 'whole_log' };
  return { position, lacks: round === undefined || (isConcluded && outcome === undefined) ? 'longer_tail' : 'nothing' };
}

/** Step ids are searched as text: a log's own words cannot hold such a match, because their quotation marks are escaped. */
function roundIn(tail: LogTail, phase: DebatePhase, mark: 'r' | 'e'): number | undefined {
  if (phase === 'setup' || phase === 'opening') return 0;
  const found = tail.newest(roundIds[mark])?.match[1];
  if (found !== undefined) return Number(found);
  return tail.reachesStart || tail.newest(openingIds) !== undefined ? 0 : undefined;
}

const roundIds = {
  // oxlint-disable-next-line rostrum/no-format-names -- What formats name as their mark.
  r: { pattern: /"id":\s*"r(\d+)\//, marks: ['"r'] },
  // oxlint-disable-next-line rostrum/no-format-names
  e: { pattern: /"id":\s*"e(\d+)\//, marks: ['"e'] },
} satisfies Record<'r' | 'e', LinePattern>;
const openingIds: LinePattern = { pattern: /"id":\s*"(?:opening\/|ready")/, marks: ['"opening/', '"ready"'] };
const endings: LinePattern = {
  pattern: /"type":\s*"(?:conclusion|judges_ruling)"/,
  marks: ['"conclusion"', '"judges_ruling"'],
};

function outcomeIn(tail: LogTail): string | undefined {
  const line = tail.newest(endings)?.line;
  return line === undefined ? undefined : folded([line]).state.conclusion?.outcome;
}

/** Up to the setup; logs without one are read as far as the head goes. */
function headFacts(head: LogHead): HeadFacts {
  if (head.isCut) return cutHeadFacts([...head.lines].join(''));
  const view = folded(head.lines, ({ setup }) => setup !== undefined);
  const { state } = view;
  const { setup } = state;
  return {
    isOwn: setup !== undefined,
    isImported: setup?.['imported'] !== undefined,
    isSample: isSample(setup),
    version: state.version,
    topic: topicOf(view) ?? '',
    format: formatIn(state.setup),
    provider: setup === undefined ? undefined : providerOf(setup),
    started: dateOf(state.headers[0]?.time),
    debaters: state.debaters.map(({ name }) => name),
  };
}

/** Logs of the first version name it as the Chair's model only. */
export function providerOf(setup: SetupData): string | undefined {
  const provider = setup['provider'] ?? setup.models['chair'];
  return typeof provider === 'string' ? provider : undefined;
}

/** Facts of a setup with a very long list of evidence, read from the part before that list. */
function cutHeadFacts(text: string): HeadFacts {
  const word = (name: string): string | undefined =>
    stringIn(new RegExp(`"${name}":\\s*("(?:[^"\\\\]|\\\\.)*")`).exec(text)?.[1]);
  const version = Number(/"record_version":\s*(\d+)/.exec(text)?.[1] ?? 0);
  const isOwn = /"type":\s*"setup"/.test(text) && version > 0;
  const debaters = /"debaters":\s*(\[.*?\])\s*,\s*"models"/s.exec(text)?.[1] ?? '';
  return {
    isOwn,
    isImported: isOwn && /"imported":\s*\{/.test(text),
    isSample: isOwn && isSample({ script: word('script') }),
    version,
    topic: collapsed(word('topic') ?? ''),
    format: word('format') ?? standardFormat,
    // The setup's own word for it stands behind the evidence.
    provider: isOwn ? word('chair') : undefined,
    started: dateOf(word('timestamp')),
    debaters: [...debaters.matchAll(/"name":\s*("(?:[^"\\]|\\.)*")/g)].flatMap(([, name]) => stringIn(name) ?? []),
  };
}

function stringIn(json: string | undefined): string | undefined {
  const value = jsonOf(json ?? '');
  return typeof value === 'string' ? value : undefined;
}

function dateOf(timestamp: string | number | undefined): Date | undefined {
  const date = new Date(timestamp ?? Number.NaN);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

function folded(lines: Iterable<string>, isEnough: (state: StateAccumulator) => boolean = () => false): RecordView {
  const state = new StateAccumulator();
  const bodies = new Map<number, Entry>();
  for (const entry of entriesIn(lines)) {
    bodies.set(entry.seq, entry);
    evolve(state, entry);
    if (isEnough(state)) break;
  }
  return createView(state, (seq) => bodies.get(seq));
}

function* entriesIn(lines: Iterable<string>): Generator<Entry> {
  for (const line of lines) {
    const parsed = parseLine(line);
    if (parsed.kind === 'entry') yield parsed.entry;
  }
}
