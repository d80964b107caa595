import type { SpeakerInput, SpokenEntry } from '../../debate/tasks';
import { joined, shortened } from './grammar';
import type { CaseFile } from './caseFile';
import { spokenBy } from './record';
import { called } from './speechParts';

/** What a debater owes before it may argue: acknowledgements, and a word on what was found against its sources. */
export interface Owed {
  sentences: string[];
  fields: Pick<SpokenEntry, 'acknowledges'>;
}

/** `frameworks` are the panel's alone. */
type Owing = Pick<SpeakerInput, 'mustAcknowledge' | 'frameworks' | 'standingIssues' | 'record' | 'you'>;

export function duties(file: CaseFile, input: Owing): Owed {
  const acknowledges = [
    ...new Set([...input.mustAcknowledge.map(({ seq }) => seq), ...input.frameworks.map(({ seq }) => seq)]),
  ];
  return {
    sentences: [...redactions(input), ...frameworks(file, input), ...findings(input)],
    fields: acknowledges.length === 0 ? {} : { acknowledges },
  };
}

/** Short, so that no forty characters in a row are the same in two acknowledgements, of which one may be struck. */
function redactions({ mustAcknowledge }: Owing): string[] {
  if (mustAcknowledge.length === 0) return [];
  const rulings = joined(mustAcknowledge.map(({ seq }) => `seq ${seq}`));
  const struck = joined(mustAcknowledge.map((one) => `seq ${one.struck}`));
  return [
    `I acknowledge the redaction at ${rulings}: of mine, ${struck} ${mustAcknowledge.length > 1 ? 'are' : 'is'} struck, and I cite no source of that again.`,
  ];
}

/** Offline nobody can apply a model of the world; the framework is deferred in so many words, as rule 23 allows. */
function frameworks(file: CaseFile, { frameworks: named }: Owing): string[] {
  return named.map(({ seq, by, name }) => {
    // Forty characters of an entry that is struck later would have to be masked here.
    const label = shortened(name.replace(/["“”]/g, ''), 34);
    return `The framework “${label}”, which ${called(file, by)} introduces at seq ${seq}, I note and defer: I argue from passages, and none that I have read tests it.`;
  });
}

/** Said once, in the first turn after the finding. */
function findings({ standingIssues, record, you }: Owing): string[] {
  const lastSpoke = spokenBy(record, you.name).at(-1)?.seq ?? -1;
  const fresh = [
    ...new Set(standingIssues.filter(({ ruling }) => (ruling ?? -1) > lastSpoke).map(({ seq }) => `seq ${seq}`)),
  ];
  if (fresh.length === 0) return [];
  return [`A source of mine at ${joined(fresh)} was found unreliable; I rest nothing on it from here on.`];
}
