import { createHash } from 'node:crypto';
import { mkdir, open, readFile, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { withoutFragment } from '../debate/sourceUrl';
import { recordErrorFrom } from './recordError';

/** Raw bodies up to this size are kept beside the extracted text. */
const maximumRawBytes = 10 * 1024 * 1024;

const metadataSchema = z.looseObject({
  url: z.string(),
  final_url: z.string(),
  title: z.string(),
  content_type: z.string(),
  accessed: z.string(),
  sha256: z.string(),
  extractor: z.string(),
  extractor_version: z.int(),
});

/** What is kept of a URL: where the body came from, when, and its hash. One file per URL without its fragment. */
export type SnapshotMetadata = z.infer<typeof metadataSchema>;

export interface Snapshot {
  metadata: SnapshotMetadata;
  /** The extracted text, in which quotes and figures are looked up. */
  text: string;
}

export interface NewSnapshot {
  url: string;
  finalUrl: string;
  title: string;
  contentType: string;
  accessed: string;
  body: Uint8Array;
  text: string;
  extractor: { name: string; version: number };
}

/** What the Verifier needs of a store. */
export type Snapshots = Pick<SnapshotStore, 'find' | 'add'>;

/** The metadata that a snapshot is stored under. */
export function snapshotMetadata(snapshot: NewSnapshot): SnapshotMetadata {
  return {
    url: withoutFragment(snapshot.url),
    final_url: snapshot.finalUrl,
    title: snapshot.title,
    content_type: snapshot.contentType,
    accessed: snapshot.accessed,
    sha256: sha256(snapshot.body),
    extractor: snapshot.extractor.name,
    extractor_version: snapshot.extractor.version,
  };
}

/** The pages and files as they were seen: `sources/` of a debate's folder. A snapshot is never changed or removed. */
export class SnapshotStore {
  readonly #folder: string;

  constructor(debateFolder: string) {
    this.#folder = join(debateFolder, 'sources');
  }

  /** The snapshot of this URL, or undefined when the URL was never captured in this debate. */
  async find(url: string): Promise<Snapshot | undefined> {
    const path = join(this.#folder, `${sha256(withoutFragment(url))}.json`);
    const json = await readFile(path, 'utf8').catch(() => undefined);
    if (json === undefined) return undefined;
    const metadata = metadataSchema.parse(JSON.parse(json));
    const text = await readFile(join(this.#folder, `${metadata.sha256}.txt`), 'utf8').catch(() => undefined);
    return text === undefined ? undefined : { metadata, text };
  }

  /** Writes and syncs a snapshot, body first, so that an entry may refer to it. An existing one is kept as it is. */
  async add(snapshot: NewSnapshot): Promise<Snapshot> {
    const known = await this.find(snapshot.url);
    if (known !== undefined) return known;
    await mkdir(this.#folder, { recursive: true }).catch((error: unknown) => {
      throw recordErrorFrom(error, 'make', this.#folder);
    });
    const metadata = snapshotMetadata(snapshot);
    const hash = metadata.sha256;
    if (snapshot.body.byteLength <= maximumRawBytes) await this.#write(`${hash}.body`, snapshot.body);
    await this.#write(`${hash}.txt`, snapshot.text);
    await this.#write(`${sha256(metadata.url)}.json`, `${JSON.stringify(metadata, null, 2)}\n`);
    return { metadata, text: snapshot.text };
  }

  async #write(name: string, content: string | Uint8Array): Promise<void> {
    await writeDurably(join(this.#folder, name), content);
  }
}

/** Two writes of one path may overlap: each has a temporary file of its own. */
let temporaryNumber = 0;

/** Writes a file whole or not at all: a temporary file beside it, synced, then renamed. @throws RecordError */
export async function writeDurably(path: string, content: string | Uint8Array): Promise<void> {
  const temporary = `${path}.${process.pid}-${(temporaryNumber += 1)}.tmp`;
  try {
    const file = await open(temporary, 'w');
    try {
      await file.writeFile(content);
      await file.datasync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await unlink(temporary).catch(() => undefined);
    throw recordErrorFrom(error, 'write', path);
  }
}

export function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
