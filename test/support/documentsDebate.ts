import { join, resolve } from 'node:path';
import type { Entry } from '../../src/debate/log/entry';
import { createDebate, type DebatePlan } from '../../src/session/plan/createDebate';
import { documentLineup } from '../../src/session/plan/documentLineup';
import { gatherEvidence } from '../../src/session/plan/evidenceSet';
import { rolesOf } from '../../src/session/plan/modelPlan';
import { formatOf } from '../../src/session/plan/plan';
import { prepareOffline } from '../../src/session/plan/preparation';
import { readEntries } from './scriptedDebate';
import { tempFolder } from './tempFolder';
import { runFolder } from './testSession';

const fixtures = resolve(import.meta.dirname, '..', 'fixtures');
/** Evidence of Markdown with a table, CSV, text and a PDF. */
export const harbour = join(fixtures, 'harbour', 'evidence');
export const proposal = join(fixtures, 'harbour', 'proposal.md');
export const bridge = 'Should the city replace the harbour ferry with a bridge?';
export const orchard = join(fixtures, 'orchard', 'evidence');
export const nets = 'Should the orchards of the valley be covered with hail nets?';

export interface DocumentsDebate {
  topic?: string;
  /** Folder of the evidence. */
  evidence?: string;
  rounds?: { min: number; max: number };
  /** Performers of seats that would otherwise be empty or a document's: `human`. */
  seats?: Readonly<Record<string, string>>;
  /** Names of people who debate with the documents. */
  people?: readonly string[];
  /** Number of further files that are listed and gone. */
  gone?: number;
}

/** Folder of an offline debate in which the evidence's documents speak. */
export async function documentsFolder({
  topic = bridge,
  evidence = harbour,
  rounds = { min: 1, max: 3 },
  seats = {},
  people = [],
  gone = 0,
}: DocumentsDebate = {}): Promise<string> {
  const parent = tempFolder();
  const set = await gatherEvidence({ evidence, subject: [], output: parent });
  const offline = await prepareOffline(set);
  const seated = people.map((name) => ({
    name,
    persona: 'somebody',
    starting_position: 'undecided',
    incentives: 'none',
    model: 'human',
  }));
  const missing = Array.from({ length: gone }, (_, at) => ({
    path: `gone/${at}.md`,
    bytes: 7,
    sha256: 'a'.repeat(64),
  }));
  const plan: DebatePlan = {
    topic,
    provider: 'offline',
    parent,
    now: () => new Date(),
    models: { ...Object.fromEntries(rolesOf(formatOf({})).map((role) => [role, 'offline'])), ...seats },
    evidence: { ...set, files: [...missing, ...set.files] },
    debaters: documentLineup(topic, await offline.documentsOn(topic), seated),
    limits: { min_rounds: rounds.min, max_rounds: rounds.max, time_budget_minutes: 30, budget_usd: null },
  };
  return await createDebate(plan);
}

/** Runs a whole debate, as far as it can go by itself. */
export async function documentsDebate(debate: DocumentsDebate = {}): Promise<{ folder: string; entries: Entry[] }> {
  const folder = await documentsFolder(debate);
  const end = await runFolder(folder);
  if (end.status !== 'done') throw new Error(JSON.stringify(end));
  return { folder, entries: await readEntries(folder) };
}
