import type { TaskOutput, TaskRequest } from '../../../debate/tasks';
import type { EvidenceIndex } from '../evidenceIndex';
import { countOf } from '../grammar';
import { motionOf } from '../motion';
import { effectOf, helpOf } from '../stance';
import { leans, sideLeaning } from './sides';

/** A side's contribution takes up to five passages of the many that lean its way, and quotes only what bears on what was said. */
const passagesPerRound = 60;
/** An objection needs a round, and so has what comes back to its answer. */
const fewestRounds = 2;
/** From so many files on one round more is worth its while. */
const manyFiles = 4;

/**
 * How many rounds the evidence can feed: two, and one for every sixty passages of the side that has fewer of them, and one
 * more where they come from four files or more.
 */
export function recommendRounds(
  { input }: TaskRequest<'judge/recommend_rounds'>,
  index: EvidenceIndex,
): TaskOutput<'judge/recommend_rounds'> {
  const motion = motionOf(input.brief.topic);
  const leaning = sideLeaning(motion, 1);
  const found = index.passages.map((passage) => ({ path: passage.path, help: helpOf(effectOf(passage, motion), leaning) }));
  const pro = found.filter(({ help }) => leans(help));
  const contra = found.filter(({ help }) => leans(-help));
  const files = new Set([...pro, ...contra].map(({ path }) => path)).size;
  const fewer = Math.min(pro.length, contra.length);
  const wanted = fewestRounds + Math.ceil(fewer / passagesPerRound) + (files >= manyFiles ? 1 : 0);
  const rounds = Math.max(input.min, Math.min(input.max, wanted));
  const reason = `Counted offline: ${pro.length} passages lean for the proposition and ${contra.length} against it, in ${countOf(files, 'file')}. Two rounds, one more for every ${passagesPerRound} passages of the side with fewer${files >= manyFiles ? `, and one because they come from ${manyFiles} files or more` : ''}${rounds === wanted ? '' : `, kept within ${input.min} and ${input.max}`}.`;
  return { rounds, reason };
}
