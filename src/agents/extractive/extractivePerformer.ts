import { isReservedSpeaker } from '../../debate/names';
import type { SpokenEntry, TaskKind, TaskRequest } from '../../debate/tasks';
import type { FormatInputs } from '../../debate/tasks/formats';
import { unlessAborted } from '../../async/deadline';
import { TaskError, type PerformContext, type Performance, type Performer } from '../performer';
import { ExtractiveEvidence, type ExtractivePort } from './evidence';
import { formatAnswers } from './formatAnswers';
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

  async perform(request: TaskRequest, context: PerformContext): Promise<Performance> {
    context.signal.throwIfAborted();
    const answers: Partial<Record<TaskKind, AnyAnswer>> = { ...(panelAnswers as object), ...(formatAnswers as object) };
    const answer = answers[request.kind];
    if (answer === undefined) {
      const { createOfflinePerformer } = await import('../offline/offlinePerformer');
      return await (await createOfflinePerformer(this.port as unknown as Parameters<typeof createOfflinePerformer>[0])).perform(request, context);
    }
    const output = await unlessAborted(Promise.resolve().then(() => answer(request, this.#evidence)), context.signal);
    tellProgress(output, context);
    return { output };
  }
}


/** The addresses that a turn quotes, then its words. */
function tellProgress(output: unknown, context: PerformContext): void {
  const entries = typeof output === 'object' && output !== null && 'entries' in output ? (output.entries as SpokenEntry[]) : [];
  for (const { sources, content } of entries) {
    for (const { url } of sources ?? []) context.progress({ kind: 'reading', url });
    context.progress({ kind: 'writing', text: content });
  }
}

export type FormatKind = keyof FormatInputs;
