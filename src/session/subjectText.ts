import { createHash } from 'node:crypto';
import { extname, join } from 'node:path';
import { refuseContent } from '../research/admission';
import { fileKind } from '../research/fileKind';
import { evidenceOnDisk } from '../research/tools/evidencePaths';
import { commonFolder, rebased, type EvidenceSet, type OpenedEvidence } from './evidenceSet';
import { PlanError } from './planError';

/**
 * Subject material that is no file: a selection, the text of an unsaved editor. It is kept as a file in the folder of the
 * debate, `subject/<name>`, and stands in the manifest like all else that is cited. A copy, because the editor goes on
 * being edited: what was quoted must still be there when it is verified, and when the debate is resumed. It is the only
 * thing in a debate's folder that is ever argued from; Rostrum wrote it there before the debate had a word.
 */
export interface SubjectText {
  /** A file name, from `subjectTextName`. */
  name: string;
  text: string;
}

export const subjectFolder = 'subject';
/** It is kept in the editor's storage until the start. */
const maximumSubjectLength = 200_000;

/** @throws PlanError when nobody could argue from it, or it holds a secret. */
export function checkedSubjectText({ name, text }: SubjectText): SubjectText {
  if (text.trim() === '')
    throw new PlanError('subject_empty', 'The selection holds no text. Select what is to be debated.');
  if (text.length > maximumSubjectLength) {
    const message = `The selection has ${text.length} characters; at most ${maximumSubjectLength} are allowed. Select less, or debate the file.`;
    throw new PlanError('subject_too_long', message);
  }
  const refusal = refuseContent(Buffer.from(text));
  if (refusal === undefined) return { name: subjectTextName(name), text };
  throw new PlanError('subject_refused', `The selection cannot be used: ${refusal.detail}. Select something else.`);
}

/** `notes.md`, lines 10 to 20: `notes-L10-L20.md`. A kind of file that is not read becomes text. */
export function subjectTextName(origin: string, lines?: { first: number; last: number }): string {
  const kind = fileKind(origin);
  const extension = kind === undefined || kind === 'pdf' ? '' : extname(origin);
  const stem = origin
    .slice(0, origin.length - extension.length)
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}._-]+/gu, '-')
    .replace(/^[.-]+|(?<!-)-+$/g, '')
    .slice(0, 60);
  const where =
    lines === undefined ? '' : lines.first === lines.last ? `-L${lines.first}` : `-L${lines.first}-L${lines.last}`;
  return `${stem === '' ? 'selection' : stem}${where}${extension === '' ? '.txt' : extension.toLowerCase()}`;
}

/** The evidence of a debate in `folder` (a real path) that holds the text too. */
export function withSubjectText(evidence: EvidenceSet, { name, text }: SubjectText, folder: string): EvidenceSet {
  const own = join(folder, subjectFolder);
  const root = commonFolder([evidence.root ?? own, own]);
  const others = evidence.root === null ? evidence : rebased(evidence, evidence.root, root);
  const bytes = Buffer.from(text);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const { files, subject } = rebased(
    { files: [{ path: name, bytes: bytes.byteLength, sha256 }], subject: [name] },
    own,
    root,
  );
  return {
    ...others,
    root,
    files: [...others.files, ...files].sort((a, b) => (a.path < b.path ? -1 : 1)),
    subject: [...others.subject, ...subject],
  };
}

/** The evidence as it will be, before the text is anywhere on disk: to know whether anything in it can be quoted. */
export function openedWithText(opened: OpenedEvidence, { name, text }: SubjectText): OpenedEvidence {
  const path = `${subjectFolder}/${name}`;
  const kind = fileKind(name) ?? 'text';
  const bytes = Buffer.from(text);
  const file = { path, bytes: bytes.byteLength, sha256: '', kind };
  const files = [...opened.files, file];
  const { changed, leftOut } = opened;
  return {
    changed,
    leftOut,
    ...evidenceOnDisk({ ...(opened.disk ?? { root: '' }), added: { path, text } }, files),
    files,
  };
}
