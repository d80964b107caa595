import { describe, expect, it } from 'vitest';
import type { Script } from '../../../../../src/agents/scripted';
import type { Entry } from '../../../../../src/debate/log/entry';
import { panel } from '../../../../../src/debate/formats/panel/panel';
import { pathOfLog } from '../../../../../src/record/logPath';
import { optionsFor } from '../../../../../src/session/plan/formatPlan';
import type { Session } from '../../../../../src/session/run/session';
import { KillMatrix } from '../../../../support/killMatrix';
import { lintFile } from '../../../../support/lintLog';
import { startMessagesServer } from '../../../../support/messagesServer/messagesServer';
import { askedOfMessages, messagesAnswer, modelFolder, participantsAt } from '../../../../support/modelDebate';
import { expectPlayedAgain } from '../../../../support/playedAgain';
import { fact, factSource, fullScript, readEntries, scriptedFolder } from '../../../../support/scriptedDebate';
import { ScriptedModel } from '../../../../support/scriptedModel';
import { runStrict, testSession } from '../../../../support/testSession';

const names = ['ada', 'bob', 'cy'];
const tokens = /OPENED-[a-z]+/g;

/** What each says in its opening stands in every field of it. */
function scriptOf(): Script {
  const script: Script = fullScript({ names, rounds: 2 });
  for (const name of names) {
    const token = `OPENED-${name}`;
    script[`opening/${name}`] = {
      entries: [
        {
          type: 'opening_statement',
          content: `${token} is where I stand. ${fact(name, 1)} ${'The depot is where parcels come to rest. '.repeat(14)}`,
          introduces: [{ name: `${token} scale`, description: `How ${token} weighs depots.` }],
          sources: [factSource(name, 1)],
        },
      ],
      memo: `${token} has a memo.`,
    };
    script[`opening/${name}/review`] = { summary: `${token} speaks for a depot.` };
    const others = names.filter((other) => other !== name).map((other) => `OPENED-${other} scale`);
    script[`r1/turn/${name}`] = {
      entries: [
        {
          type: 'new_point',
          content: `I put off ${others.join(' and ')}. ${fact(name, 2)}`,
          sources: [factSource(name, 2)],
        },
      ],
    };
  }
  return script;
}

const stepOf = ({ data }: Entry): string => (data?.['step'] as { id?: string } | undefined)?.id ?? '';

async function scripted(script: Script, options: Record<string, unknown> = { openings: 'sealed' }) {
  const folder = await scriptedFolder({ names, script, rounds: { min: 2, max: 2 }, options });
  expect(await runStrict(folder)).toEqual({ status: 'done' });
  return { folder, entries: await readEntries(folder) };
}

/** Whom each request for an opening was for, and whose other openings stand in it. */
async function sentForOpenings(
  options: Record<string, unknown>,
): Promise<{ agent: string; isResearch: boolean; tokens: string[] }[]> {
  const model = new ScriptedModel(scriptOf(), names, true);
  const sent: { agent: string; isResearch: boolean; tokens: string[] }[] = [];
  let isOver = false;
  const server = await startMessagesServer({
    answer: (request) => {
      const asked = askedOfMessages(request);
      const agent = /<persona-\S+ name="([^"]+)">/.exec(asked.text)?.[1];
      if (agent !== undefined && !isOver) {
        const found = new Set(JSON.stringify(request).match(tokens) ?? []);
        found.delete(`OPENED-${agent}`);
        sent.push({ agent, isResearch: asked.schema === undefined, tokens: [...found].sort() });
      }
      return messagesAnswer(model.answer(asked));
    },
  });
  const folder = await modelFolder({ names, provider: 'anthropic', rounds: { min: 2, max: 2 }, options });
  const session: Session = await testSession(folder, {
    participants: participantsAt(server),
    onEvent: (event) => {
      model.onEvent(event);
      if (event.kind !== 'round') return;
      isOver = true;
      session.pause('The openings are over.');
    },
  });
  await session.run();
  await server.close();
  return sent;
}

describe('sealed openings of a panel', () => {
  it('are asked for without a word of any other opening, research included', async () => {
    const sent = await sentForOpenings({ openings: 'sealed' });
    for (const name of names) {
      const own = sent.filter(({ agent }) => agent === name);
      expect(new Set(own.map(({ isResearch }) => isResearch))).toEqual(new Set([true, false]));
      expect(own.flatMap((one) => one.tokens)).toEqual([]);
    }
    // What is looked for would be found: where openings are open, the last one reads the first.
    const open = await sentForOpenings({});
    expect(open.filter(({ agent }) => agent === 'cy').flatMap((one) => one.tokens)).toContain('OPENED-ada');
  });

  it('stand in the order of the lineup, owe nothing, and are answered for in the first round', async () => {
    const { folder, entries } = await scripted(scriptOf());
    const openings = entries.filter(({ type }) => type === 'opening_statement');
    expect(openings.map(({ speaker }) => speaker)).toEqual(names);
    expect(openings.map(({ data }) => (data?.['step'] as { attempt: number }).attempt)).toEqual([1, 1, 1]);
    expect((await lintFile(pathOfLog(folder))).map(({ rule, message }) => `${rule}: ${message}`)).toEqual([]);
    expect(await expectPlayedAgain(folder)).toEqual({ status: 'done' });
    // Who passes over what the others opened with is sent back once, and ruled on once for both.
    const silent = {
      ...scriptOf(),
      'r1/turn/ada': { entries: [{ type: 'new_point', content: fact('ada', 2), sources: [factSource('ada', 2)] }] },
    };
    const { entries: told } = await scripted(silent);
    expect(told.find((entry) => stepOf(entry) === 'r1/turn/ada')?.data).toMatchObject({ ignores: [6, 10] });
    const rulings = told.filter(({ data }) => data?.['kind'] === 'infraction');
    expect(rulings.map(({ content }) => content)).toEqual([expect.stringMatching(/OPENED-bob scale.*OPENED-cy scale/)]);
  });

  it('are an option that is recorded where it is chosen, and refused offline', () => {
    expect(optionsFor(panel, 'Where to?', { options: { 'panel.openings': 'open' } })).toEqual({});
    expect(optionsFor(panel, 'Where to?', { options: { 'panel.openings': 'sealed' } })).toEqual({ openings: 'sealed' });
    expect(() => optionsFor(panel, 'Where to?', { options: { 'panel.openings': 'ajar' } })).toThrow(/openings/);
    expect(() => optionsFor(panel, 'Where to?', { options: { 'panel.openings': 'sealed' }, isOffline: true })).toThrow(
      /no opening is sealed/,
    );
  });

  it('come to the same record however often they are killed', async () => {
    const folder = await scriptedFolder({
      names,
      script: scriptOf(),
      rounds: { min: 1, max: 1 },
      options: { openings: 'sealed' },
    });
    expect(await (await KillMatrix.of(folder)).differences('middle')).toEqual([]);
  });
});
