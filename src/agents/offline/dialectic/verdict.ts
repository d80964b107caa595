import type { TaskInputs } from '../../../debate/tasks';
import type { KnownArgument } from '../../../debate/tasks/dialectic';
import { countOf, joined } from '../grammar';
import { aboutOf, type Subject } from './naming';
import { signed, type History } from './scoreHistory';

interface Field {
  standing: readonly KnownArgument[];
  subject: Subject;
  history: History;
}

/** Below this distance between the sides, in hundredths for each argument, the totals are called close. */
const closePerArgument = 2;

/** How the scores stand and what they rest on; whether they are right is left to the reader. Sentences, the dispensable ones last. */
export function verdictOf({ totals }: Pick<TaskInputs['reporter/clash'], 'totals'>, { standing, subject, history }: Field): string[] {
  const { proposition, opposition } = totals;
  const [own, theirs] = [proposition, opposition].map(({ total }) => Math.round(total * 100)) as [number, number];
  const scored = standing.filter(({ score }) => score !== undefined);
  if (scored.length === 0) return ['No argument has been scored, so there is no total to report.', 'The arguments stand as they were made.'];
  const close = closePerArgument * (proposition.count + opposition.count);
  return [
    `By the Judge’s scores the Proposition stands at ${signed(own)} over ${countOf(proposition.count, 'argument')} and the Opposition at ${signed(theirs)} over ${countOf(opposition.count, 'argument')}.`,
    leadOf(own, theirs, close),
    ...extremesOf(scored, subject),
    ...courseOf(history),
    'A score says how an argument fared against the others of its exchange, and it may be changed by later ones; it does not say that the motion is true or false.',
    'Whoever has to decide should open the quoted passages: each argument names its sources, and what the Verifier found stands beside them.',
  ];
}

function leadOf(own: number, theirs: number, close: number): string {
  const lead = Math.abs(own - theirs);
  if (lead === 0) return 'Neither side is ahead.';
  const ahead = own > theirs ? 'Proposition' : 'Opposition';
  return lead < close
    ? `The ${ahead} is ahead, though at ${signed(lead).slice(1)} the distance is small for so many arguments.`
    : `The ${ahead} is ahead by ${signed(lead).slice(1)}.`;
}

function extremesOf(scored: readonly KnownArgument[], subject: Subject): string[] {
  const ordered = [...scored].sort((a, b) => (b.score ?? 0) - (a.score ?? 0) || a.seq - b.seq);
  const [first, last] = [ordered[0], ordered.at(-1)];
  if (first === undefined || last === undefined || first === last) return [];
  const named = (one: KnownArgument): string => {
    const about = aboutOf(one, subject);
    return `${one.argument.id} (${signed(Math.round((one.score ?? 0) * 100))})${about === '' ? '' : `, ${about}`}`;
  };
  return [`The strongest argument is ${named(first)}; the weakest is ${named(last)}.`];
}

/** How the Proposition's total went, exchange by exchange; the Opposition's is its mirror image. */
function courseOf({ standings }: History): string[] {
  if (standings.length < 2 || standings.length > 8) return [];
  const course = standings.map(({ exchange, totals }) => `${signed(totals.proposition)} after exchange ${exchange}`);
  return [`The Proposition’s total was ${joined(course)}; the Opposition’s is always its mirror image.`];
}
