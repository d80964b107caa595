import { readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDebateFolder } from '../../src/record/debateFolder';
import { DebateLog } from '../../src/record/debateLog';
import { pathOfLog } from '../../src/record/logPath';
import { sha256, SnapshotStore } from '../../src/record/snapshots';
import { workspaceSourceReader } from '../../src/research/sourceReader';
import type { Proof } from '../../src/debate/fold/citations';
import { setupDraft } from './setupDraft';

/** A debate whose sources were all verified and kept, and whose files were partly changed afterwards. */

interface Files {
  text: string;
  body: string;
  metadata: string;
}

export interface Kept {
  name: string;
  proof: Proof;
  /** Pattern of the reason, which names the file. */
  reason: RegExp;
  forge: (files: Files) => void;
}

const edited = (path: string, change: (text: string) => string): void =>
  writeFileSync(path, change(readFileSync(path, 'utf8')));

/** Sources in the order in which they are cited. */
export const forgeries: readonly Kept[] = [
  { name: 'honest', proof: 'proven', reason: /^$/, forge: () => undefined },
  {
    name: 'edited',
    proof: 'does_not_fit',
    reason: /^sources\/[0-9a-f]+\.txt was changed/,
    forge: ({ text }) => edited(text, (own) => own.replace('late', 'early')),
  },
  {
    name: 'linked',
    proof: 'does_not_fit',
    reason: /^sources\/[0-9a-f]+\.txt is a link/,
    forge: ({ text }) => moved(text),
  },
  {
    name: 'rebodied',
    proof: 'does_not_fit',
    reason: /^sources\/[0-9a-f]+\.body was changed/,
    forge: ({ body }) => edited(body, (own) => `${own} `),
  },
  {
    name: 'retold',
    proof: 'does_not_fit',
    reason: /^sources\/[0-9a-f]+\.json was changed/,
    forge: ({ metadata }) => edited(metadata, (own) => own.replace(/"title": *"[^"]*"/, '"title": "Another"')),
  },
  {
    name: 'bodyless',
    proof: 'not_provable',
    reason: /^no body is kept \(sources\/[0-9a-f]+\.body\)/,
    forge: ({ body }) => rmSync(body),
  },
  {
    name: 'older',
    proof: 'not_provable',
    reason: /^its text was taken by a reader that this program has not/,
    forge: ({ metadata }) =>
      edited(metadata, (own) => own.replace(/"extractor_version": *\d+/, '"extractor_version": 99')),
  },
];

/** A link to the same bytes: its target matches, but a link is no snapshot. */
function moved(path: string): void {
  renameSync(path, `${path}.elsewhere`);
  symlinkSync(`${path}.elsewhere`, path);
}

export const urlOf = ({ name }: Pick<Kept, 'name'>): string => `workspace:${name}.md`;
export const sentenceOf = ({ name }: Pick<Kept, 'name'>): string =>
  `The ferries of ${name} town were late on 41 days of the year.`;

export interface ForgedDebate {
  folder: string;
  /** Seqs of the citing entries, by the source's name. */
  seqs: ReadonlyMap<string, number>;
}

/**
 * `evidence`: an empty folder; the files are forged after they were kept and their results logged. `unread`: a source
 * that an entry before all others cites without being able to read it.
 */
export async function forgedDebate(parent: string, evidence: string, unread?: string): Promise<ForgedDebate> {
  for (const one of forgeries) writeFileSync(join(evidence, `${one.name}.md`), `# ${one.name}\n\n${sentenceOf(one)}\n`);
  const files = forgeries.map(({ name }) => ({ path: `${name}.md` }));
  const manifest = files.map(({ path }) => ({
    path,
    bytes: readFileSync(join(evidence, path)).length,
    sha256: sha256(readFileSync(join(evidence, path))),
  }));
  const setup = {
    ...setupDraft,
    data: {
      ...setupDraft.data,
      topic: 'Are the ferries late?',
      record_version: 2,
      evidence: { root: evidence, files: manifest },
    },
  };
  const folder = await createDebateFolder({ parent, topic: 'Are the ferries late?', setup, now: () => new Date() });
  const log = await DebateLog.open(pathOfLog(folder));
  try {
    const reader = workspaceSourceReader({ root: evidence, files });
    const seqs = new Map<string, number>();
    if (unread !== undefined) await notRead(log, unread);
    for (const one of forgeries) seqs.set(one.name, await verified(log, one, reader));
    for (const one of forgeries) one.forge(filesOf(folder, one));
    return { folder, seqs };
  } finally {
    await log.close();
  }
}

function filesOf(folder: string, one: Kept): Files {
  const at = (name: string): string => join(folder, 'sources', name);
  const metadata = at(`${sha256(urlOf(one))}.json`);
  const hash = (JSON.parse(readFileSync(metadata, 'utf8')) as { sha256: string }).sha256;
  return { metadata, text: at(`${hash}.txt`), body: at(`${hash}.body`) };
}

async function notRead(log: DebateLog, url: string): Promise<void> {
  const [entry] = await log.append([
    {
      phase: 'opening',
      speaker: 'bob',
      type: 'opening_statement',
      content: 'Late.',
      sources: [{ url, title: 'x', accessed: '2026-11-04' }],
    },
  ]);
  const data = { url, status: 'unverified', snapshot: null, explanation: 'Not read.' };
  await log.append([
    {
      phase: 'system',
      speaker: 'verifier',
      type: 'verification_result',
      target_seq: entry?.seq ?? -1,
      content: 'Not read.',
      data,
    },
  ]);
}

async function verified(log: DebateLog, one: Kept, reader: ReturnType<typeof workspaceSourceReader>): Promise<number> {
  const url = urlOf(one);
  const quote = sentenceOf(one);
  const read = await reader.read(url, new AbortController().signal);
  if (read.outcome !== 'read') throw new Error(read.reason);
  const { extractor = { name: 'plain', version: 1 }, ...page } = read;
  const { text, metadata } = await new SnapshotStore(log.folder).add({ ...page, extractor, accessed: '2026-11-04' });
  const [entry] = await log.append([
    {
      phase: 'opening',
      speaker: 'ada',
      type: 'opening_statement',
      content: quote,
      sources: [{ url, title: one.name, accessed: '2026-11-04', quote }],
    },
  ]);
  const seq = entry?.seq ?? -1;
  const start = text.indexOf(quote);
  const data = {
    url,
    status: 'verified',
    confidence: 'high',
    snapshot: metadata.sha256,
    text_sha256: sha256(text),
    passage: { start, end: start + quote.length },
    checks: { exists: 'pass', quote: 'pass', figures: 'pass', attribution: 'not_applicable', support: 'same' },
    explanation: 'The quotation stands verbatim at the cited place.',
  };
  await log.append([
    {
      phase: 'system',
      speaker: 'verifier',
      type: 'verification_result',
      target_seq: seq,
      content: `Verification of seq ${seq}, ${url}: verified.`,
      data,
    },
  ]);
  return seq;
}
