import type { Brief, TaskRequest, VisibleEntry } from '../../debate/flow/tasks';
import type { TextPart } from '../../models/provider';
import type { Fence } from './fence';
import { type PromptBook, promptOf } from './promptBook';
import { condensedBlocks, recordBlocks, roundsOf } from './recordText';
import type { TaskShape } from './modelTask';
import { cut, debaterText, lines, most } from './promptText';

/** What comes before the task: the same for all agents of a cache lineage, growing at its end only. */
export interface Prefix {
  system: TextPart[];
  record: TextPart[];
  replaced: number;
}

interface LayoutParts {
  book: PromptBook;
  fence: Fence;
  subject: string;
  /** What led to the debate, told to those who argue and to the Chair, never to who judges. */
  background?: string | undefined;
  /** People take their time between the requests of others. */
  hasPerson: () => boolean;
  now: () => number;
}

const shortLifeMs = 5 * 60_000;
const longLifeMs = 60 * 60_000;

/** Where more than five minutes passed between a lineage's requests, they probably will again. */
class Gaps {
  readonly #last = new Map<string, number>();
  readonly #long = new Map<string, number>();

  isLong(lineage: string, now: number): boolean {
    const gap = now - (this.#last.get(lineage) ?? now);
    this.#last.set(lineage, now);
    if (gap > shortLifeMs && gap < longLifeMs) this.#long.set(lineage, now);
    return now - (this.#long.get(lineage) ?? -Infinity) < longLifeMs;
  }
}

interface PrefixWish {
  request: TaskRequest;
  shape: TaskShape;
  /** Model, tools and format of the answer: requests of one share the provider's cache. */
  lineage: string;
  /** Turns of earlier rounds are summarised; 0 for none. */
  condenseBefore: number;
  /** All evidence files, delimited, where they are few and the agent may read them. */
  evidence?: string | undefined;
}

/**
 * Lays requests out for the provider's cache: rules and brief, the record, then what is particular to agent and task.
 * Cache points: the end of the system part, where the lineage's last request ended (found however many entries have
 * come since), and the record's end.
 */
export class PromptLayout {
  readonly #ends = new Map<string, number>();
  readonly #gaps = new Gaps();

  constructor(private readonly parts: LayoutParts) {}

  prefix({ request, shape, lineage, condenseBefore, evidence }: PrefixWish): Prefix {
    const { blocks, replaced } = this.#blocks(request, shape, condenseBefore);
    const rules = plain(this.#system(request, shape, evidence));
    if (shape.isFrequent !== true) return { system: [rules], record: blocks.map(plain), replaced };
    const key = [lineage, shape.readership, condenseBefore, ...(shape.hasOwnView === true ? [request.agent] : [])].join(
      '/',
    );
    const isCachePoint = this.#isReadLate(key) ? '1h' : true;
    const system: TextPart[] = [{ ...rules, isCachePoint }];
    const before = this.#ends.get(key) ?? 0;
    this.#ends.set(key, blocks.length);
    const points = new Set([before - 1, blocks.length - 1]);
    const record = blocks.map((text, index): TextPart =>
      points.has(index) ? { ...plain(text), isCachePoint } : plain(text),
    );
    return { system, record, replaced };
  }

  /** Newest round in the task's record; 0 without a record. */
  newestRound(request: TaskRequest): number {
    return Math.max(0, ...roundsOf(recordOf(request)).filter(Number.isFinite));
  }

  /** Five minutes would be over before it is read. */
  #isReadLate(lineage: string): boolean {
    const { hasPerson, now } = this.parts;
    return this.#gaps.isLong(lineage, now()) || hasPerson();
  }

  #system(request: TaskRequest, shape: TaskShape, evidence: string | undefined): string {
    const { book, fence } = this.parts;
    const rules = book.rules(request.kind, { mark: fence.mark });
    const fixed = isToldAhead(shape) ? book.fixed(request.kind) : '';
    return [rules, ...this.#briefText(request, shape, evidence), fixed].filter((text) => text !== '').join('\n\n');
  }

  #briefText(
    { input, kind }: TaskRequest,
    { brief: briefKind, isBlind }: TaskShape,
    evidence: string | undefined,
  ): string[] {
    const { fence, subject, background } = this.parts;
    if (briefKind === 'none' || !('brief' in input)) return [];
    const brief: Brief = input.brief;
    const isTold = background !== undefined && isBlind !== true && toldBackground.has(promptOf(kind));
    const led = isTold ? [lines(['What led to this debate:', fence.wrap('background', {}, background)])] : [];
    if (briefKind === 'blind') return [blindBriefText(brief, fence), subject, ...led];
    // The subject material is evidence too.
    return evidence === undefined
      ? [briefText(brief, fence), subject, ...led]
      : [briefText({ ...brief, evidence: { ...brief.evidence, files: [] } }, fence), evidence, ...led];
  }

  #blocks(
    request: TaskRequest,
    { record: scope, readership, isBlind, leavesOut }: TaskShape,
    condenseBefore: number,
  ): { blocks: string[]; replaced: number } {
    const { fence } = this.parts;
    const record = scope === 'none' ? [] : recordOf(request).filter(({ type }) => leavesOut?.has(type) !== true);
    const before = scope === 'recent' ? this.newestRound(request) : condenseBefore;
    if (isBlind === true || before === 0)
      return { blocks: recordBlocks(record, readership, fence, isBlind), replaced: 0 };
    const { blocks, replaced } = condensedBlocks(record, { before, readership, fence });
    // The task needs no more: that is no want of room.
    return { blocks, replaced: scope === 'recent' ? 0 : replaced };
  }
}

/**
 * Where no record stands between rules and task, the task's fixed words belong to what its requests begin with. Other
 * tasks begin otherwise in any case: the answer's shape comes first.
 */
export const isToldAhead = ({ record, isFrequent }: TaskShape): boolean => record === 'none' && isFrequent === true;

const plain = (text: string): TextPart => ({ type: 'text', text });

const recordOf = ({ input }: TaskRequest): readonly VisibleEntry[] => ('record' in input ? input.record : []);

/** Those who argue, and the Chair. */
const toldBackground: ReadonlySet<string> = new Set(['debater', 'advocate', 'critic', 'side', 'chair']);

const mostFiles = 200;

/** What every agent knows. The same to the byte throughout the debate, as all behind it is cached: what changes comes with the prompt. */
export function briefText({ topic, debaters, evidence, subject }: Brief, fence: Fence): string {
  const lineup = debaters.map((debater) => debaterText('debater', debater, fence));
  return [
    '## The debate',
    lines(['Topic:', fence.wrap('topic', {}, cut(topic, most.hints))]),
    lines(['Debaters:', ...lineup]),
    ...filesText(
      'Evidence files, cited as `workspace:path#L10-L20`, PDF as `workspace:path#page=3`',
      evidence.files,
      fence,
    ),
    ...filesText('What the debate is about, file by file', subject, fence),
  ].join('\n\n');
}

/** Brief for agents that must not know who takes part. */
const blindBriefText = ({ topic }: Brief, fence: Fence): string =>
  `## The debate\n\n${lines(['Topic:', fence.wrap('topic', {}, cut(topic, most.hints))])}`;

function filesText(words: string, files: readonly string[], fence: Fence): string[] {
  if (files.length === 0) return [];
  const shown = lines(files.slice(0, mostFiles).map((path) => cut(path, 300)));
  const left = files.length - mostFiles;
  const count = left > 0 ? ` (the first ${mostFiles} of ${files.length})` : '';
  return [lines([`${words}${count}:`, fence.wrap('files', {}, shown)])];
}
