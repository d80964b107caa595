import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { stepOf } from '../../../../src/debate/log/entry';
import { formatWorkspaceUrl } from '../../../../src/matching/text/sourceUrl';
import type { DebateEvent } from '../../../../src/engine/events';
import { SnapshotStore } from '../../../../src/record/snapshots';
import type { ChatRequest } from '../../../support/chatServer/chatAnswer';
import { startChatServer } from '../../../support/chatServer/chatServer';
import {
  accessTo,
  askedOfChat,
  chatAnswer,
  modelFolder,
  openAiAt,
  participantsWith,
  type ModelSetup,
} from '../../../support/modelDebate';
import { fact, factSource, fullScript, readEntries } from '../../../support/scriptedDebate';
import { ScriptedModel, type Said } from '../../../support/scriptedModel';
import { runFolder, runStrict } from '../../../support/testSession';

const names = ['ada', 'bob'];
const setup = { names, provider: 'openai-compatible', rounds: { min: 1, max: 1 } } as const;

interface Play extends Partial<ModelSetup> {
  script?: Readonly<Record<string, unknown>>;
  /** In place of what the model would say. */
  said?: (request: ChatRequest) => Promise<Said | undefined> | Said | undefined;
  onEvent?: (event: DebateEvent, folder: string) => void;
  isStrict?: boolean;
  /** Each request that this holds for is refused, so that the debate pauses there. */
  refuses?: (request: ChatRequest) => boolean;
  /** Of an earlier run. */
  folder?: string;
}

async function play({ script = {}, said, onEvent, isStrict = true, refuses, folder: begun, ...more }: Play) {
  const model = new ScriptedModel({ ...fullScript({ names, rounds: 1 }), ...script }, names);
  const requests: ChatRequest[] = [];
  const server = await startChatServer({
    answer: async (request) => {
      requests.push(request);
      if (refuses?.(request) === true) return { fault: { kind: 'status', status: 401, message: 'No.' } };
      return chatAnswer((await said?.(request)) ?? model.answer(askedOfChat(request)));
    },
  });
  const folder = begun ?? (await modelFolder({ ...setup, ...more }));
  const retries: string[] = [];
  const run = isStrict ? runStrict : runFolder;
  const end = await run(folder, {
    participants: participantsWith(accessTo(openAiAt(server.baseUrl))),
    onEvent: (event) => {
      model.onEvent(event);
      onEvent?.(event, folder);
      if (event.kind === 'retry') retries.push(event.step);
    },
  });
  await server.close();
  expect(end.status).toBe(refuses === undefined ? 'done' : 'paused');
  return { folder, requests, retries, entries: await readEntries(folder) };
}

const isResearch = ({ tools, answer }: ChatRequest): boolean =>
  tools.length > 0 && !tools.includes('ready') && answer === undefined;
const textOf = (request: ChatRequest): string => askedOfChat(request).text;
const isOf =
  (name: string) =>
  (request: ChatRequest): boolean =>
    textOf(request).includes(`<persona-0123456789ab name="${name}">`);
const openingsOf = (requests: readonly ChatRequest[], name: string): ChatRequest[] =>
  requests.filter(isOf(name)).filter((request) => /Give your opening|Prepare your opening/.test(textOf(request)));

const opening = (sources: readonly object[], content = `Look at the record. ${fact('ada', 1)}`) => ({
  entries: [{ type: 'opening_statement', content, sources }],
});
const right = opening([factSource('ada', 1)]);

describe('a refused answer', () => {
  it('is composed again with notes and the refused answer, and nothing is looked up again', async () => {
    const wrong = { ...factSource('ada', 1), quote: 'Depot ada handled 9999 parcels on day 1 of the trial.' };
    const script = { 'opening/ada#1': opening([wrong]), 'opening/ada#2': right };
    const { requests, retries } = await play({ script });
    expect(retries).toEqual(['opening/ada']);
    const asked = openingsOf(requests, 'ada');
    const composed = asked.filter((request) => !isResearch(request));
    expect(asked.slice(asked.indexOf(composed[0] as ChatRequest)).filter(isResearch)).toEqual([]);
    expect(composed).toHaveLength(2);
    const [, again] = composed;
    expect(textOf(again as ChatRequest)).toContain('Notes: the figures stand as they are in the files.');
    expect(again?.messages.at(-2)?.content).toContain('Depot ada handled 9999 parcels');
    expect(again?.messages.at(-1)?.content).toMatch(
      /Your answer was not accepted\.[\s\S]*The quotation of workspace:ada\.md#L1 is wrong/,
    );
    expect(textOf(again as ChatRequest)).not.toContain('For now you only read');
  });

  it('may come back as the fields that change', async () => {
    const wrong = { ...factSource('ada', 1), quote: 'Depot ada handled 9999 parcels on day 1 of the trial.' };
    let patched = 0;
    const { entries, retries } = await play({
      script: { 'opening/ada#1': opening([wrong]) },
      said: (request) => {
        if (!isOf('ada')(request) || !(request.messages.at(-1)?.content ?? '').includes('was not accepted'))
          return undefined;
        patched += 1;
        const source = { mark: 's1', url: '=', title: '=', quote: fact('ada', 1) };
        return { json: { content: '=', sources: [source], introduces: '=', acknowledges: '=', memo: '=' } };
      },
    });
    expect(patched).toBe(1);
    expect(retries).toEqual(['opening/ada']);
    const said = entries.find((entry) => stepOf(entry)?.id === 'opening/ada');
    expect(said?.sources?.[0]).toMatchObject({
      url: 'workspace:ada.md#L1',
      quote: fact('ada', 1),
      claim: fact('ada', 1),
    });
    expect(said?.content).toContain('Look at the record.');
  });

  it('has more looked up only where it needs to be read, by words of its own, and the notes grow', async () => {
    const unread = { ...factSource('ada', 1), url: 'workspace:nowhere.md#L1' };
    let passes = 0;
    const { requests } = await play({
      script: { 'opening/ada#1': opening([unread]), 'opening/ada#2': right },
      said: (request) =>
        isResearch(request) && isOf('ada')(request) && request.messages.at(-1)?.role === 'user'
          ? { text: `Notes of pass ${(passes += 1)}.` }
          : undefined,
    });
    const asked = openingsOf(requests, 'ada');
    const [first, second] = asked.filter(isResearch);
    expect(second?.messages.slice(0, 2)).toEqual(first?.messages);
    expect(second?.messages.at(-2)?.content).toBe('Notes of pass 1.');
    const words = second?.messages.at(-1)?.content ?? '';
    expect(words).toContain('Look up only what these points need.');
    expect(words).toContain('workspace:nowhere.md#L1');
    expect(words).not.toContain('Answer again in the same shape');
    const again = asked.filter((request) => !isResearch(request)).at(-1);
    expect(textOf(again as ChatRequest)).toMatch(/Notes of pass 1\.\s+Notes of pass 2\./);
  });
});

describe('small evidence', () => {
  const systems = (requests: readonly ChatRequest[], holds: (request: ChatRequest) => boolean): string[] => [
    ...new Set(requests.filter(holds).map(({ system }) => system)),
  ];

  it('is told whole to those who may read it, captured before anybody is ready, and not searched', async () => {
    const kept: Promise<boolean>[] = [];
    const { requests, entries } = await play({
      isSmall: true,
      onEvent: (event, folder) => {
        if (event.kind !== 'written' || event.type !== 'announcement' || kept.length > 0) return;
        const store = new SnapshotStore(folder);
        for (const name of names) kept.push(store.wasCaptured(formatWorkspaceUrl({ path: `${name}.md` })));
      },
    });
    expect(await Promise.all(kept)).toEqual([true, true]);
    expect(requests.filter(isResearch)).toEqual([]);
    const debaters = requests.filter(({ answer }) => answer?.name.startsWith('debater_') === true);
    expect(debaters.length).toBe(6);
    for (const { system } of debaters) {
      expect(system).toContain('<evidence-0123456789ab path="ada.md">\n1: ');
      expect(system).toMatch(/\n60: .*\n<\/evidence-0123456789ab>/);
      expect(system).not.toContain('<files-');
    }
    const others = requests.filter(({ answer }) => answer !== undefined && !answer.name.startsWith('debater_'));
    for (const { system } of others) expect(system).not.toContain('<evidence-');
    expect(entries.some(({ type }) => type === 'conclusion')).toBe(true);
  });

  it('stays in the prompts as it was when a file changes later', async () => {
    let evidence = '';
    const { requests } = await play({
      isSmall: true,
      said: ({ system }) => {
        if (evidence !== '' || !system.includes('<evidence-')) return undefined;
        evidence = system;
        return undefined;
      },
      onEvent: (event, folder) => {
        if (event.kind === 'written' && event.type === 'announcement')
          void appendFile(join(folder, '..', 'x.md'), 'later');
      },
    });
    const told = systems(requests, ({ answer }) => answer?.name.startsWith('debater_') === true);
    expect(told.map((system) => system.slice(system.indexOf('## The evidence')))).toEqual(
      told.map(() => evidence.slice(evidence.indexOf('## The evidence'))),
    );
  });

  it('is searched where it is too long', async () => {
    const { requests } = await play({});
    expect(requests.filter(isResearch).length).toBeGreaterThan(0);
    for (const { system } of requests) expect(system).not.toContain('<evidence-');
  });
});

/** Ada's source is found not to say what she claims while bob looks things up. */
function findingMeanwhile(): Pick<Play, 'script' | 'said' | 'isStrict'> {
  const own = 'Depot ada was busiest of all.';
  const script = { 'opening/ada': opening([{ ...factSource('ada', 1), claim: own }], `${own} ${fact('ada', 1)}`) };
  let checked: () => void = () => undefined;
  const isChecked = new Promise<void>((resolve) => (checked = resolve));
  let isFirst = true;
  const said = async (request: ChatRequest): Promise<Said | undefined> => {
    if (request.answer?.name === 'verifier_support') {
      setTimeout(checked, 50);
      return { json: { answer: 'does_not_say', explanation: 'It names no other depot.' } };
    }
    if (isResearch(request) && isOf('bob')(request) && isFirst) {
      isFirst = false;
      await isChecked;
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
    return undefined;
  };
  return { script, said, isStrict: false };
}

describe('what the Verifier finds during a debater’s research', () => {
  it('is logged between research and answer, and is in the request to answer', async () => {
    const { requests, entries } = await play(findingMeanwhile());
    const ruling = entries.find(({ type, data }) => type === 'ruling' && data?.['kind'] === 'unreliable');
    const bob = entries.find((entry) => stepOf(entry)?.id === 'opening/bob');
    expect(ruling?.seq).toBeLessThan(bob?.seq ?? -1);
    const [research] = openingsOf(requests, 'bob').filter(isResearch);
    const composed = openingsOf(requests, 'bob')
      .filter((request) => !isResearch(request))
      .at(-1);
    expect(textOf(research as ChatRequest)).not.toContain('is unreliable. ');
    expect(textOf(composed as ChatRequest)).toContain('the source workspace:ada.md#L1 is unreliable. ');
  });

  it('costs no second research when the run breaks off before the answer', async () => {
    const isAnswer = (request: ChatRequest): boolean =>
      isOf('bob')(request) && request.answer?.name === 'debater_opening';
    const meanwhile = findingMeanwhile();
    const first = await play({ ...meanwhile, refuses: isAnswer });
    const ruling = first.entries.find(({ type, data }) => type === 'ruling' && data?.['kind'] === 'unreliable');
    expect(ruling).toBeDefined();
    const second = await play({ ...meanwhile, folder: first.folder });
    expect(openingsOf(first.requests, 'bob').filter(isResearch).length).toBeGreaterThan(0);
    expect(openingsOf(second.requests, 'bob').filter(isResearch)).toEqual([]);
    const [refused] = first.requests.filter(isAnswer);
    const [asked] = second.requests.filter(isAnswer);
    expect(textOf(asked as ChatRequest)).toBe(textOf(refused as ChatRequest));
  });
});
