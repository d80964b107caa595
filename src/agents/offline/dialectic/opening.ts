import type { TaskOutput } from '../../../debate/tasks';
import type { Toulmin } from '../../../debate/tasks/dialectic';
import { TaskError } from '../../performer';
import { overlap, ranked, type Ranked } from '../caseFile';
import type { Indexed } from '../evidenceIndex';
import { countOf } from '../grammar';
import { acknowledging } from './duties';
import { fewestShared, matterOf, sharedWords } from './matter';
import { terrainOf } from './reasons';
import type { SideFile, SideInput } from './sideFile';
import { toulminOf } from './toulmin';

const count = 3;
/** With fewer of its own passages left, a side keeps them for the exchanges to come. */
const plenty = 8;

/** Three arguments on different terrain, or a TaskError `evidence_spent`: no two of them may rest on one passage. */
export function opening(file: SideFile, input: SideInput): TaskOutput<'side/open'> {
  const leads = onDifferentTerrain(file);
  if (leads.length < count) throw tooLittle(file.index.passages.length);
  const made: Toulmin[] = leads.map((lead) => toulminOf(file, { lead, second: supportFor(file, lead) }));
  return { arguments: made, ...acknowledging(input) };
}

/** The best passages of which no two share file, section or subject, as far as there are such. */
function onDifferentTerrain(file: SideFile): Indexed[] {
  const chosen: Indexed[] = [];
  let rest: readonly Ranked[] = ranked(file).slice(0, 120);
  while (chosen.length < count && rest.length > 0) {
    const scored = rest.map((candidate) => ({ candidate, score: candidate.score - nearness(file, candidate.passage, chosen) }));
    const { passage } = scored.reduce((a, b) => (b.score > a.score ? b : a)).candidate;
    chosen.push(passage);
    file.used.add(passage);
    rest = rest.filter((candidate) => !file.used.has(candidate.passage));
  }
  return chosen;
}

function nearness(file: SideFile, passage: Indexed, chosen: readonly Indexed[]): number {
  let near = 0;
  for (const other of chosen) {
    if (other.path === passage.path) near += other.heading === passage.heading ? 1.4 : 0.9;
    if (terrainOf(file, other) === terrainOf(file, passage)) near += 1;
    near += 0.6 * overlap(file.index, passage, file.index.termsOf(other));
  }
  return near;
}

/** A second passage on the same matter from another file, which leans the same way; taken out of the running. */
export function supportFor(file: SideFile, lead: Indexed): Indexed | undefined {
  if (file.left() <= plenty) return undefined;
  const matter = matterOf(file, lead.text);
  const found = ranked(file, [...matter]).find(
    ({ passage, help, score }) =>
      passage.path !== lead.path && help > 0.5 && score > 0.8 && overlap(file.index, passage, matter) > 0.25 && sharedWords(file, lead.text, passage).length >= fewestShared,
  );
  if (found !== undefined) file.used.add(found.passage);
  return found?.passage;
}

const tooLittle = (passages: number): TaskError =>
  new TaskError(
    'evidence_spent',
    `The evidence holds ${countOf(passages, 'sentence')} that can be quoted, and the three arguments of the opening exchange need a passage each. Start a new debate with more evidence: prose in Markdown, text, PDF or HTML.`,
  );
