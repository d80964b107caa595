import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { capitalised } from '../../src/matching/text/shortText';
import { viewNames } from '../../src/projections/vocabulary';
import { optionSettings } from '../../src/ui/formats/optionSettings';
import { settingTable } from '../../src/ui/kit/settingTable';

const root = join(__dirname, '..', '..');
const readJson = (name: string): unknown => JSON.parse(readFileSync(join(root, name), 'utf8'));

const menuItem = z.looseObject({ command: z.string(), when: z.string().optional() });
const manifestSchema = z.looseObject({
  activationEvents: z.array(z.string()),
  capabilities: z.looseObject({
    untrustedWorkspaces: z.looseObject({ supported: z.string(), restrictedConfigurations: z.array(z.string()) }),
  }),
  contributes: z.looseObject({
    commands: z.array(
      z.looseObject({ command: z.string(), title: z.string(), category: z.string(), icon: z.string() }),
    ),
    menus: z.record(z.string(), z.array(menuItem)),
    keybindings: z.array(menuItem),
    walkthroughs: z.array(
      z.looseObject({
        steps: z.array(
          z.looseObject({
            id: z.string(),
            title: z.string(),
            description: z.string(),
            media: z.object({ svg: z.string(), altText: z.string() }),
            completionEvents: z.array(z.string()),
          }),
        ),
      }),
    ),
    configuration: z.array(
      z.looseObject({
        title: z.string(),
        properties: z.record(
          z.string(),
          z.looseObject({ default: z.unknown(), scope: z.string(), order: z.int(), markdownDescription: z.string() }),
        ),
      }),
    ),
  }),
});
const manifest = manifestSchema.parse(readJson('package.json'));
const nls = z.record(z.string(), z.string()).parse(readJson('package.nls.json'));
const settings = manifest.contributes.configuration.flatMap(({ properties }) => Object.entries(properties));
const commands = manifest.contributes.commands.map((command) => command.command);

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sources(path);
    return /\.tsx?$/.test(entry.name) ? [path] : [];
  });
}
const codeOfUi = [...sources(join(root, 'src/ui')), join(root, 'src/extension.ts')]
  .map((path) => readFileSync(path, 'utf8'))
  .join('\n');

const allSettings = { ...settingTable, ...optionSettings };

describe('the manifest', () => {
  it('declares each setting as the code does', () => {
    const declared = Object.fromEntries(
      settings.map(([key, value]) => [key.replace(/^rostrum\./, ''), { scope: value.scope, default: value.default }]),
    );
    const coded = Object.fromEntries(
      Object.entries(allSettings).map(([key, { scope, default: value }]) => [key, { scope, default: value }]),
    );
    expect(declared).toEqual(coded);
  });

  it('settings: shows each setting once, in groups, in an order of their own', () => {
    expect(new Set(settings.map(([key]) => key)).size).toBe(settings.length);
    for (const { title, properties } of manifest.contributes.configuration)
      expect(
        Object.values(properties).map(({ order }) => order),
        title,
      ).toEqual(Object.values(properties).map((_, index) => index + 1));
  });

  it('lets no repository set what costs money or chooses who is asked', () => {
    for (const [key, { scope }] of settings) {
      if (/budgetUsd|provider|baseUrl|key|model|effort|^rostrum\.(?:search|tools|research|verification)\./i.test(key))
        expect(['machine', 'application'], key).toContain(scope);
    }
  });

  it('hides the settings of an untrusted workspace that are not of the user alone', () => {
    const { restrictedConfigurations } = manifest.capabilities.untrustedWorkspaces;
    const settable = Object.entries(allSettings).filter(
      ([key, { scope }]) => scope !== 'machine' && !/^(?:panel\.location|problems\.|notifications)/.test(key),
    );
    expect([...restrictedConfigurations].sort()).toEqual(settable.map(([key]) => `rostrum.${key}`).sort());
  });

  it('has a text for every %key%, and no text that nobody uses', () => {
    const used = new Set(
      [...JSON.stringify(readJson('package.json')).matchAll(/"%([^"%]+)%"/g)].map((match) => match[1] ?? ''),
    );
    expect([...used].filter((key) => nls[key] === undefined)).toEqual([]);
    expect(Object.keys(nls).filter((key) => !used.has(key))).toEqual([]);
  });

  it('gives every command a title, a category and an icon', () => {
    for (const { command, title, category, icon } of manifest.contributes.commands) {
      expect(title, command).toMatch(/^%command\./);
      expect(category, command).toBe('%category%');
      expect(icon, command).toMatch(/^\$\([a-z0-9-]+\)$/);
    }
    expect(new Set(commands).size).toBe(commands.length);
  });

  it('names only declared commands in menus, keys, welcome texts and walkthroughs', () => {
    const { menus, keybindings } = manifest.contributes;
    const named = [...Object.values(menus).flat(), ...keybindings].map((item) => item.command);
    const linked = [...JSON.stringify(nls).matchAll(/command:(rostrum\.[A-Za-z]+)(?![.A-Za-z])/g)].map(
      (match) => match[1] ?? '',
    );
    expect([...named, ...linked].filter((command) => !commands.includes(command))).toEqual([]);
  });

  it('start: walkthrough: begins with the sample, which plays at one click, has a picture at each step and no raw marks', () => {
    const steps = manifest.contributes.walkthroughs.flatMap((walkthrough) => walkthrough.steps);
    expect(steps.map(({ id }) => id)).toEqual(['sample', 'topic', 'lineup', 'verdict', 'check']);
    for (const { id, title, description, media } of steps) {
      expect(readFileSync(join(root, media.svg), 'utf8'), id).toMatch(/^<svg /);
      for (const text of [title, description, media.altText]) {
        const words = nls[text.replaceAll('%', '')];
        expect(words, text).toMatch(/\S/);
        // The walkthrough shows the marks of code as they stand.
        expect(words, text).not.toContain('`');
      }
    }
    const sample = /\[Watch the Sample\]\(command:rostrum\.startDebate\?([^)]+)\)/.exec(
      nls['walkthrough.sample.description'] ?? '',
    );
    expect(JSON.parse(decodeURIComponent(sample?.[1] ?? ''))).toEqual([{ sample: true, format: 'panel' }]);
  });

  it('first-row: the empty view says in one sentence what Rostrum is, and has one main button', () => {
    for (const name of ['welcome.none', 'welcome.noFolder']) {
      const [first = '', ...others] = (nls[name] ?? '').split('\n');
      expect(first).toMatch(/^Rostrum stages a debate [^.]+\.$/);
      expect(others.filter((line) => /^\[[^\]]+\]\([^)]+\)$/.test(line))).toEqual([
        '[Start Debate](command:rostrum.startDebate)',
      ]);
    }
  });

  it('has no button in the picture of the first step: beside it the step’s own is pressed', () => {
    const [first] = manifest.contributes.walkthroughs.flatMap((walkthrough) => walkthrough.steps);
    const picture = readFileSync(join(root, first?.media.svg ?? ''), 'utf8');
    expect(picture).not.toMatch(/--vscode-button-/);
  });

  it('ticks a step of the walkthrough by what was done, and by what the code tells', () => {
    const steps = manifest.contributes.walkthroughs.flatMap((walkthrough) => walkthrough.steps);
    for (const { id, completionEvents } of steps)
      for (const event of completionEvents) {
        const [kind, name = ''] = event.split(':');
        if (kind === 'onCommand') expect(commands, id).toContain(name);
        else expect(codeOfUi, id).toMatch(new RegExp(`'${name}'|setContext\\('${name.replace('rostrum.', '')}'`));
      }
    const eventsOf = (wanted: string) => steps.find(({ id }) => id === wanted)?.completionEvents;
    // A debate that is only in the list was not seen; a click in the panel runs no command.
    expect(eventsOf('sample')).toEqual(['onContext:rostrum.sampleTried']);
    expect(eventsOf('check')).toEqual(['onContext:rostrum.sourceShown']);
  });

  it('has every command in the code, and no command in the code that it does not declare', () => {
    const coded = new Set(
      [...codeOfUi.matchAll(/registerCommand\(\s*'(rostrum\.[A-Za-z]+)'/g)].map((match) => match[1] ?? ''),
    );
    const mentioned = new Set([...codeOfUi.matchAll(/'(rostrum\.[a-z][A-Za-z]+)'/g)].map((match) => match[1] ?? ''));
    expect(commands.filter((command) => !mentioned.has(command))).toEqual([]);
    expect([...coded].filter((command) => !commands.includes(command))).toEqual([]);
  });

  it('offers what acts on a page only where there is one, and the code hands it to the page', () => {
    // A lineup before its start is a panel, too, and shows no debate.
    const shownIn = (views: string): string =>
      ["activeWebviewPanelId == 'rostrum.panel'", "activeCustomEditorId == 'rostrum.log'"]
        .map((isActive) => `${views} && ${isActive}`)
        .join(' || ');
    const inPanel = shownIn('rostrum.views');
    for (const [command, what] of [
      ['rostrum.findInDebate', 'find'],
      ['rostrum.focusComposer', 'focusComposer'],
    ] as const) {
      expect(manifest.contributes.commands.find((one) => one.command === command)?.['enablement'], command).toBe(
        inPanel,
      );
      expect(
        manifest.contributes.menus['commandPalette']?.find((item) => item.command === command)?.when,
        command,
      ).toBe(inPanel);
      expect(codeOfUi).toContain(`'${command}': '${what}'`);
    }
    for (const view of viewNames) {
      const name = view === 'debate' ? 'Entries' : capitalised(view);
      const offered = manifest.contributes.menus['commandPalette']?.find(
        ({ command }) => command === `rostrum.show${name}`,
      );
      // Other formats have no such view.
      expect(offered?.when, view).toBe(shownIn(`rostrum.views =~ /${view}/`));
    }
    const ofEditors = manifest.contributes.menus['editor/title'] ?? [];
    for (const command of ['rostrum.findInDebate', 'rostrum.openLog'])
      expect(ofEditors.find((item) => item.command === command)?.when, command).toBe(inPanel);
  });

  it('offers in the sidebar what is done with a debate that runs', () => {
    const inTree = manifest.contributes.menus['view/item/context']?.map(({ command }) => command);
    expect(inTree).toEqual(expect.arrayContaining(['rostrum.pauseDebate', 'rostrum.stopDebate', 'rostrum.skipToEnd']));
  });

  it('offers to debate no record of a debate', () => {
    for (const [command, isOther] of [
      ['rostrum.debateThisFile', 'resourceFilename != debate-log.jsonl'],
      ['rostrum.debateSelection', 'editorLangId != rostrum-debate-log'],
    ] as const)
      for (const item of Object.values(manifest.contributes.menus).flat())
        if (item.command === command) expect(item.when, command).toContain(isOther);
  });

  it('is activated by restored panels and links', () => {
    expect(manifest.activationEvents).toEqual(expect.arrayContaining(['onWebviewPanel:rostrum.panel', 'onUri']));
  });
});
