import { resolve } from 'node:path';
import { onTestFinished } from 'vitest';
import {
  headAfter,
  type Body,
  type Head,
  type RawLine,
  type FeedRow,
  type Seat,
  type ShownView,
  type SourcePassage,
  type ToHost,
  type ToPage,
  type Working,
} from '../../src/shared/protocol';
import { OpenDebates } from '../../src/ui/library/openDebates';
import { DebateSession } from '../../src/ui/panel/debateSession';
import type { KeptVerdicts } from '../../src/ui/panel/keptVerdicts';
import type { PageEditor, PagePort, SavedFile } from '../../src/ui/panel/pageSession';
import { RunManager } from '../../src/ui/run/runManager';
import { until } from './logs';

type Message<K extends ToPage['kind']> = Extract<ToPage, { kind: K }>;

/** A page that follows the protocol: it checks each message and keeps its content. */
export class FakePage implements PagePort {
  readonly messages: ToPage[] = [];
  rows: FeedRow[] = [];
  rawLines: RawLine[] = [];
  bodies = new Map<number, Body>();
  head: Head | undefined;
  working: Working[] = [];
  seat: Seat | undefined;
  /** The view beside the entries, as last sent. */
  shown: ShownView | undefined;
  failed: Message<'failed'> | undefined;
  epoch = -1;
  #rev: number | undefined;
  /** Promise that holds messages back until it settles. */
  gate: Promise<void> = Promise.resolve();

  async post(message: ToPage): Promise<boolean> {
    // Copied as the editor does, so that later changes are invisible.
    const copy = JSON.parse(JSON.stringify(message)) as ToPage;
    await this.gate;
    this.messages.push(copy);
    this.#take(copy);
    return true;
  }

  of<K extends ToPage['kind']>(kind: K): Message<K>[] {
    return this.messages.filter((message): message is Message<K> => message.kind === kind);
  }

  /** Makes the page again, as after it was hidden. */
  forget(): void {
    this.#rev = undefined;
    this.epoch = -1;
    this.rows = [];
    this.bodies.clear();
    this.messages.length = 0;
  }

  #take(message: ToPage): void {
    if ('rev' in message) {
      const isWhole = message.kind === 'snapshot' || message.kind === 'review' || message.kind === 'failed';
      if (!isWhole && message.rev !== (this.#rev ?? Number.NaN) + 1)
        throw new Error(`rev ${message.rev} after ${this.#rev ?? 'none'}`);
      this.#rev = message.rev;
    }
    if ('working' in message) this.working = message.working;
    if (message.kind === 'snapshot') this.#takeSnapshot(message);
    else if (message.kind === 'changed') this.#takeChange(message);
    else if (message.kind === 'head') this.head = headAfter(this.head, message.head);
    else if (message.kind === 'seat') this.seat = message.seat;
    else if (message.kind === 'verdict')
      Object.assign(this, { head: message.head, shown: { view: 'verdict', verdict: message.verdict } });
    else if (message.kind === 'view') this.shown = message.shown;
    else if (message.kind === 'failed') this.failed = message;
    else if (message.kind === 'bodies' && message.epoch === this.epoch) this.#put(message.bodies);
  }

  #takeSnapshot({ epoch, rows, rawLines, bodies, head, working, seat, shown }: Message<'snapshot'>): void {
    Object.assign(this, { epoch, rows, rawLines, head, working, seat, failed: undefined });
    this.shown = shown ?? this.shown;
    this.bodies.clear();
    this.#put(bodies);
  }

  #takeChange({ epoch, rows, rawLines, updated, isAllStale, bodies, head }: Message<'changed'>): void {
    if (epoch !== this.epoch) throw new Error(`epoch ${epoch} after ${this.epoch}`);
    for (const row of updated) {
      this.rows[row.at] = row;
      this.bodies.delete(row.at);
    }
    for (const row of rows) {
      if (row.at !== this.rows.length) throw new Error(`row ${row.at} after ${this.rows.length} rows`);
      this.rows.push(row);
    }
    this.rawLines.push(...rawLines);
    this.head = headAfter(this.head, head);
    if (isAllStale) this.bodies.clear();
    this.#put(bodies);
  }

  #put(bodies: readonly Body[]): void {
    for (const body of bodies) this.bodies.set(body.at, body);
  }
}

/** An editor that records what it is asked. */
export class FakeEditor implements PageEditor {
  isTrusted = true;
  /** Answer to the question whether redacted text may be shown. */
  discloses = false;
  readonly asked: [what: string, ...unknown[]][] = [];

  run = (command: string, argument?: unknown) =>
    void this.asked.push(['run', command, ...(argument === undefined ? [] : [argument])]);
  openSource = (citation: unknown, isFollowed: boolean) =>
    void this.asked.push(['openSource', citation, ...(isFollowed ? ['followed'] : [])]);
  /** Passage that a source has, for the answer. */
  passage: SourcePassage | undefined;
  passageOf = (citation: unknown) => {
    this.asked.push(['passageOf', citation]);
    return Promise.resolve(this.passage);
  };
  openWeb = (url: string) => void this.asked.push(['openWeb', url]);
  openPaper = (...paper: readonly [name: string, heading: string]) => void this.asked.push(['openPaper', ...paper]);
  copy = (text: string) => void this.asked.push(['copy', text]);
  linkTo = (target: { folder: string; seq?: number }) => `link:${target.folder}#${target.seq ?? ''}`;
  confirmDisclosure = (seq: number) => {
    this.asked.push(['confirmDisclosure', seq]);
    return Promise.resolve(this.discloses);
  };
  /** Choice for the user's questions. */
  choice: string | undefined;
  choose = (...question: readonly [question: string, texts: readonly string[]]) => {
    this.asked.push(['choose', ...question]);
    return Promise.resolve(this.choice);
  };
  inform = (message: string) => void this.asked.push(['inform', message]);
  warn = (message: string) => void this.asked.push(['warn', message]);
  save = (file: SavedFile) => {
    this.asked.push(['save', file]);
    return Promise.resolve();
  };
  fail = (error: unknown) => void this.asked.push(['fail', error]);
}

/** A page that shows a debate, with everything behind it. */
export function pageOf(
  folder: string,
  { verdicts, debates = new OpenDebates() }: { verdicts?: KeptVerdicts; debates?: OpenDebates } = {},
) {
  const page = new FakePage();
  const editor = new FakeEditor();
  const runManager = new RunManager({ now: () => new Date(), host: 'test' });
  const session = new DebateSession(folder, {
    debates,
    runManager,
    port: page,
    editor,
    verdicts,
    now: () => new Date(),
  });
  onTestFinished(() => session.dispose());
  const send = (message: ToHost): void => session.receive(message);
  const shown = async (focus?: number): Promise<void> => {
    page.forget();
    send({ kind: 'ready', ...(focus === undefined ? {} : { focus }) });
    await until(() => page.of('snapshot').length > 0, 'a snapshot');
  };
  return { page, editor, debates, runManager, session, send, shown, folder: resolve(folder) };
}
