import { isReservedSpeaker } from '../../debate/names';
import type { TaskKind, TaskRequest } from '../../debate/tasks';
import { TaskError, type PerformContext, type Performance, type Performer } from '../performer';
import type { Report } from '../../async/workerJobs';
import type { EvidencePort } from '../../research/tools/evidencePaths';
import { EvidenceThread } from '../../research/tools/evidenceThread';
import { extractiveAnswers, unanswered, type ExtractiveAnswer, type ExtractiveQuestion } from './extractiveAnswers';
import { tellProgress } from './formatProgress';
import type { TopicWords } from './topicWords';

/**
 * The performer that needs no model. It deals quotations from the evidence to the seats and says so; which side a passage serves is not
 * known, so it takes none, names no winner and restates no topic. The same evidence, lineup and record give the same answers, in whatever
 * process they are asked for. The evidence is read and searched in a thread of its own.
 */
export class ExtractivePerformer implements Performer {
  readonly provider = 'offline';
  readonly isLocal = true;
  readonly #evidence: EvidenceThread<ExtractiveQuestion, ExtractiveAnswer>;

  constructor(private readonly port: EvidencePort) {
    this.#evidence = new EvidenceThread(port, { program: 'extractiveThread.js', make: extractiveAnswers });
  }

  /** Whether a passage supports a claim takes a reader; quotations need no such judgement. */
  canPerform(kind: TaskKind): boolean {
    return kind !== 'verifier/support';
  }

  async ready(agent: string, signal: AbortSignal, onProgress?: Report): Promise<void> {
    signal.throwIfAborted();
    if (isReservedSpeaker(agent)) return;
    if (this.port.files.length === 0) {
      throw new TaskError(
        'no_evidence',
        'Offline, quotations from the evidence are dealt to the seats, and there is no evidence to quote. Choose a folder or files, or another provider.',
      );
    }
    if (countIn(await this.#evidence.ask({ kind: 'passages' }, { signal, onProgress })) > 0) return;
    throw new TaskError(
      'no_evidence',
      'Nothing of the evidence can be quoted. Offline there have to be sentences, rows of tables or CSV, or records of JSON.',
    );
  }

  async wordsOf(topic: string, signal = new AbortController().signal): Promise<TopicWords> {
    const answer = await this.#evidence.ask({ kind: 'words', topic }, { signal });
    return answer.kind === 'words' ? answer.words : { all: [], nowhere: [] };
  }

  /** How many passages there are to deal in a debate on this topic. */
  async countDealable(topic: string, signal = new AbortController().signal): Promise<number> {
    return countIn(await this.#evidence.ask({ kind: 'dealable', topic }, { signal }));
  }

  async perform(request: TaskRequest, context: PerformContext): Promise<Performance> {
    context.signal.throwIfAborted();
    const answer = await this.#evidence.ask(
      { kind: 'perform', request },
      { signal: context.signal, onProgress: () => context.progress({ kind: 'alive' }) },
    );
    if (answer.kind === 'failed')
      throw new TaskError(answer.code, answer.message, answer.isRetryable, { blocks: answer.blocks });
    if (answer.kind !== 'output') throw unanswered(request.kind);
    tellProgress(answer.output, context);
    return { output: answer.output };
  }
}

const countIn = (answer: ExtractiveAnswer): number => (answer.kind === 'count' ? answer.count : 0);
