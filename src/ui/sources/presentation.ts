import * as vscode from 'vscode';
import type { Citation } from '../services';
import { placeOf, type FoundInFile, type FoundInSnapshot, type Located } from './locatePassage';
import { passageIn, type Passage } from './passage';
import type { ShownPassage } from './shownPassages';
import { snapshotUri } from './snapshotDocuments';
import { passageNotices } from './sourceWords';
import { TextLines } from './textSpans';

/** What the editor is to show for a source: which document, and what of it. */
export interface Presentation {
  readonly uri: vscode.Uri;
  /** The passage as far as it is known before the document is. */
  readonly expected: Passage;
  /** The passage in the document as the editor has it. */
  shownIn(text: string): ShownPassage;
}

type Parts = Pick<ShownPassage, 'citation' | 'facts' | 'elsewhere'>;

export function presentFile(citation: Citation, { facts, file, text, passage, isCompared }: FoundInFile): Presentation {
  const parts = { citation, facts, elsewhere: undefined };
  const unknown = isCompared ? [] : [vscode.l10n.t('The record does not say what this file held: it may have changed since')];
  const unsaved = vscode.l10n.t('The editor shows other text than the file holds');
  return {
    uri: vscode.Uri.file(file),
    expected: passage,
    shownIn: (shown) =>
      sameWords(shown, text)
        ? shownPassage(parts, { passage, text, notices: unknown })
        : shownPassage(parts, { passage: passageIn(shown, placeOf(facts)), text: shown, notices: [...unknown, unsaved] }),
  };
}

export function presentSnapshot(citation: Citation, { facts, snapshot, passage, why, file, address }: FoundInSnapshot): Presentation {
  const { title, accessed } = snapshot.metadata;
  const elsewhere = file !== undefined ? { kind: 'file' as const } : address !== undefined ? { kind: 'browser' as const, address } : undefined;
  return {
    uri: snapshotUri(citation, title),
    expected: passage,
    shownIn: (text) => shownPassage({ citation, facts, elsewhere }, { passage, text, notices: [snapshotNotice(why, accessed)] }),
  };
}

/** The file as it is now: what was cited may stand elsewhere in it, or not at all. */
export function presentCurrentFile(citation: Citation, located: Extract<Located, { kind: 'snapshot' | 'changed' }>, file: string): Presentation {
  const { facts } = located;
  const elsewhere = located.kind === 'snapshot' ? { kind: 'snapshot' as const } : undefined;
  const notices = [vscode.l10n.t('The file as it is now: it has changed since it was cited')];
  return {
    uri: vscode.Uri.file(file),
    expected: located.passage,
    shownIn: (text) => shownPassage({ citation, facts, elsewhere }, { passage: passageIn(text, placeOf(facts)), text, notices }),
  };
}

interface Shown {
  passage: Passage;
  /** The text that it stands in. */
  text: string;
  notices: readonly string[];
}

function shownPassage(parts: Parts, { passage, text, notices }: Shown): ShownPassage {
  const { quote } = parts.facts;
  const hasQuote = quote !== undefined && quote.trim() !== '';
  const words = new TextLines(text).slice(passage.span);
  return { ...parts, span: passage.span, words, notices: [...passageNotices(passage, hasQuote), ...notices] };
}

/** The editor has one kind of line end in a document, and no byte order mark. */
function sameWords(shown: string, held: string): boolean {
  const plain = (text: string): string => text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  return shown === held || plain(shown) === plain(held);
}

function snapshotNotice(why: FoundInSnapshot['why'], accessed: string): string {
  switch (why) {
    case 'changed':
      return vscode.l10n.t('Snapshot of {0}: the file has changed since', accessed);
    case 'gone':
      return vscode.l10n.t('Snapshot of {0}: the file is not there any more', accessed);
    case 'web':
      return vscode.l10n.t('Snapshot of {0}', accessed);
  }
}
