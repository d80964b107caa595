import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Usage } from '../../src/debate/log/entryData';
import { usualPlaces, type UsualPlace } from '../../src/session/plan/localServers';
import { startChatServer } from '../support/chatServer/chatServer';
import { readEntries } from '../support/scriptedDebate';
import { openWindow, shares } from '../support/workbench/inTest';
import { askedPage } from '../support/workbench/lineupPage';
import {
  budgetedDebate,
  depotFiles,
  localDebate,
  ModelScene,
  openingText,
  sceneDebate,
  sceneScript,
  sceneTopic,
} from '../support/workbench/modelScene';
import { PanelPage } from '../support/workbench/panelPage';
import { patienceMs, plain, until } from '../support/workbench/patience';
import { clearedWith } from '../support/workbench/sharedWindow';
import type { Settings } from '../support/workbench/userSettings';
import type { Workbench } from '../support/workbench/workbench';
import { workspaceFolder } from '../support/workbench/workspaceFolder';

const documents = [
  'summary.md',
  'transcript.md',
  'blog-post.md',
  'verifier-report.md',
  'assessor-report.md',
  'metadata.json',
];

const made = workspaceFolder();
const workspace = made.path;
let window: Workbench;
let panel: PanelPage;

beforeAll(async () => {
  window = await openWindow({ folder: workspace });
  panel = new PanelPage(window.page);
});
shares(() => window, made);

/** The window as it opens with these settings on a folder of evidence. */
const opened = (settings: Settings = {}): Promise<void> =>
  clearedWith(window, workspace, { files: depotFiles(), settings });

const draft = async (): Promise<string> =>
  plain((await (await panel.locator('.provisional .draft')).allInnerTexts()).join(' '));

/** What the log holds now, to the letter. */
const logOf = (folder: string): string => readFileSync(join(folder, 'debate-log.jsonl'), 'utf8');

const onlyDebate = (): string => {
  const [name = '', ...others] = readdirSync(join(workspace, 'output'));
  expect(others).toEqual([]);
  return join(workspace, 'output', name);
};

/** A server with one model where a model server usually listens, at a place that is free here; with what it was asked. */
async function localServer(model: string): Promise<{ place: UsualPlace; asked: string[]; server: Server }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method ?? ''} ${request.url ?? ''} ${request.headers.authorization ?? 'without a key'}`);
    response
      .setHeader('content-type', 'application/json')
      .end(JSON.stringify({ object: 'list', data: [{ id: model, object: 'model', max_model_len: 32_768 }] }));
  });
  for (const place of usualPlaces) {
    server.listen(place.port, '127.0.0.1');
    if (
      await once(server, 'listening').then(
        () => true,
        () => false,
      )
    )
      return { place, asked, server };
  }
  throw new Error(
    'Something listens at all usual places of model servers on this machine. Stop one, then run this again.',
  );
}

describe('a debate by language models', () => {
  it('is offered by the model of a server on this machine, which is asked for its list and nothing else', async () => {
    const { place, asked, server } = await localServer('little-debater:8b');
    try {
      await opened();
      const lineup = await askedPage(window, sceneTopic);
      const provider = await lineup.field('provider');
      const offer = provider.locator('option', { hasText: 'little-debater:8b' });
      await offer.waitFor({ state: 'attached', timeout: patienceMs });
      expect(plain((await offer.textContent()) ?? '')).toContain(`${place.name} on this machine, reads 32,768 tokens`);
      expect(await provider.inputValue()).toBe('offline');
      await window.screenshot('models-local-server');
      await provider.selectOption({ value: (await offer.getAttribute('value')) ?? '' });
      await expect.poll(async () => (await lineup.field('model')).inputValue()).toContain('little-debater:8b');
      expect([...new Set(asked)]).toEqual(['GET /v1/models without a key']);
    } finally {
      server.close();
    }
  });

  it('says in the panel that the model of a server of this machine is loaded', async () => {
    let answer: () => void = () => undefined;
    const loaded = new Promise<void>((resolve) => (answer = resolve));
    const server = await startChatServer({
      profile: 'ollama',
      models: [{ id: 'little-debater:8b', native: { runsWith: 4_096 } }],
      answer: async () => {
        await loaded;
        return { text: 'ready' };
      },
    });
    try {
      await opened({ 'rostrum.openaiCompatible.baseUrl': server.baseUrl });
      await localDebate(server.origin, workspace, 'little-debater:8b');
      await (await window.view('Debates')).action(sceneTopic, 'Resume Debate');
      const activity = await panel.locator('.provisional .activity');
      await expect
        .poll(async () => plain((await activity.allInnerTexts()).join(' ')))
        .toContain('loading the model little-debater:8b');
      await window.screenshot('models-loading');
      answer();
      // What it is run with shows only now.
      await panel.stated(/^Paused.*takes 4096 tokens; a debate needs at least 12000/);
    } finally {
      answer();
      await server.close();
    }
  });

  it('goes from a key that is refused, over the lineup and its estimate, to text that streams', async () => {
    const scene = await ModelScene.start({ script: sceneScript(3) });
    await opened(scene.settings);
    const lineup = await askedPage(window, sceneTopic);
    await (await lineup.field('provider')).selectOption('anthropic');
    const key = await lineup.field('key');
    await expect.poll(() => key.getAttribute('type')).toBe('password');
    await key.fill('sk-ant-some-other-key');
    await key.press('Enter');
    await lineup.problem('does not accept this key');
    expect(await lineup.text()).not.toContain('some-other-key');
    await window.screenshot('models-key-refused');
    await (await lineup.button('Let the Chair Propose')).click();
    expect(await lineup.unrevised()).toMatch(/^The lineup is unchanged: .*key/);
    await window.screenshot('models-unrevised');
    const order = await lineup.order();
    const [evidence = -1, ...later] = ['Evidence', 'Debaters', 'Cost'].map((label) => order.indexOf(label));
    expect([order[0], [evidence, ...later]]).toEqual(['Question', [evidence, ...later].sort((a, b) => a - b)]);
    expect(evidence).toBeGreaterThan(0);
    await key.fill(scene.key);
    await key.press('Enter');
    await until('no problem', async () => ((await lineup.problems()).length === 0 ? true : undefined));
    await (await lineup.button('Let the Chair Propose')).click();
    await expect.poll(() => lineup.count(2)).toEqual(['ada', 'bob']);
    const text = await lineup.text();
    expect(text).toContain(`To ${scene.server.url} (`);
    expect(text).toMatch(/Language models argue: .*claude-opus-5-5/);
    expect(text).toMatch(/Estimated cost: \$\d+\.\d\d to \$\d+\.\d\d \(\d+k to \d+k tokens\)/);
    await (await lineup.frame()).getByText('What this is based on').click();
    await expect.poll(() => lineup.text()).toMatch(/What this is based on .*as you set it/);
    await window.screenshot('models-lineup-estimate');
    // Two seats by a smaller model, as the cost says, at one press.
    expect(text).toMatch(/Use claude-haiku-5-5 for Verifier, Audience: saves \$\d\.\d\d to \$\d\.\d\d\./);
    await (await lineup.button('Use the Smaller Model')).click();
    await expect.poll(() => lineup.text()).not.toMatch(/Use the Smaller Model/);
    await expect
      .poll(async () => (await lineup.field('seat.verifier')).inputValue())
      .toBe('anthropic:claude-haiku-5-5');
    await lineup.revise('bob should pay the rent');
    await until('the revised lineup', async () =>
      (await lineup.text()).includes('The Chair has revised this lineup.') ? true : undefined,
    );
    await expect
      .poll(async () => (await lineup.frame()).locator('[id$="-persona"]').nth(1).inputValue())
      .toMatch(/tenant/);
    expect(existsSync(join(workspace, 'output'))).toBe(false);

    // Small evidence is given whole: nobody has to look anything up.
    const [early, late] = [scene.hold('opening/ada', 12), scene.hold('opening/ada', 20)];
    await (await lineup.button('Start Debate')).click();
    await panel.stated(/^Live/);
    await early.reached();
    const folder = onlyDebate();
    const first = await until('a draft', async () => (await draft()) || undefined);
    early.letGo();
    await late.reached();
    const second = await until('a longer draft', async () => {
      const now = await draft();
      return now.length > first.length ? now : undefined;
    });
    expect(plain(openingText).startsWith(second.slice(0, 60))).toBe(true);
    expect(second.startsWith(first.slice(0, 20))).toBe(true);
    expect(logOf(folder)).not.toContain('where the hands are');
    expect((await readEntries(folder)).some(({ speaker }) => speaker === 'ada')).toBe(false);
    await window.screenshot('models-streaming');
    late.letGo();
    await panel.entry(3);
    expect(plain(await (await panel.entry(3)).innerText())).toContain('The record of the trial knows of none.');
    expect(plain(await (await panel.entry(2)).innerText())).toContain('A plain answer, sealed until the end.');

    const facts = async (kind: string): Promise<string> =>
      plain((await (await panel.locator(`[data-fact="${kind}"]`)).allInnerTexts()).join(''));
    const turn = scene.hold('r1/turn/bob', 3);
    await turn.reached();
    await expect.poll(() => facts('tokens')).toMatch(/^[\d.]+k tokens · \d+ % cached$/);
    const [tokens, cost] = [await facts('tokens'), await facts('cost')];
    expect(cost).toMatch(/^\$0\.\d\d(?: of about |, at this pace (?:about )?)\$/);
    await window.statusBar.item(/Round 1 of 1 · bob is writing · \$0\.\d\d/);
    turn.letGo();
    await panel.stated(/^Done bob wins/, 2 * patienceMs);
    expect([await facts('tokens'), await facts('cost')]).not.toEqual([tokens, cost]);

    // The last entry is told before all documents are on the disk.
    await expect.poll(() => readdirSync(folder)).toEqual(expect.arrayContaining(documents));
    const { usage, baseline: plainAnswer } = JSON.parse(readFileSync(join(folder, 'metadata.json'), 'utf8')) as {
      baseline: { text: string };
      usage: { total: Usage; by_role: Record<string, Usage> };
    };
    expect(plainAnswer.text).toMatch(/^One pass chose no position\. After the debate: bob wins, in both orders\./);
    expect(Object.keys(usage.by_role).sort()).toEqual([
      'ada',
      'assessor',
      'audience',
      'bob',
      'chair',
      'judge/j1',
      'reporter',
      // They say what they quote: nobody is asked whether it is supported.
    ]);
    expect(Object.values(usage.by_role).reduce((sum, { output }) => sum + output, 0)).toBe(usage.total.output);
    // The Chair's proposals came before there was a debate; it has to pay for them all the same, once.
    expect(['chair/propose_lineup', 'chair/revise_lineup'].map((step) => scene.requestsFor(step).length)).toEqual([
      1, 1,
    ]);
    const { input, read, write5m, output } = scene.server.totals();
    expect(usage.total).toMatchObject({ input, output, cache_read: read, cache_write: write5m });
    expect(logOf(folder)).not.toContain(scene.key);
    expect(scene.server.mistakes).toEqual([]);

    await panel.chip('concessions');
    const conceding = await panel.locator('article');
    await expect.poll(() => conceding.count()).toBe(1);
    await window.screenshot('models-concessions');
    const tree = await window.view('Debates');
    await tree.expand(sceneTopic);
    await tree.expand('Concessions');
    await expect
      .poll(async () => (await tree.rows()).find(({ label }) => label === 'bob')?.description)
      .toMatch(/^seq \d+ · conceded seq 3: Depot ada handled 1007 parcels/);
    expect(window.consoleErrors).toEqual([]);
  });

  it('waits out a provider that is busy, rests for a key, and goes on at the exact step after a stop', async () => {
    const scene = await ModelScene.start();
    await opened(scene.settings);
    const folder = await sceneDebate(scene, workspace);
    const { quickInput, notifications } = window;
    const tree = await window.view('Debates');
    await tree.action(sceneTopic, 'Resume Debate');
    await panel.stated(/^Paused.*no API key for http/);
    await window.screenshot('models-paused-no-key');
    await panel.press('Set API Key');
    await quickInput.shown('API Key for Anthropic');
    await expect.poll(() => quickInput.input.getAttribute('type')).toBe('password');
    await quickInput.type(scene.key);
    await quickInput.accept();
    await notifications.shown('The key for Anthropic is kept.');

    scene.fail('opening/ada', { status: 529, retryAfter: 5 });
    const stopped = scene.hold('opening/bob', 10);
    await panel.press('Resume');
    const waiting = await panel.locator('.provisional .held-up');
    await expect.poll(async () => plain((await waiting.allInnerTexts()).join(' '))).toMatch(/; next try in \d s$/);
    await window.statusBar.item(/ada waits: /);
    await window.screenshot('models-waiting');
    await panel.entry(2);
    expect(scene.requestsFor('opening/ada').map(({ status }) => status)).toEqual([529, 200]);

    await stopped.reached();
    await until('a draft of bob', async () => (await draft()) || undefined);
    await panel.press('Stop');
    await scene.left('opening/bob');
    await notifications.dismiss('The debate is stopped.');
    await expect.poll(draft).toBe('');
    const rested = await readEntries(folder);
    expect(rested.some(({ speaker }) => speaker === 'bob')).toBe(false);

    const turn = scene.hold('r1/turn/ada', 3);
    await panel.press('Resume');
    await turn.reached();
    expect(scene.requestsFor('opening/ada')).toHaveLength(2);
    expect(scene.requestsFor('opening/bob').map(({ closedEarly }) => closedEarly)).toEqual([true, false]);
    expect((await readEntries(folder)).slice(0, rested.length)).toEqual(rested);

    scene.key = 'sk-ant-the-second-key';
    turn.letGo();
    await panel.stated(/^Paused.*does not accept the API key/);
    await window.statusBar.item('Paused: round 1');
    await window.screenshot('models-paused-key');
    const spoken = await readEntries(folder);
    await notifications.press(/is paused: .*does not accept the API key/, 'Set API Key');
    await quickInput.shown('API Key for Anthropic');
    await quickInput.type(scene.key);
    await quickInput.accept();
    await notifications.press('The key for Anthropic is kept.', 'Resume Debate');
    await panel.stated(/^Done bob wins/, 2 * patienceMs);
    expect(scene.requestsFor('r1/turn/ada')).toHaveLength(1);
    expect((await readEntries(folder)).slice(0, spoken.length)).toEqual(spoken);
    expect(logOf(folder)).not.toMatch(/sk-ant-/);
    expect(scene.server.mistakes).toEqual([]);
    expect(window.consoleErrors).toEqual([]);
  });
});

describe('a money budget whose debate goes elsewhere by now', () => {
  it('takes no model without a price, and is given up only when the user says so', async () => {
    const scene = await ModelScene.start();
    const { 'rostrum.prices': _, ...settings } = scene.settings;
    await opened(settings);
    const folder = await budgetedDebate(workspace);
    const { quickInput, notifications } = window;
    const tree = await window.view('Debates');
    await tree.action(sceneTopic, 'Open Debate');
    // A panel that comes late takes the keys, and the list of the command is gone.
    await panel.stated(/./);
    await window.command('Rostrum: Change Model…');
    await quickInput.pick('ada');
    await quickInput.pick('Another…');
    await quickInput.type('claude-haiku-5-5');
    await quickInput.accept();
    await notifications.dismiss('the price of anthropic:claude-haiku-5-5 is not known');
    expect(await readEntries(folder)).toHaveLength(1);

    const unpriced =
      /budget of \$2\.00 cannot hold: the price of anthropic:claude-opus-5-5, anthropic:claude-sonnet-5-5 is not known/;
    const asked = async (): Promise<void> => {
      await tree.action(sceneTopic, 'Resume Debate');
      expect(await notifications.dialogText()).toMatch(unpriced);
    };
    await asked();
    await window.screenshot('models-unpriced-budget');
    await notifications.answer('Cancel');
    expect(await readEntries(folder)).toHaveLength(1);
    await asked();
    await notifications.answer('Go On Without the Budget');
    await panel.stated(/^Paused.*no API key for http/);
    expect((await readEntries(folder))[1]?.content).toBe('The user sets no money budget.');
    expect(scene.server.requests.filter(({ method }) => method === 'POST')).toEqual([]);
  });
});

describe('a dialectic on a topic that is no motion', () => {
  it('is put to the user as motions that the model proposes, and its record holds what they cost', async () => {
    const [first, second] = ['Parcels should go to the new depot.', 'Parcels should go to the old depot.'];
    const scene = await ModelScene.start({
      script: { ...sceneScript(), 'moderator/propose_motions': { motions: [first, second] } },
    });
    await opened(scene.settings);
    const { quickInput } = window;
    await scene.setKey({ command: (title) => window.command(title), quickInput });
    const lineup = await askedPage(window, sceneTopic);
    await (await lineup.field('format')).selectOption('dialectic');
    await (await lineup.field('provider')).selectOption('anthropic');
    const propose = await lineup.button('Let the Model Propose Motions…');
    await propose.waitFor();
    expect(scene.requestsFor('moderator/propose_motions')).toEqual([]);
    await window.screenshot('models-motion-offer');
    await propose.click();
    await until('the proposals', async () => ((await quickInput.items())[0] === first ? true : undefined));
    await window.screenshot('models-motions');
    await quickInput.pick(second);
    await expect.poll(async () => (await lineup.field('motion')).inputValue()).toBe(second);
    expect(scene.requestsFor('moderator/propose_motions')).toHaveLength(1);
    await (await lineup.button('Start Debate')).click();
    const setup = await until('the setup', async () =>
      existsSync(join(workspace, 'output')) ? (await readEntries(onlyDebate()))[0] : undefined,
    );
    expect(setup).toMatchObject({
      type: 'setup',
      data: {
        options: { motion: second },
        step: { usage: { output: expect.any(Number) as number } },
      },
    });
  });
});
