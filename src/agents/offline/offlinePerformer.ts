import { isReservedSpeaker } from '../../debate/names';
import type {
  PanelKind,
  SpeakerInput,
  SpokenEntry,
  TaskInputs,
  TaskKind,
  TaskOutput,
  TaskRequest,
  TurnOutput,
} from '../../debate/tasks';
import { TaskError, type Performance, type PerformContext, type Performer } from '../performer';
import { assessorReport } from './assessor';
import { audienceConclusion } from './audienceConclusion';
import { audienceQuestions } from './audience';
import { blogPost } from './blogPost';
import { openCase, type CaseFile } from './caseFile';
import { conclude } from './chairConclude';
import { answerClarification, chooseQuestions, goOn, reviewDocuments, ruleOnChallenge } from './chairProcedure';
import { reviewTurn } from './chairReview';
import { nameUnresolved } from './chairUnresolved';
import { closingSpeech } from './closingSpeech';
import { EvidenceIndex, type OfflineEvidence } from './evidenceIndex';
import { formatAnswer } from './formatAnswers';
import { tellProgress } from '../extractive/formatProgress';
import { proposeLineup } from './lineup';
import { reviseLineup } from './lineupRevision';
import { openingSpeech } from './openingSpeech';
import { reporterSummary } from './reporterSummary';
import { turnSpeech } from './turnSpeech';

export const offlineProvider = 'offline';

/**
 * The performer that needs no model: debaters that argue by quotation from the evidence, and officials that count. The
 * same evidence, lineup and record give the same answers, in whatever process they are asked for. `signal` ends the
 * reading of the evidence, which begins with the first task that needs it.
 */
export function createOfflinePerformer(evidence: OfflineEvidence, signal?: AbortSignal): Promise<Performer> {
  return Promise.resolve(new OfflinePerformer(evidence, signal));
}

type Answer<K extends TaskKind> = (input: TaskInputs[K], index: EvidenceIndex) => TaskOutput<K>;
type Answers = {
  [K in Exclude<PanelKind, 'verifier/support' | 'debater/opening' | 'debater/turn' | 'debater/closing'>]: Answer<K>;
};

const answers: Answers = {
  'chair/propose_lineup': proposeLineup,
  'chair/revise_lineup': reviseLineup,
  'chair/review_turn': reviewTurn,
  'chair/choose_questions': chooseQuestions,
  'chair/go_on': goOn,
  'chair/rule_on_challenge': ruleOnChallenge,
  'chair/answer_clarification': answerClarification,
  'chair/name_unresolved': nameUnresolved,
  'chair/conclude': conclude,
  'chair/review_documents': reviewDocuments,
  'audience/questions': audienceQuestions,
  'audience/conclusion': audienceConclusion,
  'reporter/summary': reporterSummary,
  'reporter/blog_post': blogPost,
  'assessor/report': assessorReport,
};

/** Answers that rest on the input alone: they must not wait for the evidence to be read. */
const withoutEvidence: ReadonlySet<TaskKind> = new Set<TaskKind>([
  'chair/propose_lineup',
  'chair/revise_lineup',
  'chair/choose_questions',
  'chair/go_on',
  'chair/rule_on_challenge',
  'chair/answer_clarification',
  'chair/conclude',
  'chair/review_documents',
  'assessor/report',
  'scorer/score',
]);

class OfflinePerformer implements Performer {
  readonly provider = offlineProvider;
  readonly isLocal = true;
  #index: Promise<EvidenceIndex> | undefined;

  constructor(
    private readonly evidence: OfflineEvidence,
    private readonly signal: AbortSignal | undefined,
  ) {}

  /** Whether a passage supports a claim takes a reader; quotations need no such judgement. */
  canPerform(kind: TaskKind): boolean {
    return kind !== 'verifier/support';
  }

  async ready(agent: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (isReservedSpeaker(agent)) return;
    if (this.evidence.files.length === 0) {
      throw new TaskError(
        'no_evidence',
        'Offline debaters argue by quotation, and there is no evidence to quote. Choose a folder or files, or another provider.',
      );
    }
    const { passages } = await this.#read(signal);
    if (passages.length > 0) return;
    throw new TaskError(
      'no_evidence',
      'No sentence of the evidence can be quoted. Offline debaters need prose: Markdown, text, or sentences in CSV, JSON, HTML or comments.',
    );
  }

  async perform(request: TaskRequest, context: PerformContext): Promise<Performance> {
    context.signal.throwIfAborted();
    const { kind } = request;
    if (kind === 'verifier/support') {
      throw new TaskError('unsupported', 'Offline nobody judges whether a passage supports a claim.');
    }
    const index = withoutEvidence.has(kind) ? EvidenceIndex.empty : await this.#read(context.signal);
    if (kind === 'debater/opening' || kind === 'debater/turn' || kind === 'debater/closing') {
      const output = spoken(request, index);
      for (const url of urlsOf(output)) context.progress({ kind: 'reading', url });
      for (const { content } of output.entries) context.progress({ kind: 'writing', text: content });
      return { output };
    }
    const inFormat = formatAnswer(request);
    if (inFormat !== undefined) {
      const output = inFormat(index);
      tellProgress(output, context);
      return { output };
    }
    const answer = answers[kind as keyof Answers] as ((input: unknown, index: EvidenceIndex) => unknown) | undefined;
    if (answer === undefined) throw unanswered(kind);
    return { output: answer(request.input, index) };
  }

  /** Read once for all; one waiter's abort neither ends it nor spoils it for the others. */
  async #read(signal: AbortSignal): Promise<EvidenceIndex> {
    this.#index ??= EvidenceIndex.build(this.evidence, { signal: this.signal }).catch((error: unknown) => {
      this.#index = undefined;
      throw error;
    });
    const index = await until(this.#index, signal);
    signal.throwIfAborted();
    return index;
  }
}

/** A format may come without offline answers: the debate rests, and nothing is skipped for it. */
const unanswered = (kind: TaskKind): TaskError => {
  const message = `Offline nobody can perform ${kind}: this format has no offline answers. Resume with language models, a script or people in its seats.`;
  return new TaskError('unsupported', message, false, { blocks: true });
};

function until<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const abort = (): void => reject(signal.reason as Error);
    signal.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/**
 * A debater's words. What earlier attempts cited is worked out by giving their answers again: nothing is kept between
 * calls, and a debate that is resumed in another process sends back the same.
 */
function spoken(request: TaskRequest, index: EvidenceIndex): TurnOutput {
  const { kind, attempt, feedback } = request;
  const input = request.input as SpeakerInput;
  const speak = (file: CaseFile): TurnOutput => {
    if (kind === 'debater/opening') return openingSpeech(file, input as TaskInputs['debater/opening']);
    if (kind === 'debater/turn') return turnSpeech(file, input as TaskInputs['debater/turn']);
    return closingSpeech(file, input as TaskInputs['debater/closing']);
  };
  const urls: string[] = [];
  for (let earlier = 1; earlier < attempt; earlier += 1) {
    const cited = urlsOf(speak(openCase(input, index, { urls, feedback: [] })));
    const named = cited.filter((url) => feedback.some(({ message }) => message.includes(url)));
    // Where the complaint names one source the others may stand; only the last complaint is known.
    urls.push(...(named.length > 0 && earlier === attempt - 1 ? named : cited));
  }
  return speak(openCase(input, index, { urls, feedback: attempt > 1 ? feedback : [] }));
}

function urlsOf({ entries }: { entries: readonly SpokenEntry[] }): string[] {
  return entries.flatMap((entry) => (entry.sources ?? []).map(({ url }) => url));
}
