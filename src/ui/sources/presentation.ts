import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { partAt } from '../../matching/text/sourceText';
import type { CitationTarget } from '../findings/citation';
import { placeOf, type FoundInFile, type FoundInSnapshot, type Located } from './locatePassage';
import { passageIn, type LocatedPassage } from './passage';
import type { ShownPassage } from './shownPassages';
import { snapshotUri } from './snapshotDocuments';
import { snapshotText, type KeptText, snapshotFacts } from './snapshotText';
import { passageNotices } from './sourceWords';
import { TextLines } from './textSpans';

export interface Presentation {
  readonly uri: vscode.Uri;
  /** The passage as far as it is known before the document is. */
  readonly expected: LocatedPassage;
  shownIn(text: string): ShownPassage;
}

type PassageParts = Pick<ShownPassage, 'citation' | 'facts' | 'elsewhere'>;

export function presentFile(
  citation: CitationTarget,
  { facts, file, text, passage, isCompared }: FoundInFile,
): Presentation {
  const parts = { citation, facts, elsewhere: undefined };
  const unknown = isCompared ? [] : [l10n.t('The record does not say what this file held: it may have changed since')];
  const unsaved = l10n.t('The editor shows other text than the file holds');
  return {
    uri: vscode.Uri.file(file),
    expected: passage,
    shownIn: (shown) =>
      sameWords(shown, text)
        ? shownPassage(parts, { passage, text, notices: unknown })
        : shownPassage(parts, {
            passage: passageIn(shown, placeOf(facts)),
            text: shown,
            notices: [...unknown, unsaved],
          }),
  };
}

export function presentSnapshot(
  citation: CitationTarget,
  { facts, snapshot, passage: own, why, file, address }: FoundInSnapshot,
): Presentation {
  const { title, accessed } = snapshot.metadata;
  const elsewhere =
    file !== undefined
      ? { kind: 'file' as const, isChanged: why === 'changed' }
      : address !== undefined
        ? { kind: 'browser' as const, address }
        : undefined;
  const passage = { ...own, span: snapshotText(snapshot).span(own.span) };
  return {
    uri: snapshotUri(citation, title),
    expected: passage,
    shownIn: (text) =>
      shownPassage(
        { citation, facts, elsewhere },
        { passage, text, notices: [...snapshotNotices(own, snapshot), ...snapshotNotice(why, accessed)] },
      ),
  };
}

function snapshotNotices({ span, basis }: LocatedPassage, { metadata, text, layout }: KeptText): string[] {
  const { archived } = snapshotFacts(metadata);
  const part = basis === 'top' ? 'body' : partAt(layout, new TextLines(text).offsetOf(span.start));
  return [
    ...(archived === undefined
      ? []
      : [l10n.t('The page is gone: this is the copy that {0} took on {1}', archived.by, archived.date)]),
    ...(part === 'body' ? [] : [l10n.t('These are not the page’s own words')]),
  ];
}

export function presentCurrentFile(
  citation: CitationTarget,
  located: Extract<Located, { kind: 'snapshot' | 'changed' }>,
  file: string,
): Presentation {
  const { facts } = located;
  const elsewhere = located.kind === 'snapshot' ? { kind: 'snapshot' as const } : undefined;
  const notices = [l10n.t('The file as it is now: it has changed since it was cited')];
  return {
    uri: vscode.Uri.file(file),
    expected: located.passage,
    shownIn: (text) =>
      shownPassage({ citation, facts, elsewhere }, { passage: passageIn(text, placeOf(facts)), text, notices }),
  };
}

interface ShownPlace {
  passage: LocatedPassage;
  text: string;
  notices: readonly string[];
}

function shownPassage(parts: PassageParts, { passage, text, notices }: ShownPlace): ShownPassage {
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

/** The notice that stands above a page's text. */
function snapshotNotice(why: FoundInSnapshot['why'], accessed: string): string[] {
  switch (why) {
    case 'changed':
      return [l10n.t('Snapshot of {0}: the file has changed since', accessed)];
    case 'gone':
      return [l10n.t('Snapshot of {0}: the file is no longer there', accessed)];
    case 'extracted':
      return [l10n.t('Text of the file, taken on {0}', accessed)];
    case 'web':
      return [];
  }
}
