import type { GivenFile } from '../../agents/model/wholeEvidence';
import type { SnapshotStore } from '../../record/snapshots';
import { formatWorkspaceUrl } from '../../matching/text/sourceUrl';
import type { SetupData } from '../../debate/log/entryData';
import { fileKind } from '../../research/fileKind';
import { evidenceParts, numbered, numberedParts, type EvidencePart } from '../../research/tools/evidenceParts';

interface GivenOptions {
  evidence: Pick<SetupData['evidence'], 'files'>;
  store: Pick<SnapshotStore, 'find'>;
  /** Keeps a snapshot of the file as it is now. */
  capture: (url: string, signal: AbortSignal) => Promise<unknown>;
}

/** Bytes and files; more is certainly too much to be told whole. */
const mostBytes = 256 * 1024;
const mostFiles = 100;

/**
 * The evidence files as snapshots keep them, so that a file that changes later changes no prompt. Undefined where there
 * are too many, or one can no longer be read.
 */
export async function givenFiles({ evidence, store, capture }: GivenOptions): Promise<GivenFile[] | undefined> {
  const files = evidence.files.filter(({ path }) => fileKind(path) !== undefined);
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  if (files.length > mostFiles || bytes > mostBytes) return undefined;
  const given: GivenFile[] = [];
  for (const { path } of files) {
    const url = formatWorkspaceUrl({ path });
    if ((await store.find(url)) === undefined) await capture(url, new AbortController().signal);
    const snapshot = await store.find(url);
    if (snapshot === undefined) return undefined;
    const { text, layout, metadata } = snapshot;
    const extractor = { name: metadata.extractor, version: metadata.extractor_version };
    const parts = await evidenceParts(
      { files, text: () => Promise.resolve(text), document: () => Promise.resolve({ layout, extractor }) },
      path,
    );
    given.push({ path, numbered: parts.map(numberedPart).join('\n') });
  }
  return given;
}

function numberedPart({ lines: read, page, kinds }: EvidencePart): string {
  // The end of a file's last line begins no other.
  const lines = read.at(-1) === '' ? read.slice(0, -1) : read;
  if (page !== undefined) return [`[Page ${page}]`, ...lines].join('\n');
  return kinds === undefined ? numbered(lines, 1) : numberedParts({ lines, kinds }, { start: 1, end: lines.length });
}
