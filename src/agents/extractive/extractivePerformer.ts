import { isReservedSpeaker } from '../../debate/names';
import type { TaskKind, TaskRequest } from '../../debate/tasks';
import { type Performance, type PerformContext, type Performer, TaskError } from '../performer';
import type { Report } from '../../async/workerJobs';
import type { EvidencePort } from '../../research/tools/evidencePaths';
import { EvidenceThread } from '../../research/tools/evidenceThread';
import { type ExtractiveAnswer, extractiveAnswers, type ExtractiveQuestion, unanswered } from './extractiveAnswers';
import type { TopicWords } from './topicWords';

/**
 * The performer without a model. It deals quotations from the evidence and says so; which side a passage serves is not
 * known, so it takes none, names no winner and restates no topic. The same evidence, lineup and record give the same
 * answers in any process. The evidence is read in a thread.
 */
export class ExtractivePerformer implements Performer {
  readonly provider = 'offline';
  readonly isLocal = true;
  readonly #evidence: EvidenceThread<ExtractiveQuestion, ExtractiveAnswer>;

  constructor(private readonly port: EvidencePort) {
    this.#evidence = new EvidenceThread(port, { program: 'extractiveThread.js', make: extractiveAnswers });
  }

  /** Whether a passage supports a claim takes a reader. */
  canPerform(kind: TaskKind): boolean {
    return kind !== 'verifier/support';
  }

  async ready(agent: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (!isReservedSpeaker(agent)) await this.findPassages(signal);
  }

  /** @throws TaskError where there is nothing to quote. */
  async findPassages(signal: AbortSignal, onProgress?: Report): Promise<void> {
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
  async countDealable(topic: string): Promise<number> {
    return countIn(await this.#evidence.ask({ kind: 'dealable', topic }, { signal: new AbortController().signal }));
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

const countIn = (answer: ExtractiveAnswer): number => (answer.kind === 'count' ? answer.count : 0);

/** The fields that are sentences for readers. */
const written: ReadonlySet<string> = new Set([
  ...[
    'argument',
    'preemptive_rebuttals',
    'evidence_strengthening',
    'assumption_defence',
    'scope_and_framing',
    'text',
    'reason',
    'reasoning',
  ],
  ...[
    'claim',
    'relevance',
    'warrant',
    'backing',
    'content',
    'question',
    'clash',
    'verdict',
    'overall',
    'advocate',
    'critic',
    'agreements',
    'unresolved',
  ],
]);

/** An answer as progress: the addresses that it cites, then its words in order. */
export function reportProgress(output: unknown, { progress }: Pick<PerformContext, 'progress'>): void {
  const urls = new Set<string>();
  const texts: string[] = [];
  gather(output, '', { urls, texts });
  for (const url of urls) progress({ kind: 'reading', url });
  // Each time all that was written so far.
  for (const at of texts.keys()) progress({ kind: 'writing', text: texts.slice(0, at + 1).join('\n\n') });
}

function gather(value: unknown, key: string, found: { urls: Set<string>; texts: string[] }): void {
  if (typeof value === 'string') {
    if (key === 'url') found.urls.add(value);
    else if (written.has(key) && value.trim() !== '') found.texts.push(value);
  } else if (Array.isArray(value)) {
    for (const item of value) gather(item, key, found);
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, inner] of Object.entries(value)) gather(inner, name, found);
  }
}
