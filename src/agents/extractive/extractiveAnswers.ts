import type { FormatName } from '../../debate/formats/registry';
import type { TaskKind, TaskOutput, TaskRequest } from '../../debate/tasks';
import type { EvidencePort } from '../../research/tools/evidencePaths';
import type { Answering } from '../../research/tools/evidenceThread';
import { TaskError } from '../performer';
import { dialecticAnswers } from './dialectic';
import { ExtractiveEvidence } from './evidence';
import { panelAnswers } from './panel';
import type { TopicWords } from './topicWords';
import { tribunalAnswers } from './tribunal';

/** An answer from the request and the evidence alone. */
export type ExtractiveAnswers<K extends TaskKind> = {
  readonly [Kind in K]: (
    request: TaskRequest<Kind>,
    evidence: ExtractiveEvidence,
  ) => TaskOutput<Kind> | Promise<TaskOutput<Kind>>;
};

/** Asked of the thread. `passages`: how many there are. */
export type ExtractiveQuestion =
  | { kind: 'passages' }
  | { kind: 'words' | 'dealable'; topic: string }
  | { kind: 'perform'; request: TaskRequest };

export type ExtractiveAnswer =
  | { kind: 'count'; count: number }
  | { kind: 'words'; words: TopicWords }
  | { kind: 'output'; output: unknown }
  | ({ kind: 'failed' } & Pick<TaskError, 'code' | 'message' | 'isRetryable' | 'blocks'>);

export function extractiveAnswers(port: EvidencePort): Answering<ExtractiveQuestion, ExtractiveAnswer> {
  const evidence = new ExtractiveEvidence(port);
  return async (question, report) => {
    evidence.report = report;
    switch (question.kind) {
      case 'passages':
        return { kind: 'count', count: (await evidence.passages()).length };
      case 'words':
        return { kind: 'words', words: await evidence.wordsOf(question.topic) };
      case 'dealable':
        return { kind: 'count', count: (await evidence.dealable(question.topic)).length };
      case 'perform':
        return await performed(question.request, evidence);
    }
  };
}

async function performed<K extends TaskKind>(
  request: TaskRequest<K>,
  evidence: ExtractiveEvidence,
): Promise<ExtractiveAnswer> {
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

/** A format may lack offline answers: the debate is paused, nothing is skipped. */
export const unanswered = (kind: TaskKind): TaskError => {
  const message = `Offline nobody can perform ${kind}: this format has no offline answers. Resume with language models, a script or people in its seats.`;
  return new TaskError('unsupported', message, false, { blocks: true });
};

type SomeAnswers = Partial<ExtractiveAnswers<TaskKind>>;

const byFormat: Readonly<Record<FormatName, SomeAnswers>> = {
  panel: panelAnswers,
  tribunal: tribunalAnswers,
  dialectic: dialecticAnswers,
};

const answers = Object.values(byFormat).reduce<SomeAnswers>((all, own) => ({ ...all, ...own }), {});
