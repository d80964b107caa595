import type { Side } from '../../../debate/entryData';
import type { KnownArgument } from '../../../debate/tasks/dialectic';

/** How the report names sides and what arguments are about. */

export const sideNames: Readonly<Record<Side, string>> = { proposition: 'the Proposition', opposition: 'the Opposition' };

/** What an argument is about, as a phrase that follows "on" or "from"; names the argument's id where nothing else can be told. */
export type Subject = (one: KnownArgument) => string;

/** "on the p95 latency", or nothing where the subject would only name the argument again. */
export const aboutOf = (one: KnownArgument, subject: Subject): string => (subject(one).includes(one.argument.id) ? '' : `on ${subject(one)}`);
