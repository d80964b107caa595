import type { Documents } from '../../agents/documents/documentAnswers';
import type { Debater } from '../../debate/log/entryData';
import { lineupSize } from '../../debate/log/names';
import { performing } from '../../debate/flow/seats';
import { oneLine } from '../../matching/text/shortText';
import { undescribed } from './plainLineup';
import { PlanError } from './planError';

export const hintsRefused = 'Debaters need a model or people. Offline, your documents speak.';

export const offTopicWords = (words: readonly string[]): string =>
  `No content word of the topic occurs in the evidence: ${words.map((word) => `“${word}”`).join(', ')}. Choose other evidence or another topic.`;

/** The documents with the best passages on the topic, after the people who take a seat. @throws PlanError `few_documents` */
export function documentLineup(topic: string, documents: Documents, people: readonly Debater[] = []): Debater[] {
  const names = documents.best.slice(0, lineupSize.most - people.length);
  const speaking = names.flatMap((name) => speaker(name, { topic, documents }) ?? []);
  if (people.length + speaking.length >= lineupSize.least) return [...people, ...speaking];
  throw new PlanError(
    'few_documents',
    'The evidence is one document without sections, and a panel needs two voices. Add a file, or give a seat to a person or a model.',
  );
}

interface AboutDocuments {
  topic: string;
  documents: Documents;
  provider: string;
}

/** Every debater is a person, a model or a document of the evidence. @throws PlanError `no_document` */
export function withDocuments(debaters: readonly Debater[], about: AboutDocuments): Debater[] {
  const mute = debaters.find((debater) => isMute(debater, about));
  if (mute === undefined) return describedByDocuments(debaters, about);
  throw new PlanError(
    'no_document',
    `“${mute.name}” is no document of the evidence (${documentNames(about.documents).join(', ')}). ${hintsRefused}`,
  );
}

/** Whoever is no document stays as it is. */
export const describedByDocuments = (debaters: readonly Debater[], about: AboutDocuments): Debater[] =>
  debaters.map((debater) => {
    const found = speaker(debater.name, about);
    if (performing(debater.model, about.provider) !== 'offline') return withoutDocument(debater, found);
    return found === undefined ? debater : { ...found, model: debater.model };
  });

/** Whether it is to be a document, and the evidence has none of its name. */
export const isMute = ({ name, model }: Pick<Debater, 'name' | 'model'>, about: AboutDocuments): boolean =>
  performing(model, about.provider) === 'offline' && speaker(name, about) === undefined;

const mostNamed = 20;

export const documentNames = ({ all }: Documents): string[] => all.slice(0, mostNamed).map(({ name }) => name);

/** A person or a model in a document's place is not described by the document. */
function withoutDocument(
  { document: _document, section: _section, ...debater }: Debater,
  found: Debater | undefined,
): Debater {
  return found !== undefined && debater.persona === found.persona ? { ...debater, ...undescribed } : debater;
}

/** Finds a debater by the name of its seat, its file's name or its path. */
function speaker(wanted: string, { topic, documents }: Omit<AboutDocuments, 'provider'>): Debater | undefined {
  const isIts = (name: string): boolean => name.toLowerCase() === wanted.trim().toLowerCase();
  const found =
    documents.all.find(({ name }) => isIts(name)) ??
    documents.all.find(({ path }) => isIts(path) || isIts(path.slice(path.lastIndexOf('/') + 1)));
  if (found === undefined) return undefined;
  const { name, path, title, section, date } = found;
  const described = path.endsWith(title) ? [path] : [`“${title}”`, path];
  return {
    name,
    persona: oneLine(
      [...(section === undefined ? [] : [`“${section}” of`]), described.join(', ')].join(' ') +
        (date === undefined ? '' : `, ${date}`),
    ),
    starting_position: `On “${topic}”: quotes what it says and takes no side`,
    incentives: 'None',
    model: 'offline',
    document: path,
    ...(section === undefined ? {} : { section }),
  };
}
