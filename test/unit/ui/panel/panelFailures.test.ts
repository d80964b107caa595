import { describe, expect, it, onTestFinished } from 'vitest';
import { OpenDebates } from '../../../../src/ui/library/openDebates';
import { DebateSession } from '../../../../src/ui/panel/debateSession';
import { absence, missingEntry } from '../../../../src/ui/panel/failure';
import { PageSession, type Change } from '../../../../src/ui/panel/pageSession';
import { RunManager } from '../../../../src/ui/run/runManager';
import { FakeEditor, FakePage, pageOf } from '../../../support/fakePage';
import { until } from '../../../support/logs';
import { sampleDebate, type ReportRecord } from '../../../support/reportRecord';
import { tempFolder } from '../../../support/tempFolder';

const folderOf = (record: ReportRecord): string => tempFolder({ 'debate-log.jsonl': record.lines.join('') });

describe('what cannot be told to a page', () => {
  it('is said to it, once, until it is tried again', async () => {
    const page = new FakePage();
    const editor = new FakeEditor();
    const runManager = new RunManager({ now: () => new Date(), host: 'test' });
    let isBroken = true;
    const now = (): Date => {
      if (isBroken) throw new Error('The clock has stopped.');
      return new Date();
    };
    const session = new DebateSession(folderOf(sampleDebate().record), {
      debates: new OpenDebates(),
      runManager,
      port: page,
      editor,
      now,
    });
    onTestFinished(() => session.dispose());
    session.receive({ kind: 'ready' });
    await until(() => page.failed !== undefined, 'a message');
    expect(page.failed).toMatchObject({
      title: 'This could not be shown',
      button: { label: 'Try Again', command: 'retry' },
    });
    expect(page.failed?.message).toContain('The clock has stopped.');
    session.lookAgain();
    session.lookAgain();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(page.of('failed')).toHaveLength(1);
    expect(editor.asked.map(([what]) => what)).toEqual(['fail']);
    isBroken = false;
    session.receive({ kind: 'button', command: 'retry' });
    await until(() => page.rows.length > 0, 'the debate');
    expect(page.failed).toBeUndefined();
  });

  it('because its port is gone is not told to anybody', async () => {
    const due: Change[] = [
      { kind: 'working', working: [] },
      { kind: 'working', working: [] },
    ];
    const failures: unknown[] = [];
    const gone = {
      post: (): Promise<boolean> => {
        throw new Error('Webview is disposed');
      },
    };
    class LostPage extends PageSession {
      override receive = () => undefined;
      protected override next = () => due.shift();
      protected override failed = (error: unknown) => {
        failures.push(error);
        return absence('/none');
      };
    }
    const session = new LostPage(gone);
    session.wake();
    session.reply({ kind: 'said', id: 1 });
    await until(() => due.length === 0, 'the end of the line');
    expect(failures).toEqual([]);
  });
});

it('a request that fails is told to the user, and to the page, which can try again', async () => {
  const { record, cfo } = sampleDebate();
  record.strike(cfo, 'cfo', 'No such bill.');
  const { page, shown, send, editor } = pageOf(folderOf(record));
  await shown();
  editor.confirmDisclosure = () => Promise.reject(new Error('No dialog here.'));
  send({ kind: 'disclose', at: cfo });
  await until(() => page.failed !== undefined, 'a message');
  expect(page.failed?.message).toContain('No dialog here.');
  expect(editor.asked).toMatchObject([['fail', { message: 'No dialog here.' }]]);
  const { epoch } = page;
  send({ kind: 'button', command: 'retry' });
  await until(() => page.failed === undefined, 'the debate');
  expect(page.epoch).toBeGreaterThan(epoch);
});

describe('an entry that the log does not hold', () => {
  it('is said to be missing, when it is asked for and when it was to be shown first', async () => {
    const { record } = sampleDebate();
    const last = record.lines.length - 1;
    const { page, shown, session, editor } = pageOf(folderOf(record));
    session.reveal(4_711);
    await shown();
    expect(page.of('snapshot')[0]).not.toHaveProperty('focus');
    expect(editor.asked).toEqual([['inform', `There is no seq 4711 in this debate; the last is ${last}.`]]);
    session.reveal(999);
    await until(() => editor.asked.length === 2, 'the second word');
    expect(page.of('reveal')).toEqual([]);
    session.reveal(last);
    await until(() => page.of('reveal').length === 1, 'the order');
    // Where the reader was is not asked for: the log may have been replaced.
    await shown(12_345);
    expect(editor.asked).toHaveLength(2);
    expect(missingEntry(3, undefined)).toContain('no entries yet');
  });
});
