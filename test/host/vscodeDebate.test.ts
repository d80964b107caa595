import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'mocha';
import * as vscode from 'vscode';
import type { DebateEvent } from '../../src/engine/events';
import { EditorModels } from '../../src/ui/models/editorModels';
import { VscodeProvider } from '../../src/ui/models/vscodeProvider';
import { accessTo } from '../support/modelDebate';
import { scriptNames } from '../support/modelScript';
import { model, testVendor, textOf } from './chatModels';
import {
  assertWhole,
  debatingModels,
  editorFolder,
  entriesOf,
  essenceOf,
  goldenEntries,
  lintOf,
  offered,
  played,
  PlayedModels,
  fluentRef,
  plainRef,
  type Moment,
  type Played,
} from './editorDebate';
import { servicesHere, until } from './startedDebate';

const editor = new PlayedModels();
const { models } = editor;
let registered: vscode.Disposable | undefined;

/** With the models as the extension of this window reaches them for its own debates. */
const play = async (folder: string): Promise<Played> => played(folder, (await servicesHere()).models, editor.onEvent);

/** In the window's own engine, whose waits are real. Returns what it tells. */
async function run(folder: string): Promise<DebateEvent[]> {
  const { runManager } = await servicesHere();
  const heard: DebateEvent[] = [];
  const listening = runManager.onEvent(({ folder: of, event }) => {
    if (of !== folder) return;
    heard.push(event);
    editor.onEvent(event);
  });
  runManager.onDidEnd(({ folder: of }) => {
    if (of === folder) listening.dispose();
  });
  await runManager.run(folder);
  return heard;
}

/** What the window's engine rests for. */
async function rest(folder: string): Promise<{ code: string | undefined; reason: string }> {
  const { runManager } = await servicesHere();
  await runManager.settled(folder);
  const end = runManager.endOf(folder);
  assert.ok(end?.status === 'paused', JSON.stringify(end));
  return { code: 'code' in end ? end.code : undefined, reason: end.reason };
}

async function ended(folder: string): Promise<void> {
  const { runManager } = await servicesHere();
  await runManager.settled(folder);
  assert.deepEqual(runManager.endOf(folder), { status: 'done' });
  assert.deepEqual(await lintOf(folder), []);
}

const report = ({ progress }: Moment, text: string): void => progress.report(new vscode.LanguageModelTextPart(text));

/** The editor drops what is still on its way when an error comes. */
const onItsWay = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 100));

/** Something begins, then breaks, at this step; so often. */
const breaking = (step: string, error: () => Error, times = Infinity) => {
  let left = times;
  return async (moment: Moment): Promise<boolean> => {
    if (moment.step !== step || left === 0) return false;
    left -= 1;
    report(moment, '{"entries": [{"type": "opening_statement", "content": "This is never');
    await onItsWay();
    throw error();
  };
};

/** No file of the debate holds these words. */
function assertNowhere(folder: string, words: string): void {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));
  for (const file of files.filter((path) => statSync(path).isFile()))
    assert.ok(!readFileSync(file, 'utf8').includes(words), `${file} holds “${words}”`);
}

describe('a debate by the editor’s own models', () => {
  before(async () => void (registered = await offered(models)));
  afterEach(async () => {
    await (await servicesHere()).runManager.stopAll('The test is over.');
    models.offer(debatingModels());
  });
  after(async () => {
    registered?.dispose();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  describe('from readiness to the assessor’s report', () => {
    let folder = '';
    let result: Played;

    before(async () => {
      editor.reset();
      folder = await editorFolder();
      result = await play(folder);
    });

    it('is the debate that other providers’ models have with the same script', async () => {
      assert.deepEqual(result.end, { status: 'done' });
      assert.deepEqual(result.waits, []);
      assertWhole(folder);
      // The setup names other models.
      const [, ...entries] = entriesOf(folder).map(essenceOf);
      assert.deepEqual(entries, goldenEntries().slice(1).map(essenceOf));
      assert.deepEqual(await lintOf(folder), []);
      for (const name of ['transcript.md', 'summary.md', 'blog-post.md', 'verifier-report.md', 'assessor-report.md'])
        assert.ok(existsSync(join(folder, name)), name);
    });

    it('names provider and models in its setup', () => {
      const { content, data } = entriesOf(folder)[0] ?? assert.fail('no setup');
      assert.equal(data['provider'], 'vscode');
      assert.deepEqual(new Set(Object.values(data['models'] as Record<string, string>)), new Set([fluentRef]));
      const debaters = data['debaters'] as { name: string; model: string }[];
      assert.deepEqual(
        debaters.map(({ name, model: ref }) => [name, ref]),
        [
          ['ada', fluentRef],
          ['bob', plainRef],
          ['cy', fluentRef],
        ],
      );
      assert.match(content, /language models of the editor/);
    });

    it('tells usage as the estimate that it is, without a price', () => {
      const usages = entriesOf(folder).flatMap(({ data: { step } }) => (step?.usage === undefined ? [] : [step.usage]));
      assert.ok(usages.length > 30, `${usages.length} steps with usage`);
      for (const usage of usages)
        assert.deepEqual([usage['estimated'], usage['unpriced'], usage['usd']], [true, true, 0]);
      const { usage } = JSON.parse(readFileSync(join(folder, 'metadata.json'), 'utf8')) as {
        usage: { total: Record<string, unknown>; by_role: Record<string, Record<string, unknown>> };
      };
      assert.deepEqual([usage.total['estimated'], usage.total['unpriced'], usage.total['usd']], [true, true, 0]);
      assert.deepEqual(Object.keys(usage.by_role).sort(), [
        'ada',
        'assessor',
        'audience',
        'bob',
        'chair',
        'cy',
        'reporter',
        'verifier',
      ]);
    });

    it('streams what is written, and each draft is a beginning of what was said', () => {
      const entries = entriesOf(folder);
      const drafts = result.events.flatMap((event) => (event.kind === 'draft' ? [event] : []));
      const turns = scriptNames.flatMap((name) => [
        `opening/${name}`,
        `r1/turn/${name}`,
        `r2/turn/${name}`,
        `closing/${name}`,
      ]);
      for (const turn of turns) {
        const whole = entries.flatMap(({ data, content }) => (data.step?.id === turn ? [content] : [])).join('\n\n');
        const texts = drafts.filter(({ step }) => step === turn).map(({ text }) => text);
        assert.ok(
          texts.some((text) => text !== ''),
          `no draft of ${turn}`,
        );
        for (const text of texts) assert.ok(whole.startsWith(text), `“${text}” is no beginning of ${turn}`);
      }
    });

    it('researches by calls of tools, and in plain text where the model knows none', () => {
      const of = (id: string) => models.requests.filter((seen) => seen.model === id);
      const called = of('fluent').filter(({ messages }) =>
        messages.some(({ content }) => content.some((part) => part instanceof vscode.LanguageModelToolResultPart)),
      );
      assert.equal(called.length, 2 * 3);
      for (const { tools } of called) assert.ok(tools.includes('search_evidence'), tools.join(', '));
      assert.deepEqual(
        of('plain').flatMap(({ tools }) => tools),
        [],
      );
      const inText = of('plain').filter(({ messages }) =>
        messages.some((message) => /^CALL \{"tool":"search_evidence"/m.test(textOf(message))),
      );
      assert.equal(inText.length, 3);
    });
  });

  it('is cut off in mid-stream by the user: the model hears of it, nothing of the draft is kept, and it goes on', async () => {
    const { runManager, panels } = await servicesHere();
    editor.reset();
    // The first closing: what the script says after it names no seq.
    editor.instead = ({ step }) => {
      if (step === 'closing/cy') editor.pace = { pieces: 40, ms: 120 };
      return false;
    };
    const folder = await editorFolder();
    await panels.show(folder);
    await run(folder);
    const drafts = new Set<string>();
    const beginning = 'What I showed before';
    await until('a draft that grows', () => {
      for (const { step, draft } of runManager.runOf(folder)?.working ?? [])
        if (step === 'closing/cy' && draft !== undefined && draft !== '') drafts.add(draft);
      return drafts.size >= 2 && [...drafts].some((draft) => draft.startsWith(beginning));
    });
    runManager.stop(folder, 'The user asked to stop.');
    await runManager.settled(folder);
    assert.equal(runManager.endOf(folder)?.status, 'interrupted');
    await until('the model to hear of it', () => editor.cutOff.length > 0);
    assert.deepEqual(editor.cutOff, ['closing/cy']);
    assertNowhere(folder, beginning);
    assert.ok(!entriesOf(folder).some(({ type }) => type === 'closing_statement'));
    editor.instead = () => false;
    editor.pace = { pieces: 1, ms: 0 };
    await run(folder);
    await ended(folder);
    // What the answer that was cut off has used stands in a note. Whoever judges a source does so beside the debate, so that its result
    // may stand a place later.
    const accounts = entriesOf(folder).filter(({ data }) => data['kind'] === 'usage');
    assert.equal(accounts.length, 1);
    assert.deepEqual(
      entriesOf(folder)
        .filter((entry) => !accounts.some(({ seq }) => seq === entry.seq))
        .map(({ type }) => type)
        .sort(),
      goldenEntries()
        .map(({ type }) => type)
        .sort(),
    );
  });

  describe('when its model fails', () => {
    beforeEach(() => editor.reset());

    it('in mid-stream, is asked again, and says nothing twice', async () => {
      const folder = await editorFolder();
      editor.instead = breaking('r1/turn/ada', () => new Error('The connection was reset.'), 2);
      const { end, waits, events } = await play(folder);
      assert.deepEqual(end, { status: 'done' });
      assert.equal(waits.length, 2);
      const reasons = events.flatMap((event) => (event.kind === 'waiting' ? [event.reason] : []));
      assert.match(
        reasons[0] ?? '',
        /The answer of the editor’s model rostrum-test\/fluent broke off\. .*The connection was reset/,
      );
      assertWhole(folder);
      assertNowhere(folder, 'This is never');
      assert.deepEqual(await lintOf(folder), []);
    });

    it('in mid-stream for ever, rests after some tries, and goes on when that is over', async () => {
      const folder = await editorFolder();
      editor.instead = breaking('opening/cy', () => new Error('The connection was reset.'));
      const { end, waits } = await play(folder);
      assert.ok(end.status === 'paused');
      assert.equal(end.code, 'interrupted');
      assert.match(end.reason, /tried 6 times; resume/);
      assert.equal(waits.length, 5);
      editor.instead = () => false;
      assert.deepEqual((await play(folder)).end, { status: 'done' });
      assertWhole(folder);
      assert.deepEqual(await lintOf(folder), []);
    });

    it('because it is gone, rests with the models that there are, and goes on when it is back', async () => {
      const folder = await editorFolder();
      const [, plain] = debatingModels();
      assert.ok(plain);
      editor.instead = ({ step }) => {
        if (step === 'opening/bob') models.offer([plain, model('newer', true)]);
        return false;
      };
      await run(folder);
      const { code, reason } = await rest(folder);
      assert.equal(code, 'no_model');
      assert.match(reason, /The editor has no model rostrum-test\/fluent\. It has: /);
      for (const id of ['plain', 'newer']) assert.ok(reason.includes(`${testVendor}/${id}`), reason);
      assert.ok(!reason.includes(`${testVendor}/fluent,`));
      editor.instead = () => false;
      models.offer(debatingModels());
      const provider = await (await servicesHere()).models.provider('vscode');
      await until('the model to be back', async () =>
        (await provider.list(new AbortController().signal)).some(({ id }) => `vscode:${id}` === fluentRef),
      );
      await run(folder);
      await ended(folder);
    });

    it('because it may not be used any more, rests until it may', async () => {
      const folder = await editorFolder();
      editor.instead = breaking('conclusion', () => vscode.LanguageModelError.NoPermissions('The user took it back.'));
      await run(folder);
      const { code, reason } = await rest(folder);
      assert.equal(code, 'no_consent');
      assert.match(reason, /Manage Language Model Access; then resume/);
      editor.instead = () => false;
      await run(folder);
      await ended(folder);
    });

    it('because the user has refused it, is not asked at all', async () => {
      const { log } = await servicesHere();
      const own = new EditorModels({ log });
      const refused = new VscodeProvider({ models: own, access: { canSendRequest: () => false } });
      const { end } = await played(await editorFolder(), accessTo(refused), editor.onEvent);
      assert.ok(end.status === 'paused');
      assert.equal(end.code, 'no_consent');
      assert.match(end.reason, /chair is not ready: Rostrum may not use the model rostrum-test\/fluent/);
      assert.equal(models.requests.length, 0);
      own.dispose();
    });

    it('because its quota is used up, rests at once; what is asked too often is waited for', async () => {
      const folder = await editorFolder();
      editor.instead = breaking('conclusion', () =>
        vscode.LanguageModelError.Blocked('You have used up your premium requests.'),
      );
      const spent = await play(folder);
      assert.ok(spent.end.status === 'paused');
      assert.equal(spent.end.code, 'spend_limit');
      assert.match(spent.end.reason, /its quota is used up, or it is blocked\. .*premium requests/);
      assert.deepEqual(spent.waits, []);
      editor.instead = breaking(
        'conclusion',
        () => vscode.LanguageModelError.Blocked('Rate limit exceeded, try again later.'),
        1,
      );
      const { end, waits } = await play(folder);
      assert.deepEqual(end, { status: 'done' });
      assert.equal(waits.length, 1);
      assertWhole(folder);
    });

    it('by saying nothing once, is asked again', async () => {
      const folder = await editorFolder();
      let isDue = true;
      editor.instead = ({ step, seen }) => {
        const isNow = isDue && step === 'opening/ada' && seen.tools.length === 0;
        if (isNow) isDue = false;
        return isNow;
      };
      const { end, waits } = await play(folder);
      assert.deepEqual([end, waits.length, isDue], [{ status: 'done' }, 1, false]);
      assertWhole(folder);
    });

    it('by saying nothing for ever, loses its turns by name, and the conclusion says whose voice is missing', async () => {
      const folder = await editorFolder();
      editor.instead = ({ step }) => /^r[12]\/turn\/cy$/.test(step);
      const { end } = await play(folder);
      assert.deepEqual(end, { status: 'done' });
      const entries = entriesOf(folder);
      assert.ok(!entries.some(({ speaker, phase }) => speaker === 'cy' && /^round/.test(phase)));
      const rulings = entries.filter(({ type, content }) => type === 'ruling' && /\bcy\b/.test(content));
      assert.equal(rulings.length, 2, rulings.map(({ content }) => content).join(' | '));
      for (const { content } of rulings) assert.match(content, /empty/);
      assert.deepEqual(await lintOf(folder), []);
    });
  });
});
