import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pathOfLog } from '../../../../src/record/logPath';
import { OpenDebates, type DebateRef } from '../../../../src/ui/library/openDebates';
import { KeptVerdicts } from '../../../../src/ui/panel/keptVerdicts';
import { pageOf } from '../../../support/fakePage';
import { opened, until } from '../../../support/logs';
import { copied } from '../../../support/oldRecords';
import { panelRecord } from '../../../support/panelRecord';
import { logText } from '../../../support/recordBuilder';
import { tempFolder } from '../../../support/tempFolder';

const reader = { isTrusted: true };
const secret = 'the bill of the northern warehouse was never paid by anybody who signed it';

/** A finished debate whose verdict names the secret; `strike` has it redacted by another program. */
function debate() {
  const data = { outcome: 'draw', reason: secret, evaluations: [] };
  const entries = panelRecord()
    .edit('conclusion', { data, content: `Debate concluded. ${secret}` })
    .build();
  const folder = tempFolder({ 'debate-log.jsonl': logText(entries) });
  const conclusion = entries.findIndex(({ type }) => type === 'conclusion');
  const strike = (): void => {
    const redaction = {
      ...{ seq: entries.length, timestamp: '2026-12-01T12:00:00.000Z', phase: 'system', speaker: 'chair' },
      ...{ type: 'redaction', content: `Seq ${conclusion} (chair) redacted. It names a person.` },
      ...{ sources: null, rebuttal_to_seq: null, target_seq: conclusion, data: { reason: 'It names a person.' } },
    };
    appendFileSync(pathOfLog(folder), `${JSON.stringify(redaction)}\n`);
  };
  return { folder, strike };
}

/** Debates that are read when the test lets them. */
class HeldDebates extends OpenDebates {
  #gate: Promise<void> = Promise.resolve();

  hold(): () => void {
    let release = (): void => undefined;
    this.#gate = new Promise((resolve) => (release = resolve));
    return release;
  }

  override async acquire(folder: string): Promise<DebateRef> {
    await this.#gate;
    return super.acquire(folder);
  }
}

const filesIn = (cache: string): string[] => readdirSync(cache).filter((name) => name.endsWith('.json'));
const textIn = (cache: string): string =>
  filesIn(cache)
    .map((name) => readFileSync(join(cache, name), 'utf8'))
    .join();

/** What a page that showed the debate before has left. */
async function keptOnce(folder: string): Promise<{ cache: string; verdicts: KeptVerdicts }> {
  const cache = tempFolder();
  const verdicts = new KeptVerdicts(cache, 'en');
  const { shown, session } = pageOf(folder, { verdicts });
  await shown();
  await until(() => filesIn(cache).length === 1, 'the verdict to be kept');
  session.dispose();
  return { cache, verdicts };
}

function reopened(folder: string, verdicts: KeptVerdicts) {
  const debates = new HeldDebates();
  const release = debates.hold();
  return { ...pageOf(folder, { verdicts, debates }), release };
}

describe('the verdict of a finished debate', () => {
  it('is shown before the log is read, and is the same afterwards', async () => {
    const { folder } = debate();
    const { verdicts } = await keptOnce(folder);
    const { page, send, release } = reopened(folder, verdicts);
    send({ kind: 'ready' });
    await until(() => page.of('verdict').length === 1, 'the verdict');
    const [early] = page.of('verdict');
    expect(`${early?.verdict.title} ${early?.verdict.why}`).toContain(secret);
    expect(page.of('snapshot')).toEqual([]);
    release();
    await until(() => page.of('snapshot').length === 1, 'the snapshot');
    const [snapshot] = page.of('snapshot');
    expect(snapshot?.shown).toEqual({ view: 'verdict', verdict: early?.verdict });
    expect(snapshot?.head).toEqual(early?.head);
    const seqs = new Set(early?.links.map(({ seq }) => seq));
    for (const { seq } of early?.verdict.decided ?? []) expect(seqs).toContain(seq);
  });

  it('lets requests that need the log wait until it is read', async () => {
    const { folder } = debate();
    const { verdicts } = await keptOnce(folder);
    const { page, send, release, editor } = reopened(folder, verdicts);
    send({ kind: 'ready' });
    await until(() => page.of('verdict').length === 1, 'the verdict');
    send({ kind: 'find', id: 3, query: 'bill' });
    send({ kind: 'act', action: 'startAgain' });
    send({ kind: 'act', action: 'delete' });
    expect(editor.asked).toEqual([['run', 'rostrum.deleteDebate', { folder }]]);
    release();
    await until(() => page.of('found').some(({ isDone }) => isDone), 'the hits');
    await until(() => editor.asked.length > 1, 'the new debate');
  });

  it('is not shown to a page that is to show an entry, or another view', async () => {
    const { folder } = debate();
    const { verdicts } = await keptOnce(folder);
    for (const ready of [{ focus: 2 }, { look: { view: 'debate' as const }, focus: 2 }]) {
      const { page, send, release, session } = reopened(folder, verdicts);
      release();
      send({ kind: 'ready', ...ready });
      await until(() => page.of('snapshot').length === 1, 'the snapshot');
      expect(page.of('verdict')).toEqual([]);
      session.dispose();
    }
  });

  it('is never shown with what was redacted, be it before the panel is opened or while the page is loaded', async () => {
    for (const when of ['before', 'meanwhile'] as const) {
      const { folder, strike } = debate();
      const { cache, verdicts } = await keptOnce(folder);
      expect(textIn(cache)).toContain(secret);
      if (when === 'before') strike();
      const { page, send, release } = reopened(folder, verdicts);
      if (when === 'meanwhile') {
        await until(() => page.of('verdict').length === 0, 'nothing');
        await new Promise((resolve) => setTimeout(resolve, 100));
        strike();
      }
      send({ kind: 'ready' });
      await new Promise((resolve) => setTimeout(resolve, 100));
      expect(page.messages, when).toEqual([]);
      release();
      await until(() => page.of('snapshot').length === 1, 'the snapshot');
      expect(JSON.stringify(page.messages), when).not.toContain(secret);
      // It is kept anew, masked.
      await until(() => !textIn(cache).includes(secret) && filesIn(cache).length === 1, 'the kept one');
    }
  });

  it('comes with the first snapshot too, unless an entry is to be shown or the debate goes on', async () => {
    const shownOf = async (folder: string, focus?: number): Promise<string | undefined> => {
      const { page, shown, session } = pageOf(folder);
      await shown(focus);
      session.dispose();
      return page.of('snapshot')[0]?.shown?.view;
    };
    const { folder } = debate();
    expect(await shownOf(folder)).toBe('verdict');
    expect(await shownOf(folder, 1)).toBeUndefined();
    expect(await shownOf(copied('panel-scripted-paused-rounds'))).toBeUndefined();
    expect(await shownOf(copied('imported-agent-debate'))).toBe('verdict');
  });

  it('goes from the disk when something is redacted while the debate is open', async () => {
    const { folder, strike } = debate();
    const cache = tempFolder();
    const { shown } = pageOf(folder, { verdicts: new KeptVerdicts(cache, 'en') });
    await shown();
    await until(() => textIn(cache).includes(secret), 'the verdict to be kept');
    strike();
    await until(() => filesIn(cache).length === 1 && !textIn(cache).includes(secret), 'another one');
  });
});

describe('a kept verdict', () => {
  /** A time that can be set again to the letter. */
  const whole = 1_790_000_000;
  const holds = async (change: (log: string, folder: string) => void): Promise<boolean> => {
    const { folder } = debate();
    utimesSync(pathOfLog(folder), whole, whole);
    const { verdicts } = await keptOnce(folder);
    expect(await verdicts.find(folder, reader)).toBeDefined();
    change(pathOfLog(folder), folder);
    return (await verdicts.find(folder, reader)) !== undefined;
  };

  it('holds while size, time and end of the log are the same, and the documents', async () => {
    expect(await holds(() => undefined)).toBe(true);
    expect(await holds((log) => appendFileSync(log, '\n'))).toBe(false);
    expect(await holds((log) => utimesSync(log, 1, 1))).toBe(false);
    expect(await holds((_, folder) => writeFileSync(join(folder, 'summary.md'), '# Summary'))).toBe(false);
    const edited = (log: string): void => {
      const text = readFileSync(log, 'utf8');
      writeFileSync(log, text.replace('All did their part', 'Few did their part'));
      expect(readFileSync(log, 'utf8')).not.toBe(text);
      utimesSync(log, whole, whole);
    };
    expect(await holds(edited)).toBe(false);
  });

  it('is one of a reader who trusts the workspace as this one does, in the same language', async () => {
    const { folder } = debate();
    const { cache, verdicts } = await keptOnce(folder);
    expect(await verdicts.find(folder, { isTrusted: false })).toBeUndefined();
    expect(await new KeptVerdicts(cache, 'de').find(folder, reader)).toBeUndefined();
    expect(await new KeptVerdicts(cache, 'en').find(folder, reader)).toBeDefined();
  });

  it('is not kept of a log that has grown since it was read', async () => {
    const { folder, strike } = debate();
    const { verdicts } = await keptOnce(folder);
    const verdict = await verdicts.find(folder, reader);
    const log = await opened(pathOfLog(folder));
    strike();
    const cache = tempFolder();
    if (verdict !== undefined) await new KeptVerdicts(cache, 'en').keep(log, verdict, reader);
    expect(filesIn(cache)).toEqual([]);
  });

  it('goes with its debate, also where that went while nobody watched', async () => {
    const [gone, other] = [debate(), debate()];
    const { cache, verdicts } = await keptOnce(gone.folder);
    await verdicts.forget(gone.folder);
    expect(filesIn(cache)).toEqual([]);
    const { cache: shared } = await keptOnce(gone.folder);
    rmSync(gone.folder, { recursive: true });
    mkdirSync(gone.folder);
    const { shown } = pageOf(other.folder, { verdicts: new KeptVerdicts(shared, 'en') });
    await shown();
    await until(() => textIn(shared).includes(other.folder), 'the other one');
    await until(() => !textIn(shared).includes(gone.folder), 'the one that is gone to go');
  });
});
