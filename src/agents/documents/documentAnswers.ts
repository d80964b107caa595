import { notPerformed } from '../../debate/flow/step';
import type { CitedSource, TaskKind, TaskOutput, TaskRequest } from '../../debate/flow/tasks';
import type { EvidencePort } from '../../research/tools/evidencePaths';
import type { Answering } from '../../research/tools/evidenceThread';
import { TaskError } from '../performer';
import { DocumentEvidence, type Voice } from './evidence';
import { pageOf } from './page';
import type { TopicWords } from './topicWords';
import { speak } from './turn';
import { phrases } from './words';

/** Documents and words of the evidence on a topic. */
export interface Documents {
  words: TopicWords;
  /** All documents that can speak, with the dates that they state. */
  all: (Voice & { date?: string })[];
  /** Names of the documents with the best passages, best first. */
  best: string[];
}

/** A question to the thread. `passages` asks for their number. */
export type DocumentQuestion =
  | { kind: 'passages' }
  | { kind: 'documents'; topic: string }
  /** Asks for so many of the best passages on a topic. */
  | { kind: 'best'; topic: string; count: number }
  | { kind: 'perform'; request: TaskRequest };

export type DocumentAnswer =
  | { kind: 'count'; count: number }
  | { kind: 'documents'; documents: Documents }
  | { kind: 'best'; passages: CitedSource[] }
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
      case 'best': {
        const found = await evidence.onTopic(question.topic);
        const passages = found.slice(0, question.count).map(({ url, title, quote }) => ({ url, title, quote }));
        return { kind: 'best', passages };
      }
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

/** A seat that needs a reader stays empty offline; the debate continues without its step. */
export const unanswered = (kind: TaskKind): TaskError => new TaskError(notPerformed, `${kind} is ${phrases.notHeld}`);
