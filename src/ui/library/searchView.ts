import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { DebateSearch, SlowPatternError } from '../../session/library/search/debateSearch';
import { parseQuery, QueryError, queryWords, type SearchQuery } from '../../session/library/search/query';
import type { SearchAnswer } from '../../session/library/search/debateHit';
import type { Report } from '../../async/workerJobs';
import type { Disposable } from '../kit/emitter';
import { setContext } from '../kit/setContext';
import type { LibraryPorts } from './ports';
import { askQuery } from './searchBox';
import { indexFolder } from './searchIndexes';
import { readingMessage, searchMessage, searchRows, type SearchRow } from './searchRows';
import { errorText } from '../../debate/log/objects';

const mostHits = 200;
const mostSpeakers = 30;
const refreshMs = 2_000;
const textKey = 'rostrum.searchText';

interface SearchViewOptions {
  services: Pick<LibraryPorts, 'context' | 'library' | 'log'>;
  view: vscode.TreeView<SearchRow>;
  rows: { rows: readonly SearchRow[] };
}

export class SearchView implements Disposable {
  readonly #search: DebateSearch;
  readonly #stop = new AbortController();
  #reading: Promise<void> | undefined;
  #isStale = false;
  /** Of the question that was asked last: an older one is not told any more. */
  #turn = new AbortController();
  #asked: string | undefined;
  #askedAgain = 0;
  /** Debates from which something was redacted since the question was asked. */
  readonly #redacted = new Set<string>();

  constructor(private readonly parts: SearchViewOptions) {
    this.#search = new DebateSearch(indexFolder(parts.services.context));
  }

  /** What is found is shown while the user types. */
  async ask(text: string | undefined): Promise<void> {
    const { workspaceState } = this.parts.services.context;
    void this.keepUp();
    await vscode.commands.executeCommand('rostrum.search.focus', { preserveFocus: true });
    const typed =
      text ??
      (await askQuery({
        value: workspaceState.get(textKey, ''),
        problem: (value) => problemOf(value),
        speakers: () => this.#speakers(),
        onType: (value) => void this.#whileTyping(value),
      }));
    if (typed === undefined) return;
    await workspaceState.update(textKey, typed);
    const shown = this.#show(typed);
    // The focus moves at once, so that the keys go to the list and not to where they went before the box was opened.
    await focusView();
    await shown;
  }

  /** The focus may have been in the list, which goes: what is wanted next is typed, or the view has the focus. */
  async clear(): Promise<void> {
    this.#clear();
    await this.parts.services.context.workspaceState.update(textKey, undefined);
    await this.ask(undefined);
    if (this.#asked === undefined) await focusView();
  }

  #clear(): void {
    this.#turn.abort();
    this.#asked = undefined;
    this.parts.rows.rows = [];
    Object.assign(this.parts.view, { message: undefined, description: undefined });
    void setContext('hasAsked', false);
  }

  /** Reads new entries in the background. */
  async keepUp(): Promise<void> {
    this.#isStale = true;
    this.#reading ??= this.#read().finally(() => (this.#reading = undefined));
    await this.#reading;
  }

  /** But for expressions, it is searched again by itself. */
  redacted(folder: string): void {
    this.#redacted.add(folder);
    const { rows, view } = this.parts;
    const left = rows.rows.filter((row) => row.folder !== folder);
    if (left.length === rows.rows.length) return;
    rows.rows = left;
    view.message = l10n.t('Something was struck from a debate that was found. Search again to see what is left of it.');
  }

  dispose(): void {
    this.#turn.abort();
    this.#stop.abort();
  }

  async #read(): Promise<void> {
    const { library, log } = this.parts.services;
    if (library.state === 'loading') await library.refresh();
    try {
      while (this.#isStale) {
        this.#isStale = false;
        const folders = this.#folders();
        const onProgress: Report = (progress) => {
          if (this.#asked === undefined) this.parts.view.message = readingMessage(progress);
          else void this.#askAgain(refreshMs);
        };
        await vscode.window.withProgress({ location: { viewId: 'rostrum.search' } }, () =>
          this.#search.update(folders, { signal: this.#stop.signal, onProgress }),
        );
        if (this.#asked === undefined) this.parts.view.message = '';
        await this.#askAgain(0);
      }
    } catch (error) {
      if (!this.#stop.signal.aborted) log.warn('The debates could not be read for the search.', String(error));
    }
  }

  /** What could not be asked before can be now. An expression that was searched for is not searched for again by itself. */
  async #askAgain(afterMs: number): Promise<void> {
    if (this.#asked === undefined || performance.now() < this.#askedAgain + afterMs) return;
    this.#askedAgain = performance.now();
    if (parseQuery(this.#asked).pattern === undefined) await this.#show(this.#asked);
  }

  /** Who debates in the most debates first. */
  #speakers(): string[] {
    const counts = new Map<string, number>();
    for (const { debaters } of this.parts.services.library.debates)
      for (const name of debaters) counts.set(name, (counts.get(name) ?? 0) + 1);
    const names = [...counts].sort(([, one], [, other]) => other - one).map(([name]) => name);
    return names.slice(0, mostSpeakers);
  }

  #folders(): string[] {
    return this.parts.services.library.debates.map(({ folder }) => folder);
  }

  /** An expression reads all logs: it waits for Enter. */
  async #whileTyping(text: string): Promise<void> {
    if (text.trim() === '') this.#clear();
    else if (problemOf(text) === undefined && parseQuery(text).pattern === undefined) await this.#show(text);
  }

  async #show(text: string): Promise<void> {
    this.#turn.abort();
    const { signal } = (this.#turn = new AbortController());
    const { view, services } = this.parts;
    try {
      const query = parseQuery(text);
      this.#asked = text;
      this.#redacted.clear();
      // Before the list has the focus: what stands there until something is asked would take it, and goes with it.
      void setContext('hasAsked', true);
      if (services.library.state === 'loading') await services.library.refresh();
      const folders = this.#folders();
      const onFound = (answer: SearchAnswer): void => {
        if (!signal.aborted) this.#showSummary(answer, { text, query, debates: folders.length });
      };
      const asking = this.#search.ask(folders, query, { limit: mostHits, signal, onFound });
      if (query.pattern !== undefined)
        void vscode.window.withProgress({ location: { viewId: 'rostrum.search' } }, () => asking);
      onFound(await asking);
    } catch (error) {
      if (signal.aborted) return;
      services.log.debug('A search ended without an answer.', String(error));
      view.message = messageOf(error);
    }
  }

  #showSummary(
    answer: SearchAnswer,
    { text, query, debates }: { text: string; query: SearchQuery; debates: number },
  ): void {
    const { rows, view } = this.parts;
    // What an expression has found comes together: what was redacted meanwhile does not come back.
    const hits =
      query.pattern === undefined ? answer.hits : answer.hits.filter(({ folder }) => !this.#redacted.has(folder));
    rows.rows = searchRows({ ...answer, hits });
    view.description = text;
    view.message = searchMessage(answer, debates, query);
  }
}

const focusView = (): Thenable<unknown> => vscode.commands.executeCommand('rostrum.search.focus');

function problemOf(text: string): string | undefined {
  try {
    parseQuery(text);
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}

function messageOf(error: unknown): string {
  if (error instanceof QueryError) return queryWords(l10n, error.fault);
  if (error instanceof SlowPatternError)
    return l10n.t(
      'The expression took too long on several debates, and the search was stopped. Write it without repeats inside repeats.',
    );
  return l10n.t('The search failed: {0}', errorText(error));
}
