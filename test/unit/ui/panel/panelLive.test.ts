import { describe, expect, it } from 'vitest';
import { pathOfLog } from '../../../../src/record/logPath';
import type { Review, ToPage } from '../../../../src/shared/protocol';
import { Emitter } from '../../../../src/ui/kit/emitter';
import { draftGone, FailedSession, nothingKept } from '../../../../src/ui/panel/failure';
import { Feed } from '../../../../src/ui/panel/feed';
import { ReviewSession } from '../../../../src/ui/panel/reviewSession';
import type { LineupDraft } from '../../../../src/ui/start/lineupDraft';
import { FakeEditor, FakePage, pageOf } from '../../../support/fakePage';
import { opened, until } from '../../../support/logs';
import { fullScript, scriptedFolder } from '../../../support/scriptedDebate';

const names = ['ada', 'bob'];

describe('a page while this window’s engine runs the debate', () => {
  it('shows the run from its first entry to its documents', async () => {
    const folder = await scriptedFolder({
      script: fullScript({ names, rounds: 2 }),
      names,
      rounds: { min: 1, max: 2 },
    });
    const { page, shown, runManager } = pageOf(folder);
    await shown();
    expect(page.head).toMatchObject({
      state: 'interrupted',
      stateText: 'Nobody has run it yet.',
      actions: ['resume'],
      round: 0,
      maxRounds: 2,
    });
    await runManager.run(folder);
    await until(() => page.head?.state === 'running', 'the run');
    expect(page.head).toMatchObject({ isOurs: true, isOpen: true });
    await runManager.settled(folder);
    await until(() => (page.head?.documents.length ?? 0) === 5, 'the documents');
    await until(() => page.head?.state === 'done', 'the end');
    const log = await opened(pathOfLog(folder));
    await until(() => page.rows.length === log.state.headers.length, 'all rows');
    const feed = new Feed(log);
    feed.take();
    expect(page.rows).toEqual(feed.rows);
    expect(page.head).toMatchObject({
      stateText: expect.stringMatching(/^Draw/) as string,
      actions: ['openSummary'],
      isOpen: false,
      marks: { pending: 0 },
    });
    expect(page.head?.rail.map(({ id, state }) => `${id} ${state}`)).toEqual([
      ...['opening done', 'r1 done', 'r2 done', 'closing done', 'conclusion done', 'documents done'],
    ]);
    const told = page.messages.filter((message) => 'working' in message);
    expect(told.some(({ working }) => working.length > 0)).toBe(true);
    expect(
      told.filter((message) => 'head' in message && message.head.state === 'done' && message.working.length > 0),
    ).toEqual([]);
    expect(page.working).toEqual([]);
    const heads = told.flatMap((message) => ('head' in message ? [message.head] : []));
    const rails = heads.flatMap(({ rail }) => (rail === undefined ? [] : [JSON.stringify(rail)]));
    expect(rails.length).toBeLessThan(heads.length);
    expect(rails.filter((rail, index) => rail === rails[index - 1])).toEqual([]);
  });

  it('shows that it is pausing, then that it rests', async () => {
    const folder = await scriptedFolder({
      script: fullScript({ names, rounds: 2 }),
      names,
      rounds: { min: 1, max: 2 },
    });
    const { page, shown, runManager } = pageOf(folder);
    await shown();
    await runManager.run(folder);
    runManager.pause(folder, 'The user paused.');
    await until(
      () => page.messages.some((message) => 'head' in message && message.head.stateText.startsWith('Pausing')),
      'that it is pausing',
    );
    await runManager.settled(folder);
    await until(() => page.head?.state === 'paused', 'that it rests');
    expect(page.head).toMatchObject({ stateText: 'The user paused.', isOurs: false });
    expect(page.head?.actions).toContain('resume');
  });
});

const review: Review = {
  draft: 'd1',
  topic: 'Tabs?',
  fields: [],
  debaters: [],
  isRevised: false,
  problems: [],
  limits: { minRounds: 1, maxRounds: 2, timeBudgetMinutes: 30 },
  evidence: { files: 0, bytes: 0, subject: [], leftOut: [], leftOutCount: 0 },
  parent: '/x',
  sends: 'Nothing leaves this machine.',
  models: [],
};

function draft() {
  const changed = new Emitter<void>();
  const asked: unknown[] = [];
  let starting: Promise<string | undefined> = Promise.resolve(undefined);
  const made: LineupDraft = {
    id: 'd1',
    review,
    onDidChange: changed.event,
    change: (debaters) => void asked.push(['change', debaters.length]),
    set: (field, value) => Promise.resolve(void asked.push(['set', field, value])),
    revise: (wish) =>
      wish === 'fail' ? Promise.reject(new Error('No Chair.')) : Promise.resolve(void asked.push(['revise', wish])),
    start: () => {
      asked.push(['start']);
      return starting;
    },
    cancel: () => void asked.push(['cancel']),
  };
  return { made, asked, changed, starts: (how: typeof starting) => (starting = how) };
}

describe('a page of a lineup', () => {
  it('is told of each change, and hands on what the user does', async () => {
    const { made, asked, changed, starts } = draft();
    const page = new FakePage();
    const editor = new FakeEditor();
    const ended: unknown[] = [];
    const session = new ReviewSession(made, {
      port: page,
      editor,
      onStarted: (folder) => ended.push(folder),
      onCancelled: () => ended.push('cancelled'),
    });
    session.receive({ kind: 'ready' });
    await until(() => page.of('review').length === 1, 'the lineup');
    changed.fire();
    await until(() => page.of('review').length === 2, 'the change');
    session.receive({ kind: 'lineup', debaters: [] });
    session.receive({ kind: 'setup', field: 'topic', value: 'Tabs?' });
    session.receive({ kind: 'revise', wish: 'Another one.' });
    session.receive({ kind: 'revise', wish: 'fail' });
    session.receive({ kind: 'start', debaters: [] });
    await until(() => editor.asked.length > 0, 'the failure');
    expect(editor.asked).toEqual([['fail', new Error('No Chair.')]]);
    let finish: (folder: string) => void = () => undefined;
    void starts(new Promise((resolve) => (finish = resolve)));
    await new Promise((resolve) => setTimeout(resolve, 10));
    session.receive({ kind: 'start', debaters: [] });
    session.receive({ kind: 'start', debaters: [] });
    finish('/the/folder');
    await until(() => ended.length === 1, 'the start');
    session.receive({ kind: 'cancel' });
    session.receive({ kind: 'openFolder' });
    expect(ended).toEqual(['/the/folder', 'cancelled']);
    expect(asked).toEqual([
      ['change', 0],
      ['set', 'topic', 'Tabs?'],
      ['revise', 'Another one.'],
      ['start'],
      ['start'],
      ['cancel'],
    ]);
    expect(editor.asked.at(-1)).toEqual(['warn', expect.stringContaining('"openFolder"')]);
    session.dispose();
    const before = page.messages.length;
    changed.fire();
    expect(page.messages).toHaveLength(before);
  });
});

it('a page that has nothing to show says why, each time it is made', () => {
  const posted: ToPage[] = [];
  const editor = new FakeEditor();
  const session = new FailedSession(
    draftGone(),
    { post: (message) => Promise.resolve(posted.push(message) > 0) },
    editor,
  );
  session.receive({ kind: 'ready' });
  session.sleep();
  session.receive({ kind: 'ready' });
  expect(posted).toMatchObject([
    { kind: 'failed', rev: 1 },
    { kind: 'failed', rev: 2 },
  ]);
  session.receive({ kind: 'button', command: 'start' });
  session.receive({ kind: 'button', command: nothingKept().button?.command ?? '' });
  expect(editor.asked).toEqual([
    ['run', 'rostrum.startDebate'],
    ['run', 'rostrum.debates.focus'],
  ]);
});
