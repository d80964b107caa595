import { mostRounds, tribunalOptions } from '../../debate/formats/tribunal/options';
import { tribunal } from '../../debate/formats/tribunal/tribunal';
import type { Problems } from '../importProblem';
import { type Imported, type ImportSource, textAt, type TimedDraft } from '../scanFolder';
import { importedSetup } from '../writeRecord';
import { type LogEvent, readEvents, readRounds, type RoundPart } from './roundFiles';
import { splitJudge } from './judgeFile';
import { IssueBook, trackedIssues } from './issues';
import {
  documentDraft,
  failureDraft,
  guidanceDraft,
  noteDraft,
  type PartContext,
  partDrafts,
  roundStart,
} from './tribunalDrafts';

type Context = Omit<PartContext, 'time'>;

const failureTags = /^(?:ERROR|FAIL|FAILURE|FAILED|SKIP|SKIPPED)$/;
const guidanceTags = /^(?:INTERVENTION|USER|GUIDANCE|USER GUIDANCE|USER INTERVENTION|MID-DEBATE INTERVENTION)$/;

/**
 * Orders the texts as the log mentions them; texts that the log omits follow the system's order, and end their round.
 */
class Sequence {
  readonly drafts: TimedDraft[] = [];
  readonly #left: RoundPart[];
  readonly #started = new Set<number>();
  #clock: number;

  constructor(
    private readonly parts: readonly RoundPart[],
    private readonly events: readonly LogEvent[],
    private readonly context: Context,
  ) {
    this.#left = [...parts];
    this.#clock = events[0]?.time ?? 0;
  }

  get end(): number {
    return this.#clock;
  }

  /** Follows the log, then adds texts that it omits. */
  run(): this {
    for (const event of this.events) {
      this.#clock = Math.max(this.#clock, event.time);
      this.#take(event);
    }
    this.#finishBefore(Number.POSITIVE_INFINITY);
    return this;
  }

  #take(event: LogEvent): void {
    const { tag, round, agent } = event;
    if (tag === 'ROUND' && round !== undefined) this.#start(round);
    else if (tag === 'WRITTEN' || tag === 'HANDOFF') {
      const writer = tag === 'HANDOFF' ? 'moderator' : agent;
      const part = this.#left.find((one) => one.round === round && one.agent === writer);
      if (part !== undefined) this.#speak(part);
    } else if (failureTags.test(tag)) {
      const isMissing = !this.parts.some((part) => part.round === round && part.agent === agent);
      if (round !== undefined && this.parts.some((part) => part.round >= round)) this.#start(round);
      this.drafts.push(failureDraft(event, isMissing && !holdsFailure(this.drafts, round, agent)));
    } else if (guidanceTags.test(tag)) this.drafts.push(guidanceDraft(event));
  }

  #start(round: number): void {
    if (this.#started.has(round)) return;
    this.#finishBefore(round);
    this.#begin(round);
  }

  /** Adds the round's start and its preface, whether or not the log announced the round. */
  #begin(round: number): void {
    this.#started.add(round);
    this.drafts.push(roundStart(round, this.#clock));
    for (const part of this.#left.filter((one) => one.round === round && one.agent === 'preface')) this.#speak(part);
  }

  #finishBefore(round: number): void {
    for (const part of this.#left.filter((one) => one.round < round)) {
      if (this.events.length === 0) this.#clock = Math.max(this.#clock, part.modified);
      this.#speak(part);
    }
  }

  #speak(part: RoundPart): void {
    this.#left.splice(this.#left.indexOf(part), 1);
    if (!this.#started.has(part.round)) {
      // A round begins with its text, so the rounds before it are over.
      this.#finishBefore(part.round);
      this.#begin(part.round);
    }
    this.drafts.push(...partDrafts(part, { ...this.context, time: this.#clock }));
  }
}

/** Texts that belong to no round. */
interface Beside {
  synthesis: string | undefined;
  tracker: string | undefined;
  events: readonly LogEvent[];
  logText: string | undefined;
  /** Time of the last change among them. */
  modified: number;
}

/** Imports a debate of agent-debate in any of its layouts: `round-N/` with a file per agent, or `round-N.md`. */
export async function agentDebateRecord(
  { name, files, provenance }: ImportSource,
  problems: Problems,
): Promise<Imported> {
  const parts = await readRounds(files, problems);
  if (parts.length === 0) problems.add('.', 'No text of any round was found.');
  const beside = await readBeside(files, problems);
  const tracker = trackedIssues(beside.tracker ?? '');
  if (beside.tracker !== undefined && tracker.size === 0) {
    problems.add(
      'issue-tracker.md',
      'No issue with a status was found in it; issues were taken from the Judge’s texts, and the tracker stands in the record as a note.',
    );
  }
  const book = new IssueBook();
  // The tracker's own ids come first, so that texts without ids find them.
  for (const issues of tracker.values()) for (const issue of issues) if (issue.id !== undefined) book.tracked(issue);
  const judged = parts.filter(({ agent }) => agent === 'judge');
  const lastJudged = Math.max(0, ...judged.map(({ round }) => round));
  const lastRuled = Math.max(
    0,
    ...judged.filter(({ text }) => splitJudge(text).ruling !== undefined).map(({ round }) => round),
  );
  const sequence = new Sequence(parts, beside.events, { book, tracker, lastJudged, lastRuled, problems }).run();
  reportGaps(parts, sequence.drafts, problems);
  const topic = topicIn(parts, beside) ?? fallbackTopic(name, problems);
  const setup = setupOf(topic, { parts, drafts: sequence.drafts, beside, provenance });
  const start = sequence.drafts[0]?.time ?? beside.modified;
  const end = beside.events.length > 0 ? sequence.end : Math.max(sequence.end, beside.modified);
  return {
    format: 'tribunal',
    topic,
    drafts: [{ time: start, draft: setup }, ...sequence.drafts, ...closing(beside, end)],
  };
}

async function readBeside(files: ImportSource['files'], problems: Problems): Promise<Beside> {
  const read = (path: string): Promise<string | undefined> => textAt({ files }, path, problems);
  const modifiedAt = (path: string): number => files.find((file) => file.path === path)?.modified ?? 0;
  const logText = await read('debate.log');
  if (logText === undefined)
    problems.add(
      'debate.log',
      'There is no debate.log that can be read: the entries bear the times of their files, and failures are not known.',
    );
  const [tracker, synthesis] = [await read('issue-tracker.md'), await read('final-synthesis.md')];
  const modified = Math.max(...['issue-tracker.md', 'final-synthesis.md', 'debate.log'].map(modifiedAt));
  return {
    synthesis,
    tracker,
    logText,
    events: logText === undefined ? [] : readEvents(logText, modifiedAt('debate.log'), problems),
    modified,
  };
}

function closing({ tracker, synthesis }: Beside, time: number): TimedDraft[] {
  const [note = '', document = ''] = [tracker?.trim(), synthesis?.trim()];
  return [
    ...(note === '' ? [] : [{ time, draft: noteDraft('tracker', note, 'issue-tracker.md') }]),
    ...(document === '' ? [] : [{ time, draft: documentDraft('final-synthesis.md', document) }]),
  ];
}

const holdsFailure = (drafts: readonly TimedDraft[], round: number | undefined, agent: string | undefined): boolean =>
  drafts.some(
    ({ draft: { data } }) => data?.['kind'] === 'failure' && data['round'] === round && data['side'] === agent,
  );

/**
 * Reports sides that are missing without a reason in the log, rounds that are left out, and a debate without a ruling.
 */
function reportGaps(parts: readonly RoundPart[], drafts: readonly TimedDraft[], problems: Problems): void {
  const last = Math.max(0, ...parts.map(({ round }) => round));
  for (let round = 1; round <= Math.min(last, 1_000); round += 1) {
    const own = parts.filter((part) => part.round === round);
    if (own.length === 0) {
      problems.add(`round-${round}`, `Of round ${round} there is nothing.`);
      continue;
    }
    for (const agent of ['advocate', 'critic', 'judge'] as const) {
      if (!holdsFailure(drafts, round, agent) && !own.some((part) => part.agent === agent))
        problems.add(`round-${round}`, `The ${agent} of round ${round} is missing, and debate.log does not say why.`);
    }
  }
  if (parts.length > 0 && !drafts.some(({ draft }) => draft.type === 'judges_ruling'))
    problems.add('.', 'No text holds a JUDGE’S RULING: the debate was not concluded.');
}

/** Tries the texts that may name the topic, because the system has no file for it. */
function topicIn(parts: readonly RoundPart[], { synthesis, tracker, logText }: Beside): string | undefined {
  const line = /^[ \t>*_#-]*\b(?:topic|question)\b[*_]*:(.+)$/im;
  const texts = [synthesis, tracker, ...parts.map(({ text }) => text), logText];
  const stated = texts.map((text) => line.exec(text ?? '')?.[1]).find((found) => found !== undefined);
  const titled = /^#[ \t]+Debate Synthesis:(.+)$/im.exec(synthesis ?? '')?.[1];
  const logged = /\btopic:?[ \t]*["“](.+?)["”]/i.exec(logText ?? '')?.[1];
  const topic = (stated ?? titled ?? logged)?.replace(/^["“*_\s]+|(?<!["”*_\s])["”*_\s]+$/g, '').trim();
  return topic === '' ? undefined : topic;
}

function fallbackTopic(name: string, problems: Problems): string {
  problems.add('.', `No file has a line “Topic: …”; the folder’s name, “${name}”, stands for the topic.`);
  return name;
}

interface Setting {
  parts: readonly RoundPart[];
  drafts: readonly TimedDraft[];
  beside: Beside;
  provenance: ImportSource['provenance'];
}

function setupOf(topic: string, { parts, drafts, beside, provenance }: Setting) {
  const rounds = new Set(parts.map(({ round }) => round)).size;
  const second = drafts.find(
    ({ draft: { type, data } }) => (type === 'defense' || type === 'critique') && data?.['round'] === 2,
  )?.draft;
  const options = tribunalOptions.parse({
    rounds: rounds >= 1 && rounds <= mostRounds ? rounds : 'auto',
    order: second?.speaker === 'advocate' ? 'advocate-first' : 'critic-first',
    // A moderator hides parts of one side from the other; earlier versions had no moderator.
    handover: parts.some(({ agent }) => agent === 'moderator') ? 'public' : 'raw',
  });
  const times =
    beside.events.length > 0 ? 'Times are those of debate.log, read as UTC.' : 'Entries bear the times of their files.';
  const content = `Imported from a debate of agent-debate. Debaters: advocate, critic. ${times} No source was verified there by code.\n\nTopic: ${topic}`;
  return importedSetup({
    format: tribunal,
    topic,
    options,
    limits: tribunal.limits(options),
    provenance: { ...provenance, system: 'agent-debate', times },
    content,
  });
}
