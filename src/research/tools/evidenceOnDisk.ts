import { fileReading } from '../extract/readings';
import type { FileText } from '../fileText';
import { WorkspaceTexts } from '../workspaceTexts';
import type { EvidenceOnDisk, EvidencePort } from './evidencePaths';

/** Reads the current state of these files. */
export function evidenceOnDisk(
  disk: EvidenceOnDisk,
  files: EvidencePort['files'],
): Pick<EvidencePort, 'files' | 'disk' | 'text'> & Required<Pick<EvidencePort, 'document'>> {
  const texts = new WorkspaceTexts(disk.root);
  const { added } = disk;
  const read = async (path: string): Promise<FileText> => {
    if (added?.path === path) return await addedText(added);
    const file = await texts.read(path);
    if (!file.ok) throw new Error(`The evidence file ${path} can no longer be read.`);
    return file;
  };
  // A caller that asks for a document's text asks for its facts next.
  let last: { path: string; file: FileText } | undefined;
  return {
    files,
    disk,
    text: async (path) => {
      const file = await read(path);
      last = { path, file };
      return file.text;
    },
    document: async (path) => {
      const kept = last?.path === path ? last.file : undefined;
      last = undefined;
      return kept ?? (await read(path));
    },
  };
}

async function addedText({ path, text }: { path: string; text: string }): Promise<FileText> {
  const read = await fileReading(path, Buffer.from(text));
  return read.ok ? read : { text };
}
