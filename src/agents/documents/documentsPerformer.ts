import type { Report } from '../../async/workerJobs';
import { isReservedSpeaker } from '../../debate/log/names';
import { listOf, objectOf } from '../../debate/log/objects';
import type { CitedSource, TaskKind, TaskRequest } from '../../debate/flow/tasks';
import type { EvidencePort } from '../../research/tools/evidencePaths';
import { EvidenceThread } from '../../research/tools/evidenceThread';
import { type Performance, type PerformContext, type Performer, TaskError } from '../performer';
import {
  documentAnswers,
  unanswered,
  type DocumentAnswer,
  type DocumentQuestion,
  type Documents,
} from './documentAnswers';

const noEvidence = 'Offline, your documents speak. Choose a folder or files, or another provider.';
const nothingToQuote =
  'Nothing in the evidence can be quoted. Offline, your documents speak: they need sentences, rows of tables or CSV, or records of JSON.';

/**
 * The performer without a model: the user's documents speak, each in quotations on the topic. The same evidence, lineup
 * and record give the same answers in any process. A thread reads the evidence.
 */
export class DocumentsPerformer implements Performer {
  readonly provider = 'offline';
  readonly isLocal = true;
  readonly #evidence: EvidenceThread<DocumentQuestion, DocumentAnswer>;

  constructor(private readonly port: EvidencePort) {
    this.#evidence = new EvidenceThread(port, { program: 'documentsThread.js', make: documentAnswers });
  }

  canPerform(kind: TaskKind): boolean {
    // Only a reader can tell whether a passage supports a claim.
    return kind !== 'verifier/support';
  }

  async ready(agent: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (!isReservedSpeaker(agent)) await this.findPassages(signal);
  }

  /** Finds the evidence's passages. @throws TaskError if there is nothing to quote. */
  async findPassages(signal: AbortSignal, onProgress?: Report): Promise<void> {
    if (this.port.files.length === 0) throw new TaskError('no_evidence', noEvidence);
    const answer = await this.#evidence.ask({ kind: 'passages' }, { signal, onProgress });
    if (answer.kind !== 'count' || answer.count === 0) throw new TaskError('no_evidence', nothingToQuote);
  }

  /** Documents that can speak on the topic, and words of the topic that the evidence has. */
  async documentsOn(topic: string, signal = new AbortController().signal): Promise<Documents> {
    const answer = await this.#evidence.ask({ kind: 'documents', topic }, { signal });
    return answer.kind === 'documents' ? answer.documents : { words: { all: [], nowhere: [] }, all: [], best: [] };
  }

  /** The best passages on the topic, best first; empty without evidence, and where it knows nothing of the topic. */
  async bestPassages(topic: string, count: number, signal: AbortSignal): Promise<CitedSource[]> {
    if (this.port.files.length === 0) return [];
    const answer = await this.#evidence.ask({ kind: 'best', topic, count }, { signal });
    return answer.kind === 'best' ? answer.passages : [];
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
    reportProgress(answer.output, context);
    return { output: answer.output };
  }
}

/** Reports the sources that an answer cites, then its words. */
function reportProgress(output: unknown, { progress }: Pick<PerformContext, 'progress'>): void {
  const entries = listOf(objectOf(output)['entries']).map(objectOf);
  for (const { url } of entries.flatMap(({ sources }) => listOf(sources).map(objectOf)))
    if (typeof url === 'string') progress({ kind: 'reading', url });
  for (const { content } of entries) if (typeof content === 'string') progress({ kind: 'writing', text: content });
}
