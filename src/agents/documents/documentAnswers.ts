import { notPerformed } from '../../debate/flow/step';
import type { TaskKind, TaskOutput, TaskRequest } from '../../debate/flow/tasks';
import type { EvidencePort } from '../../research/tools/evidencePaths';
import type { Answering } from '../../research/tools/evidenceThread';
import { TaskError } from '../performer';
import { DocumentEvidence, type Voice } from './evidence';
import { pageOf } from './page';
import type { TopicWords } from './topicWords';
import { speak } from './turn';
import { phrases } from './words';

/** What the evidence has on a topic. */
export interface Documents {
  words: TopicWords;
  /** Every document that can speak, with the date that it states. */
  all: (Voice & { date?: string })[];
  /** The names of those with the best passages, best first. */
  best: string[];
}

/** Asked of the thread. `passages`: how many there are. */
export type DocumentQuestion =
  | { kind: 'passages' }
  | { kind: 'documents'; topic: string }
  | { kind: 'perform'; request: TaskRequest };

export type DocumentAnswer =
  | { kind: 'count'; count: number }
  | { kind: 'documents'; documents: Documents }
  | { kind: 'output'; output: unknown }
  | ({ kind: 'failed' } & Pick<TaskError, 'code' | 'message' | 'isRetryable' | 'blocks'>);

type Answers = {
  readonly [K in TaskKind]?: (
    request: TaskRequest<K>,
    evidence: DocumentEvidence,
  ) => TaskOutput<K> | Promise<TaskOutput<K>>;
};

const answers: Answers = {
  'debater/opening': (request, evidence) => speak('opening_statement', request, evidence),
  'debater/turn': (request, evidence) => speak('new_point', request, evidence),
  'chair/rule_on_challenge': ({ input }) => ({ reason: input.finding.explanation }),
  'chair/answer_clarification': () => ({ answer: phrases.noAnswer }),
  'reporter/summary': async ({ input }, evidence) => {
    const page = await pageOf(input, evidence);
    return { key_arguments: [], exchanges: [], flow: page, map: page };
  },
};

export function documentAnswers(port: EvidencePort): Answering<DocumentQuestion, DocumentAnswer> {
  const evidence = new DocumentEvidence(port);
  return async (question, report) => {
    evidence.report = report;
    switch (question.kind) {
      case 'passages':
        return { kind: 'count', count: (await evidence.passages()).length };
      case 'documents':
        return { kind: 'documents', documents: await documentsOn(question.topic, evidence) };
      case 'perform':
        return await performed(question.request, evidence);
    }
  };
}

async function documentsOn(topic: string, evidence: DocumentEvidence): Promise<Documents> {
  const words = await evidence.wordsOf(topic);
  const { all, best } = await evidence.voices(topic);
  const dated = await Promise.all(
    all.map(async (voice) => ({ ...voice, ...(best.includes(voice.name) ? await evidence.dateOf(voice.path) : {}) })),
  );
  return { words, all: dated, best };
}

async function performed<K extends TaskKind>(
  request: TaskRequest<K>,
  evidence: DocumentEvidence,
): Promise<DocumentAnswer> {
  try {
    const answer = answers[request.kind];
    if (answer === undefined) throw unanswered(request.kind);
    return { kind: 'output', output: await answer(request, evidence) };
  } catch (error) {
    if (!(error instanceof TaskError)) throw error;
    const { code, message, isRetryable, blocks } = error;
    return { kind: 'failed', code, message, isRetryable, blocks };
  }
}

/** A seat that takes a reader is empty offline; its step goes on without it. */
export const unanswered = (kind: TaskKind): TaskError => new TaskError(notPerformed, `${kind} is ${phrases.notHeld}`);
