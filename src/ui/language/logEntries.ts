import { dirname } from 'node:path';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { findingIn } from '../../debate/fold/evolve';
import { cutText, plainLine } from '../../matching/text/shortText';
import { sourcePlace, withPlaces } from '../../projections/sourcePlace';
import { statusWords } from '../../projections/sourceWords';
import { rulingWords } from '../../reports/facts';
import { plainMarkdown } from '../chat/chatPart';
import { commandUri } from '../sources/passageHover';
import { entryWords, typeText, type EntryWords } from '../library/entryWords';
import { foldedLog, type LogReference, type PlacedView, referencesInLine } from './foldedLog';

/** The entry that a place in a line is about: the number there, else the line's own. */
function seqAt(document: vscode.TextDocument, { line, character }: vscode.Position): number | undefined {
  const { seq, references } = referencesInLine(document.lineAt(line).text);
  const under = references.find(({ start, end }) => start <= character && character <= end)?.to;
  return under === undefined || under.kind === 'source' ? seq : under.seq;
}

const folderOf = ({ uri }: vscode.TextDocument): string | undefined =>
  uri.scheme === 'file' ? dirname(uri.fsPath) : undefined;

export async function logHover(
  document: vscode.TextDocument,
  position: vscode.Position,
): Promise<vscode.Hover | undefined> {
  const seq = seqAt(document, position);
  if (seq === undefined) return undefined;
  const log = await foldedLog(document);
  const own = log.at(position.line);
  const { view, header } = own?.header.seq === seq ? own : { view: log.view, header: undefined };
  const words = entryWords(view, seq, header);
  if (words === undefined) return undefined;
  const sources = words.sources.map((line) => new vscode.MarkdownString().appendText(line));
  return new vscode.Hover([headOf(words, seq, folderOf(document)), bodyOf(words.body), ...sources]);
}

const shownCommand = 'rostrum.revealEntry';

/** Head of a hover. It contains only our own and escaped words, because its links may run a command. */
function headOf({ speaker, kind }: EntryWords, seq: number, folder: string | undefined): vscode.MarkdownString {
  const link = l10n.t('Show in Panel');
  const parts = [
    l10n.t('seq {0}', seq),
    `**${plainMarkdown(speaker)}**`,
    plainMarkdown(kind),
    ...(folder === undefined ? [] : [`[${link}](${commandUri(shownCommand, { folder, seq }).toString()})`]),
  ];
  const head = new vscode.MarkdownString(parts.join(' · '));
  head.isTrusted = { enabledCommands: [shownCommand] };
  return head;
}

const longestBody = 4_000;

/** Body as Markdown that runs no command and loads no image. */
const bodyOf = ({ text, form }: EntryWords['body']): vscode.MarkdownString =>
  form === 'markdown'
    ? new vscode.MarkdownString(cutText(text, longestBody).replaceAll('![', '\\!['))
    : new vscode.MarkdownString().appendText(text);

export async function logDefinition(
  document: vscode.TextDocument,
  position: vscode.Position,
): Promise<vscode.Location | undefined> {
  const seq = seqAt(document, position);
  const line = seq === undefined ? undefined : (await foldedLog(document)).lines.get(seq);
  return line === undefined ? undefined : new vscode.Location(document.uri, new vscode.Position(line, 0));
}

export async function logMentions(
  document: vscode.TextDocument,
  position: vscode.Position,
): Promise<vscode.Location[]> {
  const seq = seqAt(document, position);
  const { references } = await foldedLog(document);
  return references.flatMap(({ line, reference: { start, end, to } }) =>
    to.kind === 'source' || to.seq !== seq
      ? []
      : [new vscode.Location(document.uri, new vscode.Range(line, start, line, end))],
  );
}

/** Hints like `sre · rebuttal` before the line, whose beginning is of no interest to readers. */
export async function logInlays(document: vscode.TextDocument, range: vscode.Range): Promise<vscode.InlayHint[]> {
  const { entries, view } = await foldedLog(document);
  return entries
    .filter(({ line }) => line >= range.start.line && line <= range.end.line)
    .map(({ line, header }) => {
      const speaker = plainLine(view.mask.text(header.speaker));
      const hint = new vscode.InlayHint(
        new vscode.Position(line, 0),
        cutText(`${speaker} · ${typeText(view, header.type)}`, 60),
      );
      hint.paddingRight = true;
      return hint;
    });
}

/** A lens whose text is read when it comes into view. */
class EntryLens extends vscode.CodeLens {
  constructor(
    range: vscode.Range,
    readonly say: () => vscode.Command,
  ) {
    super(range);
  }
}

const withLens: ReadonlySet<string> = new Set(['ruling', 'judges_ruling', 'redaction', 'verification_result']);

/** Lenses with the content of rulings, redactions and results, and a link to the entry that they are about. */
export async function logLenses(document: vscode.TextDocument): Promise<vscode.CodeLens[]> {
  const log = await foldedLog(document);
  const folder = folderOf(document);
  if (folder === undefined) return [];
  return log.entries.flatMap(({ line, header: { seq, type, target } }) => {
    if (!withLens.has(type)) return [];
    const range = new vscode.Range(line, 0, line, 0);
    const show = (about: number, title: string): vscode.Command => ({
      title,
      command: shownCommand,
      arguments: [{ folder, seq: about }],
    });
    const own = new EntryLens(range, () => show(seq, lensText(log.at(line), seq)));
    const isThere = target !== null && log.lines.has(target);
    const about = !isThere ? [] : [new EntryLens(range, () => show(target, l10n.t('Show seq {0}', target)))];
    // The link comes first, because a lens that is too long for the editor is cut at its end.
    return [...about, own];
  });
}

export function resolvedLens(lens: vscode.CodeLens): vscode.CodeLens {
  if (lens instanceof EntryLens) lens.command = lens.say();
  return lens;
}

const longestLens = 120;

function lensText(placed: PlacedView | undefined, seq: number): string {
  const said = placed === undefined ? '' : plainLine(withPlaces(l10n, wordsOf(placed))).trim();
  return cutText(said === '' ? l10n.t('seq {0}', seq) : said, longestLens);
}

function wordsOf({ view, header, isOther }: PlacedView): string {
  const entry = view.visible(header.seq);
  const content = entry?.content ?? '';
  switch (header.type) {
    case 'redaction': {
      const { target, seq } = header;
      const redaction = isOther || target === null ? undefined : view.state.redactions.get(target);
      if (target === null || redaction?.by !== seq) return content;
      return l10n.t('Strikes seq {0}: {1}', target, view.mask.of(seq, redaction.reason));
    }
    // This includes a log whose result is in words alone.
    case 'verification_result': {
      const result = entry === undefined || entry.redacted !== undefined ? undefined : findingIn(entry);
      // A result on a redacted entry may have lost its address.
      if (result?.url === undefined) return content;
      const { status, quoted } = result;
      return l10n.t(
        '{0}: {1}',
        statusWords(l10n, { status, isQuoted: quoted === true }),
        sourcePlace(l10n, result.url),
      );
    }
    default: {
      const ruling = isOther ? undefined : view.state.rulings.find((one) => one.seq === header.seq);
      return ruling === undefined ? content : rulingWords(view, ruling);
    }
  }
}

export async function logLinks(
  document: vscode.TextDocument,
  token: vscode.CancellationToken,
): Promise<vscode.DocumentLink[]> {
  const found = await foldedLog(document);
  if (token.isCancellationRequested) return [];
  const folder = folderOf(document);
  return found.references.flatMap(({ line, seq, reference }) => {
    const target = targetOf(reference.to, { folder, seq, lines: found.lines, uri: document.uri });
    if (target === undefined) return [];
    const link = new vscode.DocumentLink(new vscode.Range(line, reference.start, line, reference.end), target.uri);
    link.tooltip = target.tooltip;
    return [link];
  });
}

interface LinkContext {
  folder: string | undefined;
  seq: number;
  lines: ReadonlyMap<number, number>;
  uri: vscode.Uri;
}

function targetOf(
  to: LogReference['to'],
  { folder, seq, lines, uri }: LinkContext,
): { uri: vscode.Uri; tooltip: string } | undefined {
  if (to.kind === 'entry') {
    const line = lines.get(to.seq);
    if (line === undefined) return undefined;
    return { uri: uri.with({ fragment: `L${line + 1}` }), tooltip: l10n.t('Go to seq {0} in the log', to.seq) };
  }
  // A log in a comparison or in a commit has no folder to show.
  if (folder === undefined) return undefined;
  if (to.kind === 'source') {
    return {
      uri: commandUri('rostrum.openSource', { folder, seq, url: to.url }),
      tooltip: l10n.t('Open source at passage'),
    };
  }
  return {
    uri: commandUri('rostrum.revealEntry', { folder, seq: to.seq }),
    tooltip: l10n.t('Show seq {0} in the panel', to.seq),
  };
}
