import { beforeAll, describe, expect, it } from 'vitest';
import type { Entry } from '../../../../../src/debate/log/entry';
import { sideStep } from '../../../../../src/debate/formats/tribunal/sideStep';
import { roundMentions } from '../../../../../src/debate/formats/tribunal/roundMentions';
import { changeLimits, sendGuidance, askAsAudience } from '../../../../../src/session/run/interventions';
import { readEntries } from '../../../../support/scriptedDebate';
import {
  after,
  assessInputOf,
  inputOf,
  ruleInputOf,
  runTribunal,
  sideInputOf,
  tasksGiven,
} from '../../../../support/tribunalRun';
import { critique, defence, tribunalFolder, tribunalScript } from '../../../../support/tribunalScript';
import { viewOf } from '../../../../support/formats/inMemory';
import { withLog } from '../../../../support/logs';

/** Nothing that a side is not to know stands in anything that it is given: hunted for with a marker in every field and every word. */

const lie = 'The vault in the north holds every parcel that was ever lost between two depots.';
const wrong = 'Depot advocate handled parcels of every kind on each day of that long trial.';
const fails = { error: 'refusal', message: 'The model refused to answer.' };

/** Three rounds with everything in them, resting at the beginning of the fourth of nine. */
const eventful = tribunalScript(9, {
  'r2/advocate': defence(2, {
    argument: `The proposition stands. ${wrong}`,
    sources: [{ url: 'workspace:advocate.md#L9', title: 'advocate.md', quote: wrong, claim: wrong }],
  }),
  'r3/critic': critique(3, {
    argument: `It does not stand. ${lie}`,
    sources: [{ url: 'workspace:vault.md#L1', title: 'The vault', quote: lie, claim: lie }],
  }),
  'r3/advocate': fails,
});

let entries: Entry[];
let whole: Entry[];

beforeAll(async () => {
  const folder = await tribunalFolder({ script: eventful, options: { rounds: 8 } });
  await runTribunal(folder, { pauseAt: after('defense') });
  await withLog(folder, async (log) => {
    await sendGuidance(log, 'Weigh the costs. This is the first round of nine. Keep to the figures.');
    await changeLimits(log, { max_rounds: 9 });
    await askAsAudience(log, { to: 'critic', question: 'What of the weekends, with eight more rounds to go?' });
  });
  await runTribunal(folder, { pauseAt: after('announcement', 4) });
  entries = await readEntries(folder);
  const full = await tribunalFolder({ script: tribunalScript(3), options: { rounds: 3 } });
  await runTribunal(full);
  whole = await readEntries(full);
});

/** What a side is given to speak in the fourth round. */
function given(log: readonly Entry[], side: 'advocate' | 'critic', round = 4): unknown {
  const view = viewOf(log);
  const [task] = sideStep(view.state, side, round).tasks;
  if (task === undefined || !('input' in task)) throw new Error('The side has no task.');
  return task.input(view);
}

type Path = readonly (string | number)[];

function leaves(value: unknown, path: Path = []): { path: Path; value: unknown }[] {
  if (typeof value !== 'object' || value === null) return [{ path, value }];
  return Object.entries(value).flatMap(([key, part]) =>
    leaves(part, [...path, Array.isArray(value) ? Number(key) : key]),
  );
}

function planted(entry: Entry, path: Path, value: unknown): Entry {
  const copy = structuredClone(entry);
  const holder = path
    .slice(0, -1)
    .reduce<Record<string | number, unknown>>((at, key) => at[key] as Record<string | number, unknown>, copy);
  holder[path.at(-1) ?? ''] = value;
  return copy;
}

/** What the fold goes by: to change it would make another debate of it. */
const structural =
  /^(seq|timestamp|phase|speaker|type|target_seq|rebuttal_to_seq)$|^data\.(step|kind|side|format|round|debaters\.\d+\.name|issues\.\d+\.(id|status|severity)|status|to)\b|^data\.url$/;

/** By type, what the other side may read; everything else of it is not for it. */
const open: Record<string, RegExp> = {
  defense:
    /^data\.(argument|preemptive_rebuttals\.\d+|evidence_strengthening\.\d+|assumption_defence\.\d+|scope_and_framing|assessments\.\d+\.(point|issue|answer))$/,
  critique: /^data\.(argument|objections\.\d+\.(area|title|text|severity|issue))$/,
  setup:
    /^data\.(topic|debaters\.\d+\.(persona|starting_position|incentives)|evidence\.files\.\d+\.path|evidence\.root|debaters\.\d+\.model)$/,
  announcement: /^content$/,
  assessment:
    /^data\.(argument_evaluation\.\w+|evidence_quality\.\w+|round_score\.reason|issues\.\d+\.(title|reason)|fact_check\.\d+\.(claim|url|verdict))$/,
  audience_question: /^content$/,
  intervention: /^(data\.guidance)$/,
};

const marker = 'Zyxomark';

function found(side: 'advocate' | 'critic'): { seen: string[]; unseen: string[] } {
  const seen: string[] = [];
  const unseen: string[] = [];
  for (const [index, entry] of entries.entries()) {
    if (entry.speaker === side) continue;
    const texts = leaves(entry).flatMap(({ path, value }) =>
      typeof value === 'string' && !structural.test(path.join('.')) ? [{ path, text: value }] : [],
    );
    const marked = texts.reduce((copy, { path, text }, at) => planted(copy, path, `${text} ${marker}${at}.`), entry);
    const told = JSON.stringify(given(entries.with(index, marked), side));
    for (const [at, { path }] of texts.entries())
      (told.includes(`${marker}${at}.`) ? seen : unseen).push(`${entry.type} ${path.join('.')}`);
  }
  return { seen, unseen };
}

const ofOwn = /^(verification_result|ruling|redaction) /;

describe.each(['advocate', 'critic'] as const)('what the %s is given', (side) => {
  it('holds of the others what is public, and nothing else', () => {
    const { seen, unseen } = found(side);
    const secret = seen.filter((name) => {
      const [type = '', path = ''] = name.split(' ');
      return open[type]?.test(path) !== true && !ofOwn.test(name);
    });
    expect(secret).toEqual([]);
    for (const name of [
      'note content',
      'intervention content',
      'assessment content',
      'handoff content',
      'setup data.options.order',
    ])
      expect(unseen).toContain(name);
    expect(seen).toContain('assessment data.issues.0.title');
    expect(seen).toContain(side === 'critic' ? 'defense data.argument' : 'critique data.argument');
    expect(unseen).toContain(
      side === 'critic' ? 'defense data.research_log.queries.0' : 'critique data.research_log.queries.0',
    );
    expect(unseen).toContain(side === 'critic' ? 'defense sources.0.quote' : 'critique sources.0.quote');
    expect(unseen).toContain(side === 'critic' ? 'defense content' : 'critique content');
  });

  it('holds nothing of the Verifier on the other side', () => {
    const mine = new Set(entries.filter((entry) => entry.speaker === side).map(({ seq }) => seq));
    const foreign = entries.filter(
      ({ type, target_seq: target }) =>
        (type === 'verification_result' || type === 'ruling') && target !== null && !mine.has(target),
    );
    expect(foreign.length).toBeGreaterThan(1);
    const record = (given(entries, side) as { record: Entry[] }).record.map(({ seq }) => seq);
    expect(foreign.filter(({ seq }) => record.includes(seq))).toEqual([]);
  });

  it('holds of the fact checks those of its own sources', () => {
    const record = (given(entries, side) as { record: Entry[] }).record;
    const items = record.flatMap(({ data }) => (data?.['fact_check'] ?? []) as { side: string; explanation: string }[]);
    expect(items.length).toBeGreaterThan(1);
    expect(new Set(items.map((item) => item.side))).toEqual(new Set([side]));
    const words = record
      .filter(({ type }) => type === 'assessment')
      .map(({ content }) => content)
      .join();
    expect(words).toContain(`**CONFIRMED**: Depot ${side}`);
    expect(words).not.toContain(`**CONFIRMED**: Depot ${side === 'critic' ? 'advocate' : 'critic'}`);
  });

  it('holds fields that nobody knows in no entry', () => {
    const strange = entries.map((entry) => ({ ...entry, extra: marker, data: { ...entry.data, extra: marker } }));
    const input = { ...(given(strange, side) as { record: Entry[] }) };
    const mine = new Set(entries.filter((entry) => entry.speaker === side).map(({ seq }) => seq));
    expect(JSON.stringify(input.record.filter(({ seq }) => !mine.has(seq)))).not.toContain(marker);
  });

  it('tells in no word and no field how many rounds there are', () => {
    const all = tasksGiven(entries).filter(({ agent }) => agent === side);
    expect(all.length).toBeGreaterThan(2);
    for (const { id, input } of [...all, { id: 'r4', input: given(entries, side) }]) {
      const words = leaves(input).filter(
        ({ value, path }) => typeof value === 'string' && !path.includes('timestamp') && !path.includes('accessed'),
      );
      for (const { value, path } of words) {
        expect(roundMentions(String(value)), `${id} ${path.join('.')}: ${String(value)}`).toEqual([]);
        expect(
          /\bnine\b|\beight\b|\b[89]\b/.test(String(value).replace(/workspace:\S+/g, '')),
          `${id} ${path.join('.')}: ${String(value)}`,
        ).toBe(false);
      }
      const numbers = new Set(
        leaves(input)
          .filter(({ value }) => typeof value === 'number')
          .map(({ path }) => String(path.findLast((key) => typeof key === 'string'))),
      );
      // `start` and `end`: the passage of a check of the side's own source.
      const known = [
        'seq',
        'target_seq',
        'round',
        'by',
        'redacted',
        'ruling',
        'advocate',
        'critic',
        'acknowledges',
        'seqs',
        'start',
        'end',
      ];
      expect(
        [...numbers].filter((key) => !known.includes(key)),
        id,
      ).toEqual([]);
    }
  });
});

describe('guidance of the user', () => {
  it('said in mid-round comes with the next round, without what tells the number of rounds', () => {
    const tasks = tasksGiven(entries);
    const text = 'Weigh the costs. This is the first [withheld]. Keep to the figures.';
    expect(sideInputOf(tasks, 'r1/critic').guidance).toEqual([]);
    expect(JSON.stringify(inputOf(tasks, 'r1/critic'))).not.toContain('Weigh the costs');
    expect(sideInputOf(tasks, 'r2/critic').guidance.map((item) => item.text)).toEqual([text]);
    expect(sideInputOf(tasks, 'r2/advocate').brief.guidance).toEqual([text]);
    expect(sideInputOf(tasks, 'r3/critic').guidance).toEqual([]);
    expect(JSON.stringify(inputOf(tasks, 'r1/judge'))).not.toContain('Weigh the costs');
    expect(assessInputOf(tasks, 'r2/judge').guidance.map((item) => item.text)).toEqual([
      'Weigh the costs. This is the first round of nine. Keep to the figures.',
    ]);
  });

  it('and a question as the audience comes with the next prompt', () => {
    expect(sideInputOf(tasksGiven(entries), 'r1/critic').questions.map(({ text }) => text)).toEqual([
      'To critic: What of the weekends, with [withheld] to go?',
    ]);
  });
});

describe('the Judge', () => {
  it('is given everything of both sides, and what the Verifier found', () => {
    const input = assessInputOf(tasksGiven(entries), 'r2/judge');
    expect(input.defense?.content).toContain('### Research log');
    expect(input.critique?.sources).toHaveLength(1);
    expect(input.checked.map(({ seq, status }) => [seq, status])).toEqual(
      entries
        .filter(({ type }) => type === 'verification_result')
        .filter(({ seq }) => seq < (entries.find(({ data }) => data?.['round'] === 2 && data['issues'])?.seq ?? 0))
        .map(({ target_seq: seq, data }) => [seq, data?.['status']]),
    );
  });

  it('learns of contributions that are missing, and why one was struck', () => {
    const input = assessInputOf(tasksGiven(entries), 'r3/judge');
    expect(input.missing).toEqual(['advocate', 'critic']);
    expect(input.critique?.redacted?.reason).toContain('Fabricated source workspace:vault.md#L1');
    expect(input.checked.at(-1)).toMatchObject({
      status: 'fabricated',
      url: 'workspace:vault.md#L1',
      claim: undefined,
    });
  });

  it('learns the number of rounds in the last one, and not before', () => {
    const tasks = tasksGiven(whole);
    for (const id of ['r1/judge', 'r2/judge']) {
      const input = assessInputOf(tasks, id);
      expect(input.final).toBeUndefined();
      const words = leaves(input).flatMap(({ value }) => (typeof value === 'string' ? [value] : []));
      expect(words.flatMap((text) => roundMentions(text))).toEqual([]);
      expect(JSON.stringify(input)).not.toContain('asks for 3 rounds');
    }
    expect(assessInputOf(tasks, 'r3/judge').final).toEqual({ total: 3 });
    expect(JSON.stringify(inputOf(tasks, 'r3/judge'))).toContain('asks for 3 rounds');
    expect(ruleInputOf(tasks).occasion).toBe('final');
  });
});

describe('a side', () => {
  it('learns that an entry of the other was struck, and not what was found of it', () => {
    const record = (given(entries, 'advocate') as { record: (Entry & { redacted?: { reason: string } })[] }).record;
    const redaction = record.find(({ type }) => type === 'redaction');
    expect(record.find(({ seq }) => seq === redaction?.target_seq)?.redacted?.reason).toBe('Struck from the record.');
    expect(redaction?.content).toBe(`REDACTED: seq ${redaction?.target_seq ?? ''}. Struck from the record.`);
    expect(JSON.stringify(record)).not.toContain('vault');
    expect(JSON.stringify(sideInputOf(tasksGiven(entries), 'r4/critic').mustAcknowledge)).toContain('vault');
  });

  it('is told that the other was not there, without the reason', () => {
    const input = sideInputOf(tasksGiven(entries), 'r4/critic');
    expect(input.record.filter(({ type }) => type === 'note').map(({ content }) => content)).toEqual([
      'The advocate made no contribution in round 3.',
    ]);
    expect(JSON.stringify(input)).not.toContain('refused');
  });

  it('gets everything where the handover is raw, but never the number of rounds', async () => {
    const folder = await tribunalFolder({ script: tribunalScript(3), options: { rounds: 3, handover: 'raw' } });
    await runTribunal(folder);
    const input = sideInputOf(tasksGiven(await readEntries(folder)), 'r2/advocate');
    expect(input.answerTo?.content).toContain('### Research log');
    expect(input.answerTo?.sources).toHaveLength(1);
    expect(input.record.find(({ type }) => type === 'assessment')?.content).toContain('**CONFIRMED**: Depot critic');
    expect(JSON.stringify(input)).not.toMatch(/3 rounds|max_rounds/);
  });

  it('gets the public argument of the other with its citations in the text', () => {
    const input = sideInputOf(tasksGiven(whole), 'r1/critic');
    expect(input.answerTo).toMatchObject({ type: 'defense', sources: null });
    expect(input.answerTo?.content).toContain('([advocate.md](workspace:advocate.md#L1))');
    expect(input.answerTo?.content).not.toMatch(/Research log|### Sources|DEFENDED/);
  });
});
