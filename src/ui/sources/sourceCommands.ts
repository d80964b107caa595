import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { withoutFragment, parseSourceUrl } from '../../matching/text/sourceUrl';
import { headerOf, isRedacted } from '../../debate/fold/state';
import { debateFor, targetIn, textIn, whichIsOpen } from '../library/debateTarget';
import { showInformationMessage } from '../kit/messages';
import { statusWords } from '../../projections/sourceWords';
import type { SourceStatus } from '../../shared/protocol';
import type { CitationTarget } from '../findings/citation';
import type { SourcePorts } from './ports';
import { citedUrls, type CitedUrl } from '../findings/citedUrls';
import type { OpenedSources, SourceCommand } from './openSource';
import { sourcesTaken } from '../findings/citation';
import { SourceReview } from './review';
import { compare, type ShownPassage, type ShownPassages } from './shownPassages';
import { snapshotAddressOf } from './snapshotDocuments';
import { citedWords, sourceLabel, statusIcons } from './sourceWords';
import { withDebate } from '../library/openLogs';
import { sourceEditor } from './openPlace';
import { isTrusted } from '../start/guards';
import { cancellable } from '../kit/cancellable';

export type SourceCommands = Readonly<Record<SourceCommand, (argument: unknown) => Promise<void>>>;

interface PassageServices {
  passages: ShownPassages;
  services: SourcePorts;
}

interface WantedSource {
  title: string;
  isTaken: (source: CitedUrl) => boolean;
}

export function sourceCommands(sources: OpenedSources, parts: PassageServices): SourceCommands {
  const { passages, services } = parts;
  const onSource =
    (wanted: WantedSource, act: (citation: CitationTarget) => Promise<void>) =>
    async (argument: unknown): Promise<void> => {
      const citation = await citationMeant(argument, wanted, parts);
      if (citation !== undefined) await act(citation);
    };
  const onShown =
    (act: (citation: CitationTarget) => Promise<void>) =>
    async (argument: unknown): Promise<void> => {
      const shown = nearest(passages, sourceEditor(passages))?.citation;
      const citation = fullCitation(argument) ?? shown ?? (await citationOfSnapshot(services));
      if (citation === undefined) showNothingShown();
      else await act(citation);
    };
  const review = new SourceReview(services, (citation) => void sources.refresh(citation));
  return {
    'rostrum.openSource': async (argument) => {
      const citation = await citationIn(argument, services);
      // Arrow keys in a list move on from row to row, so the focus stays there; a click on a link moves it.
      const keepsFocus = textIn(argument, 'click') !== undefined;
      if (citation !== undefined) await sources.open(citation, { keepsFocus });
    },
    'rostrum.goToCitingEntry': async (argument) => {
      const target = targetIn(argument);
      const citing =
        target?.seq === undefined ? await pickCiting(passages) : { folder: target.folder, seq: target.seq };
      if (citing !== undefined) await services.panels.show(citing.folder, { seq: citing.seq });
    },
    'rostrum.showCurrentFile': onShown((citation) => sources.openCurrent(citation)),
    'rostrum.compareWithFile': onShown((citation) => sources.compareWithFile(citation)),
    'rostrum.openSourceInBrowser': onSource(
      { title: l10n.t('Open in Browser'), isTaken: sourcesTaken.openInBrowser },
      (citation) => sources.openInBrowser(citation),
    ),
    'rostrum.checkSourceAgain': onSource(
      { title: l10n.t('Check Again'), isTaken: sourcesTaken.checkAgain },
      (citation) => review.checkAgain(citation),
    ),
    'rostrum.vouchForSource': onSource({ title: l10n.t('I Read It'), isTaken: sourcesTaken.vouch }, (citation) =>
      review.vouch(citation),
    ),
    'rostrum.checkAllAgain': (argument) => review.checkAllAgain(argument),
    'rostrum.addSource': (argument) => addSource(services, argument),
    'rostrum.clearSourceHighlight': async () => {
      const active = sourceEditor(passages)?.document.uri.toString();
      const documents = active !== undefined && passages.in(active).length > 0 ? [active] : passages.documents;
      for (const document of documents) await sources.clear(document);
    },
  };
}

function fullCitation(argument: unknown): CitationTarget | undefined {
  const { folder, seq, url } = targetIn(argument) ?? {};
  return folder === undefined || seq === undefined || url === undefined ? undefined : { folder, seq, url };
}

/**
 * The one it was called on, else the one that is shown in the active editor, else one that the user picks, doubtful
 * ones first.
 */
async function citationMeant(
  given: unknown,
  wanted: WantedSource,
  { passages, services }: PassageServices,
): Promise<CitationTarget | undefined> {
  // The editor's own menus name the document, which is the active one.
  const argument = given instanceof vscode.Uri ? undefined : given;
  if (targetIn(argument)?.seq !== undefined) return await citationIn(argument, services);
  const shown =
    targetIn(argument) === undefined
      ? (nearest(passages)?.citation ?? (await citationOfSnapshot(services)))
      : undefined;
  if (shown !== undefined) return shown;
  const folder = await debateFor(services, argument, { title: wanted.title });
  return folder === undefined ? undefined : await pickSource(folder, wanted, services);
}

const worstFirst: readonly (SourceStatus | undefined)[] = [
  'fabricated',
  'unreliable',
  'unverified',
  'pending',
  'verified',
  undefined,
];

async function pickSource(
  folder: string,
  { title, isTaken }: WantedSource,
  { debates }: SourcePorts,
): Promise<CitationTarget | undefined> {
  return await debates.with(folder, async (debate) => {
    const { view } = debate.log;
    const inForce = citedUrls(view).filter(({ seq }) => !isRedacted(view.state, seq));
    const items = inForce
      .filter(isTaken)
      .sort((one, other) => worstFirst.indexOf(one.status) - worstFirst.indexOf(other.status))
      .map(({ seq, url, speaker, status, finding }) => ({
        label: `${status === undefined || status === 'pending' ? '$(circle-outline)' : statusIcons[status]} ${sourceLabel(view, url)}`,
        description: statusWords(l10n, { status: status ?? 'pending', isQuoted: finding?.quoted }),
        detail: l10n.t('Cited in seq {0} by {1}', seq, view.mask.text(speaker)),
        citation: { folder, seq, url },
      }));
    if (items.length === 0) {
      void showInformationMessage(
        inForce.length === 0
          ? l10n.t('This debate cites no source yet.')
          : l10n.t('“{0}” can be used on none of the sources of this debate.', title),
      );
      return undefined;
    }
    return (await vscode.window.showQuickPick(items, { title, matchOnDescription: true, matchOnDetail: true }))
      ?.citation;
  });
}

/** Where the argument names an entry only, the user picks one of its sources. */
async function citationIn(argument: unknown, { debates }: SourcePorts): Promise<CitationTarget | undefined> {
  const whole = fullCitation(argument);
  const target = targetIn(argument);
  if (whole !== undefined || target?.seq === undefined) {
    if (whole === undefined) showNothingShown();
    return whole;
  }
  const { folder, seq } = target;
  const view = await debates.with(folder, ({ log }) => log.view);
  const { state } = view;
  const urls = isRedacted(state, seq) ? [] : [...new Set(headerOf(state, seq)?.urls ?? [])];
  const [only] = urls;
  if (only === undefined) {
    void showInformationMessage(l10n.t('Seq {0} cites no source that can be shown.', seq));
    return undefined;
  }
  const items = urls.map((url) => ({ label: sourceLabel(view, url), url }));
  const title = l10n.t('Sources of seq {0}', seq);
  const picked = urls.length === 1 ? { url: only } : await vscode.window.showQuickPick(items, { title });
  return picked && { folder, seq, url: picked.url };
}

/** Those at the cursor where there are any. */
function candidates(passages: ShownPassages, editor: vscode.TextEditor | undefined): readonly ShownPassage[] {
  if (editor === undefined) return [];
  const all = passages.in(editor.document.uri.toString());
  const { active } = editor.selection;
  const here = all.filter(({ span }) => compare(span.start, active) <= 0 && compare(span.end, active) >= 0);
  return here.length > 0 ? here : all;
}

const nearest = (passages: ShownPassages, editor = vscode.window.activeTextEditor): ShownPassage | undefined =>
  candidates(passages, editor).at(-1);

async function pickCiting(passages: ShownPassages): Promise<{ folder: string; seq: number } | undefined> {
  const shown = candidates(passages, sourceEditor(passages));
  const [only] = shown;
  if (only === undefined) {
    showNothingShown();
    return undefined;
  }
  if (shown.length === 1) return { folder: only.citation.folder, seq: only.facts.seq };
  const items = shown.map(({ citation, facts }) => ({
    label: citedWords(facts),
    description: facts.topic,
    detail: facts.quote ?? facts.claim ?? '',
    place: { folder: citation.folder, seq: facts.seq },
  }));
  const picked = await vscode.window.showQuickPick(items, {
    title: l10n.t('Go to Citing Entry'),
    matchOnDetail: true,
  });
  return picked?.place;
}

/** A snapshot whose citation nobody remembers: the first entry that cites it will do. */
async function citationOfSnapshot({ debates }: SourcePorts): Promise<CitationTarget | undefined> {
  const uri = vscode.window.activeTextEditor?.document.uri;
  const address = uri && snapshotAddressOf(uri);
  if (address === undefined) return undefined;
  const state = await debates.with(address.folder, ({ log }) => log.state);
  for (const { seq, urls } of state.headers) {
    const url = isRedacted(state, seq)
      ? undefined
      : urls.find((candidate) => withoutFragment(candidate) === address.url);
    if (url !== undefined) return { folder: address.folder, seq, url };
  }
  return undefined;
}

function showNothingShown(): void {
  void showInformationMessage(
    l10n.t('No source is shown here. Open one from the panel, or from a link in the transcript.'),
  );
}

type AddServices = Pick<SourcePorts, 'log' | 'debates' | 'panels' | 'library' | 'summaries' | 'web'>;

/** Read once, and kept with the debate. `address` of the argument is not asked for. */
async function addSource(services: AddServices, argument: unknown): Promise<void> {
  if (!isTrusted('say')) return;
  const title = l10n.t('Add Source');
  const folder = await debateFor(services, argument, whichIsOpen(title));
  const address = folder === undefined ? undefined : (textIn(argument, 'address') ?? (await askedAddress(title)));
  if (folder === undefined || address === undefined) return;
  await withDebate(services, folder, async ({ log }) => {
    const { addSource: add } = await import('../../session/review/reviewedSource');
    const web = await services.web.access();
    const added = await cancellable(l10n.t('Reading {0}', address), (signal) => add(log, address, { web, signal }));
    if (added === undefined) return;
    void showInformationMessage(
      l10n.t(
        '“{0}” was read and is kept with the debate ({1} characters). Debaters may cite it from now on.',
        added.title,
        added.length,
      ),
    );
  });
}

async function askedAddress(title: string): Promise<string | undefined> {
  const address = await vscode.window.showInputBox({
    title,
    prompt: l10n.t('The address of a page. It is read now, and debaters may cite it from then on.'),
    placeHolder: 'https://',
    ignoreFocusOut: true,
    validateInput: (text) =>
      text.trim() === '' || isPage(text)
        ? undefined
        : l10n.t('An address begins with https:// or http:// and names a page.'),
  });
  return address === undefined || !isPage(address) ? undefined : address.trim();
}

const isPage = (text: string): boolean => parseSourceUrl(text.trim()).kind === 'web';
