import { join, resolve } from 'node:path';
import { proposeLineup } from '../../src/agents/extractive/lineup';
import type { Entry } from '../../src/debate/entry';
import { formats } from '../../src/debate/formats/registry';
import type { Format } from '../../src/debate/step';
import { createDebate } from '../../src/session/createDebate';
import { gatherEvidence } from '../../src/session/evidenceSet';
import { seatedDebaters } from '../../src/session/formatPlan';
import { rolesOf } from '../../src/session/modelPlan';
import { readEntries } from './scriptedDebate';
import { tempFolder } from './tempFolder';
import { runFolder } from './testSession';

const fixture = resolve(import.meta.dirname, '..', 'fixtures', 'harbour');
/** Markdown with a table, CSV, text and a PDF. */
export const harbour = join(fixture, 'evidence');
export const proposal = join(fixture, 'proposal.md');
export const bridge = 'Should the city replace the harbour ferry with a bridge?';

export interface ExtractiveDebate {
  format: Format;
  topic?: string;
  /** A folder. */
  evidence?: string;
  /** Files of the proposal. */
  subject?: readonly string[];
  options?: Record<string, unknown>;
  /** So many more files are listed, which are gone. */
  gone?: number;
}

export interface OfflineFixture {
  /** As its golden record is called. */
  name: string;
  debate: ExtractiveDebate & { evidence: string; topic: string };
  /** The file that a tribunal is about. */
  proposal: string;
}

const orchard = resolve(import.meta.dirname, '..', 'fixtures', 'orchard');
const fixtures = {
  harbour: { evidence: harbour, subject: proposal, topic: bridge },
  orchard: {
    evidence: join(orchard, 'evidence'),
    subject: join(orchard, 'proposal.md'),
    topic: 'Should the orchards of the valley be covered with hail nets?',
  },
};

/** Two folders of evidence with Markdown, CSV and PDF, in all formats. */
export const offlineFixtures: readonly OfflineFixture[] = Object.entries(fixtures).flatMap(
  ([name, { evidence, subject, topic }]) =>
    formats.map((format) => ({
      name: `${name}-${format.name}`,
      proposal: subject,
      debate: {
        format,
        topic,
        evidence,
        subject: format.name === 'tribunal' ? [subject] : [],
        options: format.name === 'dialectic' ? { exchanges: 2 } : {},
      },
    })),
);

/** The folder of a debate in which everybody is performed offline. */
export async function extractiveFolder({
  format,
  topic = bridge,
  evidence = harbour,
  subject = [],
  options = {},
  gone = 0,
}: ExtractiveDebate): Promise<string> {
  const parent = tempFolder();
  const set = await gatherEvidence({ evidence, subject: [...subject], output: parent });
  const missing = Array.from({ length: gone }, (_, at) => ({
    path: `gone/${at}.md`,
    bytes: 7,
    sha256: 'a'.repeat(64),
  }));
  const given = format.options.parse(options);
  return await createDebate({
    topic,
    format: format.name,
    options: given,
    provider: 'offline',
    parent,
    now: () => new Date(),
    models: Object.fromEntries(rolesOf(format).map((role) => [role, 'offline'])),
    evidence: { ...set, files: [...missing, ...set.files] },
    debaters:
      format.name === 'panel'
        ? proposeLineup({ topic, hints: '' }).debaters.map((seat) => ({ ...seat, model: 'offline' }))
        : seatedDebaters(format, 'offline'),
    limits: { min_rounds: 1, max_rounds: 3, time_budget_minutes: 30, budget_usd: null, ...format.limits(given) },
  });
}

/** A whole one, as far as it goes by itself. */
export async function extractiveDebate(debate: ExtractiveDebate): Promise<{ folder: string; entries: Entry[] }> {
  const folder = await extractiveFolder(debate);
  const end = await runFolder(folder);
  if (end.status !== 'done') throw new Error(JSON.stringify(end));
  return { folder, entries: await readEntries(folder) };
}

/** What an entry says outside of quotations: quoted lines, and words in quotation marks. */
export const ownWords = (text: string): string => text.replace(/^\s*>.*$/gm, '').replace(/“[^“”]*”/g, '');

/** Words that would say which side something is on. */
export const sideWords = /\b(?:against|supports|contradicts|in favou?r)\b/i;
