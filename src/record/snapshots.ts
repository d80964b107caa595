import { createHash } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { withoutFragment } from '../debate/sourceUrl';
import { writeDurably } from './durableFile';
import { recordErrorFrom, systemCode } from './recordError';

export { writeDurably } from './durableFile';

/** Raw bodies up to this size are kept beside the extracted text. */
const maximumRawBytes = 10 * 1024 * 1024;

const metadataSchema = z.looseObject({
  url: z.string(),
  final_url: z.string(),
  title: z.string(),
  content_type: z.string(),
  accessed: z.string(),
  // It becomes a file's name: nothing but a hash may stand here.
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
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

  /**
   * The snapshot of this URL; undefined when the URL was never captured in this debate, or when what was kept of it
   * cannot be read any more.
   */
  async find(url: string): Promise<Snapshot | undefined> {
    const metadata = metadataIn(await this.#read(`${sha256(withoutFragment(url))}.json`));
    if (metadata === undefined) return undefined;
    const text = await this.#read(`${metadata.sha256}.txt`);
    return text === undefined ? undefined : { metadata, text };
  }

  /**
   * Writes and syncs a snapshot, body first, so that an entry may refer to it. What is there already is kept as it is:
   * the snapshot of the URL, and the text that was taken from the same body before.
   *
   * @throws RecordError `no_space`, `not_permitted` and the like.
   */
  async add(snapshot: NewSnapshot): Promise<Snapshot> {
    const known = await this.find(snapshot.url);
    if (known !== undefined) return known;
    // Not with its parents: a debate's folder that is gone must not come back with nothing but this in it.
    await mkdir(this.#folder).catch((error: unknown) => {
      if (systemCode(error) !== 'EEXIST') throw recordErrorFrom(error, 'make', this.#folder);
    });
    return await this.#write(snapshot);
  }

  async #write(snapshot: NewSnapshot): Promise<Snapshot> {
    const metadata = snapshotMetadata(snapshot);
    const hash = metadata.sha256;
    const before = await this.#read(`${hash}.txt`);
    if (before === undefined) {
      if (snapshot.body.byteLength <= maximumRawBytes) await this.#put(`${hash}.body`, snapshot.body);
      await this.#put(`${hash}.txt`, snapshot.text);
    }
    await this.#put(`${sha256(metadata.url)}.json`, `${JSON.stringify(metadata, null, 2)}\n`);
    return { metadata, text: before ?? snapshot.text };
  }

  #put(name: string, content: string | Uint8Array): Promise<void> {
    return writeDurably(join(this.#folder, name), content);
  }

  #read(name: string): Promise<string | undefined> {
    return readFile(join(this.#folder, name), 'utf8').catch(() => undefined);
  }
}

function metadataIn(json: string | undefined): SnapshotMetadata | undefined {
  if (json === undefined) return undefined;
  try {
    return metadataSchema.parse(JSON.parse(json));
  } catch {
    return undefined; // Cut or changed by somebody: the source is captured anew.
  }
}

export function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
