import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { TextLayout } from '../matching/text/sourceText';
import {
  meantUrl,
  parseSourceUrl,
  percentDecoded,
  trackingParameter,
  withoutFragment,
} from '../matching/text/sourceUrl';
import { makeFolder, syncFolder, writeDurably, writeOnce } from './durableFile';
import { exists } from './logPath';
import { sha256 } from './sha256';
import {
  hasLayout,
  keptFile,
  type KeptFile,
  layoutIn,
  layoutText,
  metadataIn,
  type SnapshotMetadata,
} from './snapshotMetadata';

export { writeDurably } from './durableFile';
export { sha256 } from './sha256';
export { captureHash, type SnapshotMetadata } from './snapshotMetadata';

/** Larger bodies are not kept beside their text. */
const maximumRawBytes = 10 * 1024 * 1024;

export interface Snapshot {
  metadata: SnapshotMetadata;
  /** The text in which quotations and figures are looked up. */
  text: string;
  layout?: TextLayout | undefined;
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
  layout?: TextLayout | undefined;
  authors?: readonly string[] | undefined;
  site?: string | undefined;
  published?: string | undefined;
  status?: number | undefined;
  charset?: string | undefined;
  via?: 'proxy' | undefined;
  archived?: { by: string; url: string; date: string } | undefined;
}

/** File names that follow from the contents, relative to the debate's folder. */
export interface SnapshotFiles {
  metadata: SnapshotMetadata | undefined;
  named: Record<'metadata' | 'body' | 'text' | 'layout', { name: string; file: KeptFile }>;
}

export type Snapshots = Pick<SnapshotStore, 'find' | 'add'> & Partial<Pick<SnapshotStore, 'wasCaptured'>>;

function snapshotMetadata(snapshot: NewSnapshot): SnapshotMetadata {
  const { authors, site, published, status, charset, via, archived } = snapshot;
  return {
    url: withoutFragment(snapshot.url),
    final_url: snapshot.finalUrl,
    title: snapshot.title,
    content_type: snapshot.contentType,
    accessed: snapshot.accessed,
    sha256: sha256(snapshot.body),
    extractor: snapshot.extractor.name,
    extractor_version: snapshot.extractor.version,
    ...(authors === undefined ? {} : { authors: [...authors] }),
    site,
    published,
    status,
    ...(charset === undefined || charset === '' ? {} : { charset }),
    via,
    archived,
    ...(hasLayout(snapshot.layout) ? { layout: true } : {}),
  };
}

export function inMemory(snapshot: NewSnapshot): Snapshot {
  const { text, layout } = snapshot;
  return { metadata: snapshotMetadata(snapshot), text, ...(hasLayout(layout) ? { layout } : {}) };
}

/** The `sources/` folder of a debate. A snapshot is never changed or removed. */
export class SnapshotStore {
  readonly #folder: string;

  constructor(debateFolder: string) {
    this.#folder = join(debateFolder, 'sources');
  }

  /** Returns the snapshot of this URL, or of one that redirects to it; undefined if none can be read. */
  async find(url: string): Promise<Snapshot | undefined> {
    const metadata = metadataIn(await this.#read(nameOf(url)));
    if (metadata === undefined) return undefined;
    const text = await this.#read(`${metadata.sha256}.txt`);
    if (text === undefined) return undefined;
    if (metadata.layout !== true) return { metadata, text };
    const layout = await this.#layoutOf(metadata.sha256, text);
    return layout === undefined ? undefined : { metadata, text, layout };
  }

  /** Whether this URL or another spelling of it was captured, readable or not; if so, the page existed. */
  async wasCaptured(url: string): Promise<boolean> {
    return (
      (await exists(join(this.#folder, nameOf(url)))) ||
      (parseSourceUrl(url).kind === 'web' && (await this.#hasSpellingOf(url)))
    );
  }

  /** Reads all captures; called only before an accusation. */
  async #hasSpellingOf(url: string): Promise<boolean> {
    const key = pageKey(url);
    const names = await readdir(this.#folder).catch((): string[] => []);
    for (const name of names.filter((each) => /^[0-9a-f]{64}\.json$/.test(each))) {
      const metadata = metadataIn(await this.#read(name));
      if (metadata !== undefined && [metadata.url, metadata.final_url].some((each) => pageKey(each) === key))
        return true;
    }
    return false;
  }

  /**
   * Writes and syncs, body first, so that an entry may refer to the snapshot. Existing files of any writer stay: the
   * snapshot of the URL, and an earlier text of the same body. @throws RecordError
   */
  async add(snapshot: NewSnapshot): Promise<Snapshot> {
    const known = await this.find(snapshot.url);
    if (known !== undefined) return known;
    await makeFolder(this.#folder);
    const written = await this.#write(snapshot);
    await syncFolder(this.#folder);
    return written;
  }

  async #write(snapshot: NewSnapshot): Promise<Snapshot> {
    const hash = sha256(snapshot.body);
    const [body, words] = await Promise.allSettled([this.#putBody(hash, snapshot.body), this.#putText(hash, snapshot)]);
    if (body.status === 'rejected') throw body.reason;
    if (words.status === 'rejected') throw words.reason;
    const { text, layout } = words.value;
    const stored = { metadata: storedMetadata(snapshot, { text, layout }), text, layout };
    const isFirst = await this.#putMetadata(stored.metadata);
    await this.#alsoUnder(stored.metadata);
    return isFirst ? stored : ((await this.find(snapshot.url)) ?? stored);
  }

  async #putBody(hash: string, body: Uint8Array): Promise<void> {
    if (body.byteLength <= maximumRawBytes) await this.#putOnce(`${hash}.body`, body);
  }

  /** Returns the name of the kept text, which may be another writer's. */
  async #putText(
    hash: string,
    { text, layout }: NewSnapshot,
  ): Promise<{ text: string; layout: TextLayout | undefined }> {
    // The layout is written first, under the text's own hash, so that it exists for any text that is kept.
    const put = hasLayout(layout) ? await this.#putLayout(hash, text, layout) : undefined;
    await this.#putOnce(`${hash}.txt`, text);
    const kept = (await this.#read(`${hash}.txt`)) ?? text;
    return { text: kept, layout: put !== undefined && kept === text ? put : await this.#layoutOf(hash, kept) };
  }

  /** Returns false if another process was faster. An unreadable file is replaced. */
  async #putMetadata(metadata: SnapshotMetadata): Promise<boolean> {
    const [name, json] = [nameOf(metadata.url), `${JSON.stringify(metadata, null, 2)}\n`];
    if (await this.#putOnce(name, json)) return true;
    if ((await this.find(metadata.url)) !== undefined) return false;
    await writeDurably(join(this.#folder, name), json);
    return true;
  }

  /** Records the address after a redirect, which names the same page; a copy in an archive is another page. */
  async #alsoUnder(metadata: SnapshotMetadata): Promise<void> {
    const url = withoutFragment(metadata.final_url);
    if (url === metadata.url || metadata.archived !== undefined || parseSourceUrl(url).kind !== 'web') return;
    await this.#putOnce(nameOf(url), `${JSON.stringify({ ...metadata, url }, null, 2)}\n`);
  }

  async #putLayout(hash: string, text: string, layout: TextLayout): Promise<TextLayout | undefined> {
    const [name, json] = [layoutName(hash, text), layoutText(layout)];
    if (!(await this.#putOnce(name, json))) {
      const known = layoutIn(await this.#read(name), text);
      if (known !== undefined) return known;
      await writeDurably(join(this.#folder, name), json);
    }
    return layoutIn(json, text);
  }

  async #layoutOf(hash: string, text: string): Promise<TextLayout | undefined> {
    return layoutIn(await this.#read(layoutName(hash, text)), text);
  }

  async #putOnce(name: string, content: string | Uint8Array): Promise<boolean> {
    return await writeOnce(join(this.#folder, name), content);
  }

  async #read(name: string): Promise<string | undefined> {
    return textOf(await keptFile(join(this.#folder, name)));
  }

  async files(url: string): Promise<SnapshotFiles> {
    const about = await this.#named(nameOf(url));
    const metadata = metadataIn(textOf(about.file));
    const hash = metadata?.sha256 ?? 'none';
    const [body, text] = await Promise.all([this.#named(`${hash}.body`), this.#named(`${hash}.txt`)]);
    const layout = await this.#named(layoutName(hash, textOf(text.file) ?? ''));
    return { metadata, named: { metadata: about, body, text, layout } };
  }

  async #named(name: string): Promise<{ name: string; file: KeptFile }> {
    return { name: `sources/${name}`, file: await keptFile(join(this.#folder, name)) };
  }
}

const textOf = (file: KeptFile): string | undefined =>
  file.state === 'kept' ? file.bytes.toString('utf8') : undefined;

const nameOf = (url: string): string => `${sha256(withoutFragment(url))}.json`;

/** The name contains the text's hash, because several versions of an extractor may have read one body. */
const layoutName = (hash: string, text: string): string => `${hash}.${sha256(text).slice(0, 16)}.layout.json`;

/** The extractor is unknown for a text that was there before. */
function storedMetadata(
  snapshot: NewSnapshot,
  { text, layout }: { text: string; layout: TextLayout | undefined },
): SnapshotMetadata {
  const extractor = text === snapshot.text ? {} : { extractor: 'unknown', extractor_version: 0 };
  return { ...snapshotMetadata(snapshot), ...extractor, layout: layout === undefined ? undefined : true };
}

/**
 * Reduces an address to its target: drops characters copied along with it, scheme, `www.`, default port, fragment,
 * final slashes, tracking parameters, and case. Two pages may share a key, so it can excuse a source but never prove
 * one.
 */
function pageKey(url: string): string {
  const bare = meantUrl(url);
  const parsed = parsedOrNot(bare);
  if (parsed === undefined) return bare.toLowerCase();
  const { hostname, port, pathname, searchParams } = parsed;
  const query = [...searchParams]
    .filter(([name]) => !trackingParameter.test(name))
    .map(([name, value]) => `${name}=${value}`)
    .sort()
    .join('&');
  const place = `${hostname.replace(/^www\d*\./, '').replace(/\.$/, '')}${port === '' || port === '80' || port === '443' ? '' : `:${port}`}`;
  return `${place}${percentDecoded(pathname).replace(/(?<!\/)\/+$/, '')}?${query}`.toLowerCase();
}

/** Avoids `URL.canParse`, which in Node.js 20 eventually rejects addresses with letters like "ü". */
function parsedOrNot(url: string): URL | undefined {
  try {
    return new URL(url);
  } catch {
    return undefined;
  }
}
