import type { Report } from '../../async/workerJobs';
import { nameFault } from '../../debate/log/names';
import { collapsed } from '../../matching/text/shortText';
import type { VisibleEntry } from '../../debate/flow/tasks';
import { publishedDate } from '../../research/extract/documentFacts';
import { searchTerms } from '../../research/searchTerms';
import { EvidenceIndex, type Cutter } from '../../research/tools/evidenceIndex';
import type { EvidencePort } from '../../research/tools/evidencePaths';
import { Differing } from './differing';
import { passageSchema, passagesOf, type EvidencePassage } from './passages';
import { distinctWords, topicWords, type TopicWords, WordSet } from './topicWords';

/** A document, or a section of the only document, that can speak as a debater. */
export interface Voice {
  name: string;
  path: string;
  title: string;
  section?: string;
}

const quotable: Cutter<EvidencePassage> = {
  program: 'documentsThread.js',
  passage: passageSchema,
  cut: async (from, path) => {
    const text = await from.text(path);
    return {
      found: await passagesOf({ ...from, text: () => Promise.resolve(text) }, path),
      words: `${searchTerms(path).join(' ')}\n${distinctWords(text)}`,
    };
  },
};

export const mostVoices = 8;

/** The quotable passages of the evidence, which is read once. */
export class DocumentEvidence {
  readonly #index: EvidenceIndex<EvidencePassage>;
  readonly #words = new WordSet();
  readonly #found = new Map<string, Promise<readonly EvidencePassage[]>>();
  #differing: Promise<Differing> | undefined;

  constructor(readonly port: EvidencePort) {
    const files = [...port.files].sort((one, other) => (one.path < other.path ? -1 : 1));
    const document: NonNullable<EvidencePort['document']> = (path) => port.document?.(path) ?? Promise.resolve({});
    const own = { ...port, files, text: (path: string) => port.text(path), document };
    this.#index = new EvidenceIndex(own, quotable, (words) => this.#words.add(words));
  }

  set report(report: Report) {
    this.#index.report = report;
  }

  passages(): Promise<readonly EvidencePassage[]> {
    return this.#index.passages();
  }

  /** Files without a passage, with the reason. */
  async silent(): Promise<{ path: string; reason: 'nothing_quotable' | 'too_much' | 'unreadable' }[]> {
    const speaking = new Set((await this.passages()).map(({ path }) => path));
    const reasons = new Map(this.#index.leftOut.map(({ path, reason }) => [path, reason]));
    return this.port.files.flatMap(({ path }) =>
      speaking.has(path) ? [] : [{ path, reason: reasons.get(path) ?? 'nothing_quotable' }],
    );
  }

  /** The topic's content words, and the words that the evidence lacks. */
  async wordsOf(topic: string): Promise<TopicWords> {
    await this.passages();
    const all = topicWords(topic);
    return { all, nowhere: all.filter((word) => !this.#words.has(word)) };
  }

  /**
   * Passages that share a word with the text, best first. Words of a heading, a title and a file's name count as the
   * passage's own.
   */
  onTopic(text: string): Promise<readonly EvidencePassage[]> {
    const found = this.#found.get(text) ?? this.#search(text);
    this.#found.set(text, found);
    return found;
  }

  async #search(text: string): Promise<readonly EvidencePassage[]> {
    await this.passages();
    const words = topicWords(text);
    const forms = words.flatMap((word) =>
      [...this.#words.formsOf(word), ...this.#words.headsOf(word)].map((form) => searchTerms(form)),
    );
    // A form like "lamps.md" is not one word.
    const terms = new Set([...words.flatMap(searchTerms), ...forms.filter((form) => form.length === 1).flat()]);
    const found = await this.#index.search([...terms].join(' '), Infinity);
    // The search also finds misspelled words, but only passages with one of the words themselves are on the topic.
    return found.filter(({ quote, heading = '', header = '', title, path }) =>
      searchTerms(`${quote}\n${heading}\n${header}\n${title}\n${path}`).some((term) => terms.has(term)),
    );
  }

  differing(): Promise<Differing> {
    return (this.#differing ??= this.passages().then((passages) => new Differing(passages)));
  }

  /** The date that a document states of itself. */
  async dateOf(path: string): Promise<{ date?: string }> {
    const { published } = (await this.port.document?.(path)) ?? {};
    const stated =
      published ??
      publishedDate(/^---\r?\n[\s\S]{0,2000}?^date:(.+)$/m.exec(await this.port.text(path))?.[1]?.trim() ?? '');
    return stated === undefined ? {} : { date: stated };
  }

  /** All documents, and the names of those with the best passages on the topic, best first. */
  async voices(topic: string): Promise<{ all: Voice[]; best: string[] }> {
    const passages = await this.passages();
    const found = await this.onTopic(topic);
    const documents = voicesOf(passages, ({ path }) => path);
    const best = speakersIn(found, documents);
    if (best.length > 1) return { all: documents, best };
    const [sole = documents[0]] = documents.filter(({ name }) => name === best[0]);
    const own = passages.filter(({ path }) => path === sole?.path);
    const sections = voicesOf(own, sectionOf);
    const speaking = speakersIn(found, sections);
    if (speaking.length > 1) return { all: [...documents, ...sections], best: speaking };
    // Documents or sections that say nothing on the topic follow in their order.
    const rest = (documents.length > 1 ? documents : sections).map(({ name }) => name);
    return {
      all: [...documents, ...sections],
      best: [...new Set([...(documents.length > 1 ? best : speaking), ...rest])].slice(0, mostVoices),
    };
  }
}

export const isSaidBy = ({ path, section }: Pick<Voice, 'path' | 'section'>, passage: EvidencePassage): boolean =>
  passage.path === path && (section === undefined || sectionOf(passage) === section);

/** A document without headings is divided by its pages. */
export const sectionOf = ({ section, page }: EvidencePassage): string =>
  section ?? (page === undefined ? '' : `Page ${page}`);

const baseOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1).replace(/(?<=.)\.[^.]*$/, '');

/** File names without their extension: `report`, or `harbour-report` if other folders have a file of the same name. */
function fileNames(paths: readonly string[]): (path: string) => string {
  const counts = new Map<string, number>();
  for (const path of new Set(paths)) counts.set(baseOf(path), (counts.get(baseOf(path)) ?? 0) + 1);
  return (path) => {
    const [folder] = path.split('/').slice(-2, -1);
    return folder === undefined || (counts.get(baseOf(path)) ?? 0) < 2 ? baseOf(path) : `${folder}-${baseOf(path)}`;
  };
}

function voicesOf(passages: readonly EvidencePassage[], keyOf: (passage: EvidencePassage) => string): Voice[] {
  const voices = new Map<string, Voice>();
  const nameOf = fileNames(passages.map(({ path }) => path));
  for (const passage of passages) {
    const { path, title } = passage;
    const key = keyOf(passage);
    if (key === '' || voices.has(key)) continue;
    const isSection = keyOf === sectionOf;
    const taken = [...voices.values()].map(({ name }) => name);
    voices.set(key, {
      name: uniqueName(isSection ? key : nameOf(path), taken),
      path,
      title,
      ...(isSection ? { section: key } : {}),
    });
  }
  return [...voices.values()];
}

function speakersIn(found: readonly EvidencePassage[], voices: readonly Voice[]): string[] {
  const speakers = new Set<string>();
  for (const passage of found) {
    const voice = voices.find((one) => isSaidBy(one, passage));
    if (voice !== undefined) speakers.add(voice.name);
    if (speakers.size === mostVoices) break;
  }
  return [...speakers];
}

const longestName = 40;

/** A free name of letters, digits and hyphens that is not a role's. */
export function uniqueName(wanted: string, taken: readonly string[]): string {
  const plain = wanted
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replace(/[\p{M}'’]/gu, '')
    .replace(/[^A-Za-z0-9]+/g, '-');
  const slug = plain.replace(/^-|-$/g, '').slice(0, longestName).replace(/-$/, '') || 'document';
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? slug : `${slug}-${number}`;
    if (nameFault(name, taken) === undefined) return name;
  }
}

/** Key that a passage shares with the source that quotes it. */
export const keyOf = ({ url, quote }: { url: string; quote?: string | undefined }): string =>
  `${url}\n${collapsed(quote ?? '')}`;

/** Quotations of the record by address and words, with the first entry that has them. */
export function quotedIn(record: readonly VisibleEntry[]): Map<string, number> {
  const found = new Map<string, number>();
  for (const { seq, sources, redacted } of record)
    for (const source of redacted === undefined ? (sources ?? []) : []) {
      const key = keyOf(source);
      if (!found.has(key)) found.set(key, seq);
    }
  return found;
}
