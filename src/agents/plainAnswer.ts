import { errorText, isObject } from '../debate/log/objects';
import type { CitedSource, TaskKind, TaskRequest } from '../debate/flow/tasks';
import { TaskError, type Performer } from './performer';

/** Finds the best passages of the evidence on a topic. */
export type PassageFinder = (topic: string, signal: AbortSignal) => Promise<readonly CitedSource[]>;

/** A short evidence is given whole, or nearly. */
export const mostPassages = 20;
/** Characters of all passages together. */
const longestPassages = 12_000;

const isPlain = (request: TaskRequest): request is TaskRequest<'voter/choose'> => request.kind === 'voter/choose';

/**
 * A performer of the plain answer: code gives it the passages and names them as its sources, whatever it says itself. Nobody sees
 * what it is writing, since it is sealed until the end.
 */
export const withPassages = (performer: Performer, find: PassageFinder): Performer => ({
  provider: performer.provider,
  isLocal: performer.isLocal,
  isPerson: performer.isPerson === true,
  canPerform: (kind: TaskKind, id: string) => performer.canPerform(kind, id),
  longestMs: () => performer.longestMs?.(),
  ready: (...given) => performer.ready(...given),
  settled: (...how) => performer.settled?.(...how),
  perform: async (request, context) => {
    if (!isPlain(request)) return await performer.perform(request, context);
    const found = await find(request.input.brief.topic, context.signal).catch((error: unknown) => {
      context.signal.throwIfAborted();
      throw new TaskError('evidence', `The evidence could not be searched: ${errorText(error)}.`);
    });
    let room = longestPassages;
    const passages = found.filter(({ quote = '' }) => (room -= quote.length) >= 0);
    const asked = { ...request, input: { ...request.input, passages } };
    const performance = await performer.perform(asked, {
      ...context,
      progress: (event) => context.progress(event.kind === 'writing' ? { kind: 'alive' } : event),
    });
    const { output } = performance;
    return isObject(output) ? { ...performance, output: { ...output, sources: passages } } : performance;
  },
});
