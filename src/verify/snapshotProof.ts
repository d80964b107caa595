import { isUtf8 } from 'node:buffer';
import { hasLayout, type KeptFile, layoutIn, layoutText } from '../record/snapshotMetadata';
import { captureHash, sha256, type SnapshotFiles, type SnapshotMetadata } from '../record/snapshots';
import type { SnapshotProof } from '../debate/fold/citations';
import { parseSourceUrl, withoutFragment } from '../matching/text/sourceUrl';
import type { TextLayout } from '../matching/text/sourceText';
import { type Extractor, extractors, isKnownExtractor, type PageFacts } from '../research/extract/extractPage';
import { fileReading, pageReading } from '../research/extract/readings';
import { decodedAs, decodePage, pageKind } from '../research/fetch/pageKind';
import { fileKind } from '../research/fileKind';
import { titleOf } from '../research/sourceReader';

/** What the record says of a result's snapshot. */
export interface Witnessed {
  /** SHA-256 of the body. */
  snapshot?: string | null | undefined;
  text_sha256?: string | undefined;
  capture_sha256?: string | undefined;
}

const proven: SnapshotProof = { proof: 'proven' };
const notProvable = (reason: string): SnapshotProof => ({ proof: 'not_provable', reason });
const givenUp = (detail: string): SnapshotProof => ({
  ...notProvable(`reading its body was given up: ${detail}`),
  isPassing: true,
});
const isGone = (name: string): SnapshotProof => ({ ...notProvable(`${name} is missing`), isMissing: true });
const doesNotFit = (reason: string): SnapshotProof => ({ proof: 'does_not_fit', reason });

/**
 * Text, parts and metadata are derived from the body again, and compared with what is kept, and that with the record.
 * Rejects only with the signal's reason.
 */
export async function proveSnapshot(
  url: string,
  files: SnapshotFiles,
  { witnessed = {}, signal }: { witnessed?: Witnessed | undefined; signal: AbortSignal },
): Promise<SnapshotProof> {
  const spoilt = Object.values(files.named).find(({ file }) => file.state !== 'kept' && file.state !== 'missing');
  if (spoilt?.file.state === 'link') return doesNotFit(`${spoilt.name} is a link, which no snapshot is`);
  if (spoilt?.file.state === 'not_a_file')
    return doesNotFit(`${spoilt.name} is a folder, a pipe or a device, which no snapshot is`);
  if (spoilt?.file.state === 'too_large') return doesNotFit(`${spoilt.name} is larger than any snapshot`);
  if (spoilt !== undefined) return { ...doesNotFit(`${spoilt.name} cannot be read`), isPassing: true };
  const { metadata: about, body, text, layout } = files.named;
  const { metadata } = files;
  if (metadata === undefined)
    return about.file.state === 'missing'
      ? isGone(about.name)
      : doesNotFit(`${about.name} was changed: it is no metadata of a snapshot`);
  const changed = changedFile({ url, files: { about, body, text }, metadata, witnessed });
  if (changed !== undefined) return changed;
  const missing = [body, text].find(({ file }) => file.state === 'missing');
  if (missing !== undefined)
    return missing === body ? notProvable(`no body is kept (${body.name})`) : isGone(text.name);
  const derived = await derivedFrom(url, metadata, bytesOf(body.file), signal);
  signal.throwIfAborted();
  if ('proof' in derived) return derived;
  // Only the server may have given the encoding, and nobody kept that.
  const isUndeclared =
    metadata.charset === undefined &&
    parseSourceUrl(url).kind === 'web' &&
    pageKind(metadata.content_type) !== 'pdf' &&
    !isUtf8(bytesOf(body.file));
  return compared(derived, { metadata, about: about.name, text, layout, isUndeclared });
}

interface Named {
  name: string;
  file: KeptFile;
}

const bytesOf = (file: KeptFile): Buffer => (file.state === 'kept' ? file.bytes : Buffer.alloc(0));

/** Finds a changed file by hashes and names, even where the body is missing. */
function changedFile({
  url,
  files: { about, body, text },
  metadata,
  witnessed,
}: {
  url: string;
  files: Record<'about' | 'body' | 'text', Named>;
  metadata: SnapshotMetadata;
  witnessed: Witnessed;
}): SnapshotProof | undefined {
  if (metadata.url !== withoutFragment(url)) return doesNotFit(`${about.name} was changed: it is of another address`);
  if (witnessed.snapshot != null && witnessed.snapshot !== metadata.sha256)
    return doesNotFit(`${about.name} was changed: the record names another body`);
  if (body.file.state === 'kept' && sha256(body.file.bytes) !== metadata.sha256)
    return doesNotFit(`${body.name} was changed: its hash is another`);
  if (witnessed.capture_sha256 !== undefined && witnessed.capture_sha256 !== captureHash(metadata))
    return doesNotFit(`${about.name} was changed: the record says otherwise where, when or how the page was read`);
  const isOther =
    text.file.state === 'kept' &&
    witnessed.text_sha256 !== undefined &&
    sha256(text.file.bytes) !== witnessed.text_sha256;
  return isOther ? doesNotFit(`${text.name} was changed: it is not the text that the result was made on`) : undefined;
}

interface Derived extends PageFacts {
  title: string;
  text: string;
  layout?: TextLayout | undefined;
  extractor: Extractor;
}

async function derivedFrom(
  url: string,
  metadata: SnapshotMetadata,
  body: Uint8Array,
  signal: AbortSignal,
): Promise<Derived | SnapshotProof> {
  const parsed = parseSourceUrl(url);
  if (parsed.kind === 'workspace') return await derivedFile(parsed.path, body, signal);
  const kind = pageKind(metadata.content_type);
  if (kind === undefined) return notProvable(`this program does not read ${metadata.content_type}`);
  // The page is decoded as it was then.
  const known = metadata.charset === undefined ? undefined : decodedAs(body, metadata.charset);
  const { text } = kind === 'pdf' ? { text: '' } : (known ?? decodePage(body, kind, undefined));
  const reading = await pageReading(url, { kind, text, body, finalUrl: metadata.final_url }, signal);
  if (reading.kind === 'unread') return givenUp(reading.detail);
  return reading.page;
}

async function derivedFile(path: string, body: Uint8Array, signal: AbortSignal): Promise<Derived | SnapshotProof> {
  const kind = fileKind(path);
  const file = await fileReading(path, body, signal);
  if (kind === undefined) return notProvable('this program does not read such files');
  if (file.ok)
    return {
      ...file,
      title: file.title ?? titleOf(path, kind, file.text),
      extractor: file.extractor ?? extractors.plain,
    };
  const isGivenUp = file.reason === 'deadline' || file.reason === 'failed';
  return isGivenUp ? givenUp(file.detail) : { title: '', text: '', extractor: extractors.plain };
}

function compared(
  derived: Derived,
  kept: { metadata: SnapshotMetadata; about: string; text: Named; layout: Named; isUndeclared: boolean },
): SnapshotProof {
  const { metadata, about, text, layout, isUndeclared } = kept;
  const by: Extractor = { name: metadata.extractor, version: metadata.extractor_version };
  if (!isKnownExtractor(by))
    return notProvable(`its text was taken by a reader that this program has not (${by.name} ${by.version})`);
  if (!Buffer.from(derived.text).equals(bytesOf(text.file)))
    return isUndeclared
      ? notProvable('what its body was decoded from was not kept')
      : doesNotFit(`${text.name} is not the text of its body`);
  if (by.name !== derived.extractor.name || by.version !== derived.extractor.version)
    return doesNotFit(`${about} was changed: it names another reader than the one that reads such a body`);
  if (factsIn(metadata) !== factsIn(derived))
    return doesNotFit(`${about} was changed: its body says another title, author or date`);
  return comparedLayout(derived.layout, { isNamed: metadata.layout === true, about, text, layout });
}

const factsIn = ({
  title,
  authors,
  site,
  published,
}: Pick<SnapshotMetadata, 'title' | 'authors' | 'site' | 'published'> | Derived): string =>
  JSON.stringify([title, authors ?? null, site ?? null, published ?? null]);

function comparedLayout(
  derived: TextLayout | undefined,
  { isNamed, about, text, layout }: { isNamed: boolean; about: string; text: Named; layout: Named },
): SnapshotProof {
  if (isNamed !== hasLayout(derived))
    return doesNotFit(`${about} was changed: whether the text has parts or pages is not as its body says`);
  if (!hasLayout(derived)) return proven;
  if (layout.file.state === 'missing') return notProvable(`${layout.name} is missing`);
  const own = bytesOf(text.file).toString('utf8');
  const keptLayout = layoutIn(bytesOf(layout.file).toString('utf8'), own);
  const isSame = keptLayout !== undefined && layoutText(keptLayout) === layoutText(derived);
  return isSame ? proven : doesNotFit(`${layout.name} was changed: the parts of the text stand elsewhere`);
}
