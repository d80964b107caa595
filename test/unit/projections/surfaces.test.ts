import { appendFileSync, cpSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Fence } from '../../../src/agents/model/fence';
import { status as statusCommand } from '../../../src/cli/status';
import type { Output } from '../../../src/cli/output';
import { railOf, stageOf } from '../../../src/projections/formats/registry';
import { outcomeIn } from '../../../src/projections/outcome';
import { entryTypes } from '../../../src/debate/log/entryData';
import { typeName } from '../../../src/projections/typeName';
import { isUnderWay } from '../../../src/projections/status';
import { type Status, english } from '../../../src/projections/vocabulary';
import { outcomeWords, stageText, stageTitle } from '../../../src/projections/words';
import { pathOfLog } from '../../../src/record/logPath';
import { statusOf, type DebateStatus } from '../../../src/session/library/status';
import { summaryOf } from '../../support/summaryOf';
import { followUps, metadataOf } from '../../../src/ui/chat/followUps';
import { statusParts } from '../../../src/ui/chat/statusParts';
import { debateText } from '../../../src/session/library/debateText';
import { Feed } from '../../../src/ui/panel/feed';
import { headOf } from '../../../src/ui/panel/head';
import { childrenOf } from '../../../src/ui/library/treeModel';
import { debateNode, stateText } from '../../../src/ui/library/debateNode';
import { textOf } from '../../support/chatLinks';
import { logIn } from '../../support/logs';
import { kept } from '../../support/oldRecords';
import { tempFolder } from '../../support/tempFolder';

/** How a debate stands is derived once: whoever is asked says the same. */

function copy(name: string, change: (text: string) => string = (text) => text): string {
  const folder = join(tempFolder(), 'debate');
  cpSync(kept(name), folder, { recursive: true, filter: (path) => !/[\\/]lock\.\d+$/.test(path) });
  const path = pathOfLog(folder);
  writeFileSync(path, change(readFileSync(path, 'utf8')));
  return folder;
}

const first = (text: string, count: number): string =>
  text
    .split('\n')
    .slice(0, count)
    .map((line) => `${line}\n`)
    .join('');

/** 64 MB of guidance stand between its first line and the others. */
function long(name: string): string {
  const content = 'Guidance. '.repeat(80_000);
  const entries = Array.from({ length: 80 }, (_, index) =>
    JSON.stringify({
      seq: 1_000 + index,
      timestamp: '2026-07-21T12:00:00.000Z',
      phase: 'system',
      speaker: 'user',
      type: 'intervention',
      content,
      sources: null,
      rebuttal_to_seq: null,
      target_seq: null,
      data: { guidance: 'Go on.' },
    }),
  );
  return copy(name, (text) => {
    const [setup = '', ...rest] = text.split('\n');
    return [setup, ...entries, ...rest].join('\n');
  });
}

function cut(name: string): string {
  const folder = copy(name, (text) => first(text, 9));
  appendFileSync(pathOfLog(folder), '{"seq":9,"timestamp":"2026-07-21T12:00:00.000Z","content":"half of a');
  return folder;
}

const emptied = (): string => {
  const folder = copy('panel-scripted-done');
  truncateSync(pathOfLog(folder));
  return folder;
};

const unknownFormat = (text: string): string => text.replace('"format":"panel"', '"format":"duel"');
const foreign = (text: string): string => text.split('\n').slice(1).join('\n');

const doubled = (text: string): string => `${foreign(text)}${text.trimEnd().split('\n').at(-1) ?? ''}\n`;

const cases: [string, Status, () => string][] = [
  ['of version 1, done', 'done', () => copy('panel-scripted-done')],
  ['of version 1, a tribunal that is done', 'done', () => copy('tribunal-scripted-done')],
  ['of version 1, a dialectic that is done', 'done', () => copy('dialectic-scripted-done')],
  ['of version 1, in its rounds', 'interrupted', () => copy('panel-scripted-paused-rounds')],
  ['of version 1, a tribunal in its rounds', 'interrupted', () => copy('tribunal-scripted-killed-rounds')],
  ['of an unknown format, done', 'unreadable_format', () => copy('panel-scripted-done', unknownFormat)],
  ['of an unknown format, paused', 'unreadable_format', () => copy('panel-scripted-paused-rounds', unknownFormat)],
  ['cut in its last line', 'interrupted', () => cut('panel-scripted-done')],
  ['cut in its last line, a dialectic', 'interrupted', () => cut('dialectic-scripted-done')],
  ['cut in its last line, a tribunal', 'interrupted', () => cut('tribunal-scripted-done')],
  ['cut in its last line, an imported tribunal', 'interrupted', () => cut('imported-agent-debate')],
  ['imported, a tribunal', 'done', () => copy('imported-agent-debate')],
  ['imported, a dialectic', 'done', () => copy('imported-dialectic')],
  ['imported, a panel', 'done', () => copy('imported-ai-debate')],
  ['of 64 MB, done', 'done', () => long('panel-scripted-done')],
  ['of 64 MB, in its rounds', 'interrupted', () => long('panel-scripted-paused-rounds')],
  ['of 64 MB, a tribunal that is done', 'done', () => long('tribunal-scripted-done')],
  ['of another program, without an end', 'foreign', () => copy('panel-scripted-paused-rounds', foreign)],
  ['of another program, with a conclusion', 'done', () => copy('panel-scripted-done', foreign)],
  ['of another program, with a seq twice', 'done', () => copy('panel-scripted-done', doubled)],
  ['without an entry', 'empty', emptied],
  ['without a line that can be read', 'unreadable', () => copy('panel-scripted-done', () => 'no log\nat all\n')],
];

it('every type of entry has its words in the catalogue, and none is its code without the line', () => {
  const translated = { t: (text: string) => `✓ ${text}` };
  expect(entryTypes.filter((type) => !typeName(translated, type).startsWith('✓ '))).toEqual([]);
  expect(typeName(english, 'clarification_request')).toBe('question to the Chair');
  expect(typeName(english, 'of_another_program')).toBe('of another program');
});

/** What `rostrum status` prints: for people, and with `--json`. */
async function printed(folder: string): Promise<{ lines: string; command: DebateStatus }> {
  let found: unknown;
  const lines: string[] = [];
  const silent = (): void => undefined;
  const out: Output = {
    isJson: true,
    columns: undefined,
    say: silent,
    hold: () => silent,
    print: (line) => lines.push(line),
    path: silent,
    progress: silent,
    live: silent,
    error: silent,
    paint: (_, text) => text,
    json: (value) => (found = value),
  };
  expect(await statusCommand([folder, '--json'], () => out)).toBe(0);
  expect(await statusCommand([folder], () => out)).toBe(0);
  return { lines: lines.join('\n'), command: found as DebateStatus };
}

describe('a log of which a line is lost', () => {
  // Nothing of its middle is read for the list.
  it.each(['panel-scripted-done', 'tribunal-scripted-done', 'dialectic-scripted-done'])(
    '%s: whichever it is, list and command line say the same, and nothing is held again behind the end',
    async (name) => {
      const folder = copy(name);
      const lines = readFileSync(pathOfLog(folder), 'utf8').trimEnd().split('\n');
      for (const lost of lines.keys())
        for (const left of [[], [(lines[lost] ?? '').slice(0, 40)]]) {
          writeFileSync(pathOfLog(folder), `${lines.toSpliced(lost, 1, ...left).join('\n')}\n`);
          const [{ state, phase }, log] = [await summaryOf(folder), await logIn(folder)];
          const found = await statusOf(log);
          // Of another program's debate the list knows no phase.
          expect([lost, state, phase ?? found.phase]).toEqual([lost, found.status, found.phase]);
          if (state === 'done') expect(found.next.filter((step) => !step.startsWith('verify/'))).toEqual([]);
        }
    },
  );
});

describe('the parts of a log', () => {
  it.each(['imported-agent-debate-oldest', 'imported-agent-debate', 'tribunal-scripted-done', 'panel-scripted-done'])(
    '%s: those of the tree are those that the rail says were held',
    async (name) => {
      const folder = copy(name);
      const log = await logIn(folder);
      const { view } = log;
      const feed = new Feed(log);
      feed.take();
      const rail = railOf(view.state, feed.starts, true);
      const held = rail.filter(({ state }) => state !== 'skipped').map(({ id }) => id);
      const tree = { folder, view, problems: log.problems, documents: [] };
      const parts = childrenOf({ key: 'rounds' }, tree).map(({ key }) => key.replace('rounds/', ''));
      expect(parts.length).toBeGreaterThan(1);
      expect(held.filter((id) => id !== 'documents' && id !== 'plan')).toEqual(parts);
    },
  );
});

describe('a log', () => {
  it.each(cases)('%s is %s in list, tree, panel, chat, tool and command line', async (_, expected, make) => {
    const folder = make();
    const summary = await summaryOf(folder);
    const { lines, command } = await printed(folder);
    const log = await logIn(folder);
    const { view } = log;
    const feed = new Feed(log);
    feed.take();
    const head = headOf(
      folder,
      feed,
      { lease: { state: 'free' }, run: undefined, isGone: false, isTrusted: true, now: new Date() },
      { list: [], isWritten: true },
    );
    const status = await statusOf(log);
    expect({ list: summary.state, panel: head.state, command: command.status }).toEqual({
      list: expected,
      panel: expected,
      command: expected,
    });
    if (summary.phase !== undefined) expect(command.phase).toBe(summary.phase);
    if (log.state.setup === undefined) expect(summary.entries ?? 0).toBe(command.entries);
    if (summary.round !== undefined) expect(command.round).toBe(summary.round);
    expect(command.outcome).toBe(summary.outcome);
    const words = stateText(summary);
    const node = debateNode(summary, {
      run: undefined,
      isByHand: false,
      wrong: { grave: 0, changed: 0, errors: 0 },
      now: 0,
      language: 'en',
    });
    expect(node.spoken).toContain(words);
    const chat = textOf(statusParts({ summary, status, view, run: undefined }, { entries: 1 }));
    expect(chat).toContain(words);
    const suggested = followUps(metadataOf({ folder, log })).find(({ command: name }) => name === 'summary');
    expect(suggested?.label).toBe(expected === 'done' ? 'Read the summary' : 'Who said what last?');
    const fence = new Fence(() => '0123456789ab');
    const tool = debateText({ view, status, fence, fromSeq: 0, limit: 1 }).head;
    expect(tool).toContain(`State: ${expected}; phase: ${command.phase}; round: ${command.round};`);
    const stage = isUnderWay(expected) ? stageOf(summary) : undefined;
    const now = head.rail.find(({ state }) => state === 'now');
    if (isUnderWay(expected)) expect(stage).toBeDefined();
    if (stage !== undefined) {
      for (const told of [node.spoken, chat, lines]) expect(told).toContain(stageText(english, stage));
      // Getting ready is no part of the rail.
      expect(now?.label).toBe(stageTitle(english, stage.code === 'setup' ? { code: 'opening' } : stage));
    } else if (expected !== 'unreadable_format') expect(now).toBeUndefined();
    const outcome = outcomeIn(summary);
    const ended = outcomeWords(english, outcome);
    for (const told of [lines, tool])
      expect(told).toContain(`${outcome.code === 'result' ? 'Scores' : 'Outcome'}: ${ended}`);
    if (outcome.code !== 'none') for (const told of [head.stateText, node.spoken, chat]) expect(told).toContain(ended);
  });
});
