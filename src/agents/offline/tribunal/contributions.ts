import type { TaskKind, TaskOutput, TaskRequest } from '../../../debate/tasks';
import type { Rejected } from '../caseFile';
import type { EvidenceIndex } from '../evidenceIndex';
import { critique } from './critique';
import { defence } from './defence';
import { openSide, type SideCase } from './sideCase';
import type { Side } from './sides';

type SideKind = 'advocate/defend' | 'critic/critique';
const sideOf: Record<SideKind, Side> = { 'advocate/defend': 'advocate', 'critic/critique': 'critic' };

/**
 * A side's words. What earlier attempts cited is worked out by giving their answers again: nothing is kept between calls,
 * and a debate that is resumed in another process sends back the same.
 */
function contribution<K extends SideKind>(request: TaskRequest<K>, index: EvidenceIndex, speak: (side: SideCase) => TaskOutput<K>): TaskOutput<K> {
  const { kind, attempt, feedback, input } = request;
  const open = (rejected: Rejected): SideCase => openSide(sideOf[kind], input, index, rejected);
  const urls: string[] = [];
  for (let earlier = 1; earlier < attempt; earlier += 1) {
    const cited = speak(open({ urls, feedback: [] })).sources.map(({ url }) => url);
    const named = cited.filter((url) => feedback.some(({ message }) => message.includes(url)));
    // Where the complaint names one source the others may stand; only the last complaint is known.
    urls.push(...(named.length > 0 && earlier === attempt - 1 ? named : cited));
  }
  return speak(open({ urls, feedback: attempt > 1 ? feedback : [] }));
}

export const defend = (request: TaskRequest<'advocate/defend'>, index: EvidenceIndex): TaskOutput<'advocate/defend'> => contribution(request, index, defence);
export const criticise = (request: TaskRequest<'critic/critique'>, index: EvidenceIndex): TaskOutput<'critic/critique'> => contribution(request, index, critique);

export const isSideKind = (kind: TaskKind): kind is SideKind => Object.hasOwn(sideOf, kind);
