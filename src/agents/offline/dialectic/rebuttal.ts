import type { TaskOutput } from '../../../debate/tasks';
import type { Toulmin } from '../../../debate/tasks/dialectic';
import { overlap, ranked } from '../caseFile';
import type { Indexed } from '../evidenceIndex';
import { attacksWith, bestAnswer, subjectBetween, type Answering } from './attacks';
import { aidFor, defencesWith } from './defences';
import { acknowledging } from './duties';
import { fewestShared, matterOf, sharedWords } from './matter';
import { supportFor } from './opening';
import { terrainOf } from './reasons';
import { restated } from './restated';
import { quotesOf, type SideFile, type SideInput } from './sideFile';
import { toulminOf } from './toulmin';

/** With no more than these left a side does not spend one on a defence. */
const spare = 4;

/** One argument: what answers an opponent's ground, else a point of its own, else an own passage again. */
export function rebuttal(file: SideFile, input: SideInput): TaskOutput<'side/rebut'> {
  const answering = bestAnswer(file);
  const lead = answering?.counter.passage ?? newPoint(file);
  const argument = lead === undefined ? again(file) : argumentOn(file, lead, answering);
  return { argument, ...acknowledging(input) };
}

function argumentOn(file: SideFile, lead: Indexed, answering: Answering | undefined): Toulmin {
  file.used.add(lead);
  const second = supportFor(file, lead);
  const isNeeded = defencesWith(file, [lead]).length === 0 && file.left() > spare;
  const aid = isNeeded ? aidFor(file) : undefined;
  const made = toulminOf(file, { lead, second, aid, answers: answersOf(file, answering) });
  const defends = defencesWith(file, [lead, ...(aid === undefined ? [] : [aid])]);
  return { ...made, attacks: attacksWith(file, lead, answering), defends };
}

function answersOf(file: SideFile, answering: Answering | undefined): { subject: string; shared: readonly string[] } | undefined {
  if (answering === undefined) return undefined;
  const { target, passage } = answering.counter;
  return { subject: subjectBetween(file, target, passage), shared: sharedWords(file, target.quote, passage).slice(0, 3) };
}

/** The best unused passage on terrain that this side has not been on; rather one that bears on what the other side quoted. */
function newPoint(file: SideFile): Indexed | undefined {
  const quoted = file.own.flatMap(quotesOf);
  const known = quoted.flatMap(({ quote, path }) => file.index.find(quote, path) ?? []);
  const scored = ranked(file)
    .slice(0, 120)
    .map(({ passage, score }) => ({ passage, score: score - nearness(file, passage, known) + (touchesOther(file, passage) ? 0.6 : 0) }));
  return scored.length === 0 ? undefined : scored.reduce((a, b) => (b.score > a.score ? b : a)).passage;
}

function nearness(file: SideFile, passage: Indexed, known: readonly Indexed[]): number {
  const sameFile = known.filter(({ path }) => path === passage.path).length;
  const sameSubject = known.some((other) => terrainOf(file, other) === terrainOf(file, passage));
  const shared = Math.max(0, ...known.map((other) => overlap(file.index, passage, matterOf(file, other.text))));
  return Math.min(0.6, 0.2 * sameFile) + (sameSubject ? 0.6 : 0) + 0.6 * shared;
}

const touchesOther = (file: SideFile, passage: Indexed): boolean =>
  file.opponent.flatMap(quotesOf).some(({ quote }) => sharedWords(file, quote, passage).length >= fewestShared);

/** With nothing left to quote there is still what the opponent's arguments left open. */
function again(file: SideFile): Toulmin {
  const made = restated(file);
  const [ground] = made.grounds;
  const lead = ground === undefined ? undefined : file.index.find(ground.quote, quotesPath(ground.url));
  return lead === undefined ? made : { ...made, attacks: attacksWith(file, lead, undefined) };
}

const quotesPath = (url: string): string => url.replace(/^workspace:/, '').replace(/#.*$/, '');
