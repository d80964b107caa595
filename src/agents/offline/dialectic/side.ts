import type { TaskOutput, TaskRequest, Violation } from '../../../debate/tasks';
import type { Rejected } from '../caseFile';
import type { EvidenceIndex } from '../evidenceIndex';
import { opening } from './opening';
import { rebuttal } from './rebuttal';
import { openSide } from './sideFile';

/** Both throw a TaskError `evidence_spent` when nothing is left that could be quoted. */

export const openingArguments = (request: TaskRequest<'side/open'>, index: EvidenceIndex): TaskOutput<'side/open'> =>
  revised(request, (rejected) => {
    const output = opening(openSide(request.input, index, rejected), request.input);
    return { output, urls: output.arguments.flatMap(({ grounds }) => grounds.map(({ url }) => url)) };
  });

export const rebuttalArgument = (request: TaskRequest<'side/rebut'>, index: EvidenceIndex): TaskOutput<'side/rebut'> =>
  revised(request, (rejected) => {
    const output = rebuttal(openSide(request.input, index, rejected), request.input);
    return { output, urls: output.argument.grounds.map(({ url }) => url) };
  });

/**
 * The answer of this attempt. What earlier attempts cited is worked out by giving their answers again, as for a panel's debaters: nothing
 * is kept between calls, and a debate that is resumed in another process sends back the same.
 */
function revised<T>({ attempt, feedback }: { attempt: number; feedback: readonly Violation[] }, answer: (rejected: Rejected) => { output: T; urls: string[] }): T {
  const urls: string[] = [];
  for (let earlier = 1; earlier < attempt; earlier += 1) {
    const cited = answer({ urls, feedback: [] }).urls;
    const named = cited.filter((url) => feedback.some(({ message }) => message.includes(url)));
    // Where the complaint names one source the others may stand; only the last complaint is known.
    urls.push(...(named.length > 0 && earlier === attempt - 1 ? named : cited));
  }
  return answer({ urls, feedback: attempt > 1 ? feedback : [] }).output;
}
