import { join } from 'node:path';
import type { CitationAnswer } from '../../src/citations/answer';
import { type CheckedDocuments, type CheckOptions, checkDocuments } from '../../src/citations/checkDocuments';
import { CitedPages } from '../../src/citations/pages';
import type { Archive } from '../../src/research/archive/wayback';
import type { SafeFetch } from '../../src/research/fetch/fetchedPage';
import { tempFolder } from './tempFolder';

const week = 7 * 24 * 60 * 60_000;

interface Checking extends Partial<Omit<CheckOptions, 'pages'>> {
  /** Documents below the folder; default: all that the check is about, `doc.md`. */
  files?: readonly string[];
  web?: { fetch: SafeFetch; archive: Archive | undefined };
  maxAgeMs?: number;
  now?: () => number;
}

/** Checks documents of a folder with a cache of their own, unless one is named. */
export async function checkedIn(
  folder: string,
  { files = ['doc.md'], web, maxAgeMs = week, now = () => 0, cacheFolder = tempFolder(), ...rest }: Checking = {},
): Promise<CheckedDocuments & { asked: number }> {
  const pages = new CitedPages({ folder: cacheFolder, web, maxAgeMs, now });
  const checked = await checkDocuments(
    files.map((file) => join(folder, file)),
    { root: folder, cacheFolder, pages, signal: new AbortController().signal, ...rest },
  );
  return { ...checked, asked: pages.asked };
}

export const answersOf = ({ documents }: Pick<CheckedDocuments, 'documents'>): CitationAnswer[] =>
  documents.flatMap(({ citations }) => citations.map(({ answer }) => answer));

export const kindsOf = (checked: Pick<CheckedDocuments, 'documents'>): string[] =>
  answersOf(checked).map(({ kind }) => kind);
