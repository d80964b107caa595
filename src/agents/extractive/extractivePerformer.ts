import { isReservedSpeaker } from '../../debate/names';
import type { TaskKind, TaskRequest } from '../../debate/tasks';
import type { FormatInputs } from '../../debate/tasks/formats';
import { unlessAborted } from '../../async/deadline';
import { TaskError, type PerformContext, type Performance, type Performer } from '../performer';
import { dealable } from './dialectic';
import { ExtractiveEvidence, type ExtractivePort } from './evidence';
import { formatAnswers } from './formatAnswers';
import { tellProgress } from './formatProgress';
import { panelAnswers } from './panel';

/** An answer from the request, attempt and feedback included, and the evidence alone. */
export type Answers<K extends TaskKind> = {
  readonly [Kind in K]: (request: TaskRequest<Kind>, evidence: ExtractiveEvidence) => unknown;
};

/** The content words of a topic, and those of them that occur nowhere in the evidence. */
export interface TopicWords {
  all: readonly string[];
  nowhere: readonly string[];
}

type AnyAnswer = (request: TaskRequest, evidence: ExtractiveEvidence) => unknown;

/**
 * The performer that needs no model. It deals quotations from the evidence to the seats and says so; which side a passage serves is not
 * known, so it takes none, names no winner and restates no topic. The same evidence, lineup and record give the same answers, in whatever
 * process they are asked for.
 */
export class ExtractivePerformer implements Performer {
  readonly provider = 'offline';
  readonly isLocal = true;
  readonly #evidence: ExtractiveEvidence;

  constructor(private readonly port: ExtractivePort) {
    this.#evidence = new ExtractiveEvidence(port);
  }

  /** Whether a passage supports a claim takes a reader; quotations need no such judgement. */
  canPerform(kind: TaskKind): boolean {
    return kind !== 'verifier/support';
  }

  async ready(agent: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (isReservedSpeaker(agent)) return;
    if (this.port.files.length === 0) {
      throw new TaskError('no_evidence', 'Offline, quotations from the evidence are dealt to the seats, and there is no evidence to quote. Choose a folder or files, or another provider.');
    }
    const passages = await unlessAborted(this.#evidence.passages(), signal);
    if (passages.length > 0) return;
    throw new TaskError('no_evidence', 'Nothing of the evidence can be quoted. Offline there have to be sentences, rows of tables or CSV, or records of JSON.');
  }

  wordsOf(topic: string): Promise<TopicWords> {
    return this.#evidence.wordsOf(topic);
  }

  /** How many passages there are to deal in a debate on this topic. */
  async countDealable(topic: string): Promise<number> {
    return (await dealable(topic, this.#evidence)).length;
  }

  async perform(request: TaskRequest, context: PerformContext): Promise<Performance> {
    context.signal.throwIfAborted();
    const answers: Partial<Record<TaskKind, AnyAnswer>> = { ...(panelAnswers as object), ...(formatAnswers as object) };
    const answer = answers[request.kind];
    if (answer === undefined) throw unanswered(request.kind);
    const output = await unlessAborted(Promise.resolve().then(() => answer(request, this.#evidence)), context.signal);
    tellProgress(output, context);
    return { output };
  }
}


/** A format may come without offline answers: the debate rests, and nothing is skipped. */
const unanswered = (kind: TaskKind): TaskError => {
  const message = `Offline nobody can perform ${kind}: this format has no offline answers. Resume with language models, a script or people in its seats.`;
  return new TaskError('unsupported', message, false, { blocks: true });
};

export type FormatKind = keyof FormatInputs;
