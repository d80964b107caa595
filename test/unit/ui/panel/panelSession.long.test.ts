import { appendFileSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Feed } from '../../../../src/ui/panel/feed';
import { pathOfLog } from '../../../../src/record/logPath';
import { acquireLease } from '../../../../src/record/lease';
import { kept } from '../../../support/oldRecords';
import { pageOf } from '../../../support/fakePage';
import { opened, until } from '../../../support/logs';
import { ReportRecord, sampleDebate, source } from '../../../support/reportRecord';
import { tempFolder } from '../../../support/tempFolder';

function folderOf(record: ReportRecord): string {
  return tempFolder({ 'debate-log.jsonl': record.lines.join('') });
}

/** Adds to the record and to its log. */
function adder(record: ReportRecord, folder: string) {
  return (add: () => unknown): void => {
    const before = record.lines.length;
    add();
    appendFileSync(pathOfLog(folder), record.lines.slice(before).join(''));
  };
}

describe('a page of a debate', () => {
  it('is told all at once, then each change, and comes to what the log holds', async () => {
    const { record, cfo } = sampleDebate({ provider: 'offline' });
    const folder = folderOf(record);
    const { page, shown } = pageOf(folder);
    await shown();
    expect(page.head).toMatchObject({
      folder,
      topic: 'Should we move the monolith to Kubernetes?',
      hasChair: true,
      state: 'interrupted',
      problems: 0,
    });
    expect(page.head?.notice).toContain('no language model');
    expect(page.head?.debaters).toMatchObject([
      { name: 'sre', colour: 0, entries: 2 },
      { name: 'cfo', colour: 1, entries: 2 },
    ]);
    const add = adder(record, folder);
    for (let round = 0; round < 30; round += 1) {
      add(() =>
        record.add({
          speaker: 'cfo',
          type: 'new_point',
          content: `Point ${round}.`,
          sources: [source(`https://x.org/${round}`, 'X')],
        }),
      );
      if (round % 3 === 0) add(() => record.verify(record.lines.length - 1, `https://x.org/${round}`, 'unreliable'));
      if (round % 7 === 0) await until(() => page.rows.length === record.lines.length, 'the rows');
    }
    add(() => record.strike(cfo, 'cfo', 'No such bill.'));
    await until(() => page.rows.length === record.lines.length, 'all rows');
    const log = await opened(pathOfLog(folder));
    const feed = new Feed(log);
    feed.take();
    expect(page.rows).toEqual(feed.rows);
    expect(page.head).toMatchObject({ redactions: 1, marks: feed.marks, procedural: feed.procedural });
    expect(page.of('snapshot')).toHaveLength(1);
    expect(page.of('changed').at(-1)?.isAllStale).toBe(true);
  });

  it('gets of long entries those that are seen first: the one to be shown, what is above it, and what fills the window', async () => {
    const record = new ReportRecord();
    record.setup();
    for (let index = 1; index < 60; index += 1)
      record.add({ speaker: 'sre', type: 'new_point', content: `No ${index}. ${'Words and words. '.repeat(400)}` });
    const { page, shown } = pageOf(folderOf(record));
    await shown(30);
    expect([...page.bodies.keys()].sort((one, other) => one - other)).toEqual([29, 30, 31]);
  });

  it('gets what comes while a message is under way in one piece', async () => {
    const { record } = sampleDebate();
    const folder = folderOf(record);
    const { page, shown } = pageOf(folder);
    await shown();
    let open = (): void => undefined;
    page.gate = new Promise((resolve) => (open = resolve));
    const add = adder(record, folder);
    for (let index = 0; index < 20; index += 1) {
      add(() => record.add({ speaker: 'cfo', type: 'new_point', content: `Point ${index}.` }));
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    const before = page.messages.length;
    open();
    await until(() => page.rows.length === record.lines.length, 'the rows');
    expect(page.messages.length - before).toBeLessThanOrEqual(4);
    // The words come with them.
    expect(page.bodies.get(page.rows.length - 1)?.content).toBe('Point 19.');
  });

  it('gets the bodies around the entry that it is to show first, else of the beginning, or of the end where it runs', async () => {
    const record = new ReportRecord();
    record.setup();
    for (let index = 0; index < 300; index += 1)
      record.add({ speaker: 'sre', type: index % 2 === 0 ? 'new_point' : 'note', content: `No ${index}` });
    const folder = folderOf(record);
    const { page, shown, session } = pageOf(folder);
    await shown();
    expect([page.bodies.has(1), page.bodies.has(0), page.bodies.has(31), page.bodies.has(299)]).toEqual([
      true,
      false,
      true,
      false,
    ]);
    const lease = await acquireLease(folder, { program: 'another engine' });
    await until(() => page.head?.state === 'running', 'the engine');
    await shown();
    await lease.release('paused');
    expect([page.bodies.has(300), page.bodies.has(299), page.bodies.has(261), page.bodies.has(10)]).toEqual([
      false,
      true,
      true,
      false,
    ]);
    await shown(101);
    expect(page.of('snapshot')[0]).toMatchObject({ focus: 101 });
    expect([page.bodies.has(101), page.bodies.has(95), page.bodies.has(131), page.bodies.has(299)]).toEqual([
      true,
      true,
      true,
      false,
    ]);
    session.reveal(7);
    await until(() => page.of('reveal').length > 0, 'the order');
    expect(page.of('reveal')).toEqual([{ kind: 'reveal', seq: 7, isFlashed: true }]);
    session.reveal(8, 'a word');
    await until(() => page.of('reveal').length > 1, 'the order with words');
    expect(page.of('reveal')[1]).toEqual({ kind: 'reveal', seq: 8, isFlashed: true, words: 'a word' });
    session.sleep();
    session.reveal(55);
    await shown(101);
    // What was asked for last goes before where the reader was.
    expect(page.of('snapshot')[0]).toMatchObject({ focus: 55 });
    await shown(12_345);
    expect(page.of('snapshot')[0]).not.toHaveProperty('focus');
  });

  it('is told everything anew after it was hidden, and nothing meanwhile', async () => {
    const { record } = sampleDebate();
    const folder = folderOf(record);
    const { page, shown, session } = pageOf(folder);
    await shown();
    session.sleep();
    page.messages.length = 0;
    adder(record, folder)(() => record.add({ speaker: 'cfo', type: 'new_point', content: 'Unseen.' }));
    await new Promise((resolve) => setTimeout(resolve, 1_300));
    expect(page.messages).toEqual([]);
    await shown();
    expect(page.rows).toHaveLength(record.lines.length);
  });

  it('gets bodies and hits of the log that it knows only', async () => {
    const { record, sre } = sampleDebate();
    const { page, shown, send } = pageOf(folderOf(record));
    await shown();
    send({ kind: 'bodies', id: 4, epoch: page.epoch + 1, at: [0], isWhole: false });
    send({ kind: 'bodies', id: 5, epoch: page.epoch, at: [sre, 999], isWhole: false });
    expect(page.of('bodies').map(({ id, bodies }) => [id, bodies.length])).toEqual([]);
    await until(() => page.of('bodies').length > 0, 'bodies');
    expect(page.of('bodies').map(({ id, bodies }) => [id, bodies.map(({ at }) => at)])).toEqual([[5, [sre]]]);
    send({ kind: 'find', id: 9, query: 'LOAD TEST' });
    await until(() => page.of('found').some(({ isDone }) => isDone), 'hits');
    expect(page.of('found').at(-1)).toMatchObject({ id: 9, epoch: page.epoch, isDone: true });
    expect(page.of('found').at(-1)?.hits).toContain(sre);
  });
});

describe('a debate that changes under its page', () => {
  it('is shown anew when its log is replaced', async () => {
    const { record } = sampleDebate();
    const folder = folderOf(record);
    const { page, shown } = pageOf(folder);
    await shown();
    const { epoch } = page;
    const other = new ReportRecord();
    other.setup({ topic: 'Another topic' });
    writeFileSync(pathOfLog(folder), other.lines.join(''));
    await until(() => page.epoch > epoch, 'another epoch');
    expect(page.rows).toHaveLength(1);
    expect(page.head?.topic).toBe('Another topic');
  });

  it('keeps what was read when its folder goes, says so, and goes on when it is back', async () => {
    const { record } = sampleDebate({ provider: 'offline' });
    const parent = tempFolder();
    const folder = join(parent, 'debate');
    mkdirSync(folder);
    writeFileSync(pathOfLog(folder), record.lines.join(''));
    const { page, shown } = pageOf(folder);
    await shown();
    renameSync(folder, join(parent, 'elsewhere'));
    await until(() => page.head?.needsYou === true, 'that it is gone');
    expect(page.head).toMatchObject({ actions: [], isOpen: false });
    expect(page.rows).toHaveLength(record.lines.length);
    renameSync(join(parent, 'elsewhere'), folder);
    await until(() => page.head?.state === 'interrupted', 'that it is back');
    adder(record, folder)(() => record.add({ speaker: 'cfo', type: 'new_point', content: 'Back.' }));
    await until(() => page.rows.length === record.lines.length, 'the new entry');
  });

  it('that is not there is said, and shown as soon as it is', async () => {
    const parent = tempFolder();
    const folder = join(parent, 'debate');
    const { page, send, session } = pageOf(folder);
    send({ kind: 'ready' });
    await until(() => page.failed !== undefined, 'a message');
    expect(page.failed).toMatchObject({
      title: 'The folder of this debate is gone',
      message: expect.stringContaining('If it was moved or renamed, open it where it is now.') as string,
      button: { label: 'Open Debate Folder…', command: 'openFolder' },
    });
    expect(session.state).toBeUndefined();
    mkdirSync(folder);
    writeFileSync(pathOfLog(folder), sampleDebate().record.lines.join(''));
    await until(() => page.rows.length > 0, 'the debate');
    expect(page.failed).toBeUndefined();
  });

  it('whose log cannot be read is said, and shown as soon as it can', async () => {
    const folder = tempFolder({ 'debate-log.jsonl/': '' });
    const { page, send } = pageOf(folder);
    send({ kind: 'ready' });
    await until(() => page.failed !== undefined, 'a message');
    expect(page.failed?.title).toBe('The log cannot be read');
    rmSync(pathOfLog(folder), { recursive: true });
    writeFileSync(pathOfLog(folder), sampleDebate().record.lines.join(''));
    await until(() => page.rows.length > 0, 'the debate');
  });

  it('shows who runs it, and that its sources are being checked', async () => {
    const record = new ReportRecord();
    record.setup({ provider: 'offline' });
    const seq = record.add({
      speaker: 'cfo',
      type: 'new_point',
      content: 'x',
      sources: [source('https://x.org/', 'X')],
    });
    const folder = folderOf(record);
    const { page, shown } = pageOf(folder);
    await shown();
    expect(page.bodies.get(seq)?.sources[0]?.words).toBe('not checked');
    const lease = await acquireLease(folder, { program: 'another engine' });
    await until(() => page.head?.state === 'running', 'the engine');
    expect(page.head).toMatchObject({ isOurs: false, actions: ['stop'] });
    expect(page.head?.runningSince).toBeGreaterThan(0);
    await until(() => page.bodies.get(seq)?.sources[0]?.words === 'being checked', 'the words');
    await lease.release('paused', 'Enough for today.');
    await until(() => page.head?.state === 'paused', 'that it rests');
    expect(page.head?.stateText).toBe('Enough for today.');
  });

  it('lists what another program writes while nothing else happens', async () => {
    const { record } = sampleDebate();
    const folder = folderOf(record);
    const { page, shown } = pageOf(folder);
    await shown();
    // What it looks at once it is open is done.
    await new Promise((resolve) => setTimeout(resolve, 500));
    writeFileSync(join(folder, 'brief.md'), '#');
    await until(() => (page.head?.documents.length ?? 0) > 0, 'the document');
    expect(page.head?.documents).toEqual([{ name: 'brief.md', label: 'Brief' }]);
  });

  it('lists its documents as they come', async () => {
    const { record } = sampleDebate();
    const folder = folderOf(record);
    const { page, shown, send, editor } = pageOf(folder);
    await shown();
    expect(page.head?.documents).toEqual([]);
    writeFileSync(join(folder, 'transcript.md'), '#');
    const lease = await acquireLease(folder, { program: 'another engine' });
    await until(() => (page.head?.documents.length ?? 0) > 0, 'the document');
    await lease.release('done');
    expect(page.head?.documents).toEqual([{ name: 'transcript.md', label: 'Transcript' }]);
    send({ kind: 'openDocument', name: 'transcript.md' });
    send({ kind: 'openDocument', name: '../../etc/passwd' });
    send({ kind: 'act', action: 'openSummary' });
    send({ kind: 'openAccuracy' });
    expect(editor.asked).toEqual([
      ['run', 'rostrum.openDocument', { folder, name: 'transcript.md' }],
      ['run', 'rostrum.openDocument', { folder, name: 'transcript.md' }],
      ['openPaper', 'verification.md', 'how-often-it-is-right'],
    ]);
  });
});

describe('what a page asks for', () => {
  it('goes to the editor', async () => {
    const { record, sre } = sampleDebate();
    const folder = folderOf(record);
    const { shown, send, editor } = pageOf(folder);
    await shown();
    send({ kind: 'act', action: 'pause' });
    send({ kind: 'act', action: 'takeOver' });
    send({ kind: 'act', action: 'trust' });
    send({ kind: 'openSource', at: sre, index: 1 });
    send({ kind: 'openSource', at: sre, index: 7 });
    send({ kind: 'openSource', at: sre, index: 1, isFollowed: true });
    send({ kind: 'openInLog', at: sre });
    send({ kind: 'openLine', line: 3 });
    send({ kind: 'openFolder' });
    send({ kind: 'openWeb', url: 'https://example.org/#:~:text=a%20b' });
    send({ kind: 'openWeb', url: 'command:workbench.action.quit' });
    send({ kind: 'copyLink', at: sre });
    send({ kind: 'copyLink', at: 0 });
    expect(editor.asked).toEqual([
      ['run', 'rostrum.pauseDebate', { folder }],
      ['run', 'rostrum.resumeDebate', { folder, takeOver: true }],
      ['run', 'workbench.trust.manage'],
      ['openSource', { folder, seq: sre, url: 'workspace:docs/pages.md' }],
      ['openSource', { folder, seq: sre, url: 'workspace:docs/pages.md' }, 'followed'],
      ['run', 'rostrum.revealEntryInLog', { folder, seq: sre, line: sre + 1, click: 'line' }],
      ['run', 'rostrum.revealEntryInLog', { folder, line: 3, click: 'line' }],
      ['run', 'rostrum.revealFolder', { folder }],
      ['openWeb', 'https://example.org/#:~:text=a%20b'],
      ['warn', expect.stringContaining('no web address')],
      ['copy', `link:${folder}#${sre}`],
      ['copy', `link:${folder}#`],
    ]);
  });

  it('is another debate: on the same topic, or on the point that was left open, as this one is held', async () => {
    const { shown, send, editor, page } = pageOf(kept('panel-anthropic-paused-closing'));
    await shown();
    send({ kind: 'act', action: 'startAgain' });
    send({ kind: 'act', action: 'debateOpenPoint' });
    expect(page.head?.menu).toEqual([
      'debateOpenPoint',
      'startAgain',
      'export',
      'copyDebate',
      'delete',
      'showSettings',
    ]);
    expect(editor.asked).toEqual([
      ['run', 'rostrum.startDebate', { topic: page.head?.topic, format: 'panel', isAsked: true }],
      ['run', 'rostrum.startDebate', { topic: 'Which depot does better at weekends?', format: 'panel', isAsked: true }],
    ]);
  });

  it('has what a source says where it is cited, without what is struck', async () => {
    const { record, sre, cfo } = sampleDebate();
    const { page, shown, send, editor } = pageOf(folderOf(record));
    editor.passage = { before: 'Before ', marked: 'the quoted words', after: '.', is: 'quote', isKept: false };
    await shown();
    const [{ epoch } = { epoch: 0 }] = page.of('snapshot');
    send({ kind: 'passage', epoch, at: sre, index: 1 });
    send({ kind: 'passage', epoch: epoch + 1, at: sre, index: 1 });
    send({ kind: 'passage', epoch, at: cfo, index: 7 });
    await until(() => page.of('passage').length === 1, 'the passage');
    expect(page.of('passage')).toEqual([{ kind: 'passage', epoch, at: sre, index: 1, passage: editor.passage }]);
  });

  it('shows struck text to one who insists, and to nobody else', async () => {
    const { record, cfo } = sampleDebate();
    record.strike(cfo, 'cfo', 'No such bill.');
    const { page, shown, send, editor } = pageOf(folderOf(record));
    await shown();
    expect(JSON.stringify(page.messages)).not.toContain('Who pays?');
    send({ kind: 'disclose', at: cfo });
    await until(() => editor.asked.length === 1, 'the question');
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(page.of('bodies')).toEqual([]);
    editor.discloses = true;
    send({ kind: 'disclose', at: 2 });
    send({ kind: 'disclose', at: cfo });
    await until(() => page.of('bodies').length > 0, 'the text');
    expect(page.of('bodies')).toMatchObject([
      { id: 0, bodies: [{ at: cfo, content: '', disclosed: expect.stringContaining('Who pays?') as string }] },
    ]);
    expect(editor.asked).toEqual([
      ['confirmDisclosure', cfo],
      ['confirmDisclosure', cfo],
    ]);
  });

  it('adds guidance and questions to the record, or says why not', async () => {
    const record = new ReportRecord();
    record.setup({ provider: 'offline' });
    const folder = folderOf(record);
    const { page, shown, send } = pageOf(folder);
    await shown();
    expect(page.head?.isOpen).toBe(true);
    send({ kind: 'say', id: 1, what: 'guidance', text: 'Speak to the cost.' });
    send({ kind: 'say', id: 2, what: 'question', to: 'nobody', text: 'Why?' });
    send({ kind: 'say', id: 3, what: 'question', text: 'Why?' });
    await until(() => page.of('said').length === 3, 'the answers');
    const said = new Map(page.of('said').map(({ id, problem }) => [id, problem]));
    expect([said.get(1), said.get(2), said.get(3)]).toEqual([
      undefined,
      expect.stringContaining('"nobody" is no debater'),
      'Say whom the question is put to.',
    ]);
    await until(() => page.rows.length === 2, 'the guidance');
    expect(page.rows[1]).toMatchObject({ type: 'intervention', speaker: 'user' });
  });

  it('of another log is left unanswered', async () => {
    const { record } = sampleDebate();
    const { shown, send, editor } = pageOf(folderOf(record));
    await shown();
    send({ kind: 'start', debaters: [] });
    expect(editor.asked).toEqual([['warn', expect.stringContaining('"start"')]]);
  });
});
