import { answerAt } from '../../../support/conclusions';
import { beforeAll, describe, expect, it } from 'vitest';
import { serialiseEntry } from '../../../../src/debate/log/codec';
import type { Entry } from '../../../../src/debate/log/entry';
import { changeLimits, concludeNow } from '../../../../src/session/run/interventions';
import { lintText } from '../../../support/lintLog';
import { readEntries } from '../../../support/scriptedDebate';
import { after, runTribunal } from '../../../support/tribunalRun';
import { assessment, rulingAnswer, defence, tribunalFolder, tribunalScript } from '../../../support/tribunalScript';
import { withLog } from '../../../support/logs';

/** What lint finds in tribunals: nothing in ours at any step, and each thing that is made wrong in one. */

const logOf = (entries: readonly Entry[]): string => entries.map((entry) => `${serialiseEntry(entry)}\n`).join('');

const isMidStep = ({ data }: Entry): boolean => {
  const { index, count } = (data?.['step'] ?? { index: 0, count: 1 }) as { index: number; count: number };
  return index + 1 < count;
};

let clean: Entry[];

beforeAll(async () => {
  const folder = await tribunalFolder({ script: tribunalScript(2), options: { rounds: 2 } });
  await runTribunal(folder);
  clean = await readEntries(folder);
});

const lie = 'The vault in the north holds every parcel that was ever lost between two depots.';
const lies = defence(1, {
  argument: `The proposition stands. ${lie}`,
  sources: [{ url: 'workspace:vault.md#L1', title: 'The vault', quote: lie, claim: lie }],
});
const fails = { error: 'refusal', message: 'The model refused to answer.' };

describe('a tribunal of ours', () => {
  it('is clean at every step of its way, whatever happens in it', async () => {
    const eventful = await tribunalFolder({
      script: tribunalScript(3, {
        'r1/advocate': lies,
        'r1/judge': fails,
        'r2/advocate': fails,
        'r2/critic': { error: 'refusal', message: 'No.' },
        'r2/judge': assessment(1),
        'r3/advocate': defence(3, { acknowledges: [4] }),
        ruling: rulingAnswer(answerAt(['{@r1/critic}'])),
      }),
      options: { rounds: 2 },
    });
    await runTribunal(eventful, { pauseAt: after('critique') });
    await withLog(eventful, (log) => changeLimits(log, { max_rounds: 3 }));
    await runTribunal(eventful);
    const concluded = await tribunalFolder({ script: tribunalScript(2), options: { rounds: 2 } });
    await runTribunal(concluded, { pauseAt: after('critique') });
    await withLog(concluded, concludeNow);
    await runTribunal(concluded);
    const logs = [clean, await readEntries(eventful), await readEntries(concluded)];
    expect(logs.map((log) => log.at(-1)?.type)).toEqual(['judges_ruling', 'judges_ruling', 'judges_ruling']);
    for (const log of logs) {
      for (const [index, entry] of log.entries()) {
        if (!isMidStep(entry)) expect(await lintText(logOf(log.slice(0, index + 1))), `after seq ${index}`).toEqual([]);
      }
    }
  });
});

type Data = Record<string, unknown>;

/** The log with one entry's data changed. `which`: the nth entry of this type. */
function changed(type: string, change: (data: Data, entry: Entry) => void, which = 0): Entry[] {
  const log = structuredClone(clean);
  const entry = log.filter((one) => one.type === type)[which];
  if (entry === undefined) throw new Error(`There is no ${type}.`);
  change(entry.data ?? {}, entry);
  return log;
}

/** Another order: seqs are given again, and what is named by seq goes along. */
function renumbered(log: readonly Entry[]): Entry[] {
  const places = new Map(log.map((entry, index) => [entry.seq, index]));
  return log.map((entry, seq) => ({
    ...structuredClone(entry),
    seq,
    timestamp: clean[0]?.timestamp ?? '',
    target_seq: entry.target_seq === null ? null : (places.get(entry.target_seq) ?? null),
  }));
}

const without = (isGone: (entry: Entry) => boolean): Entry[] => renumbered(clean.filter((entry) => !isGone(entry)));
const issuesOf = (data: Data): Data[] => data['issues'] as Data[];

describe('lint finds', () => {
  it.each<[string, () => Entry[], RegExp]>([
    [
      'a round that nobody announced',
      () => without(({ content }) => content === 'Round 2 beginning.'),
      /belongs to round 2, but round 1 is under way/,
    ],
    [
      'a round without its assessment',
      () => without(({ type, data }) => type === 'assessment' && data?.['round'] === 1),
      /Round 2 begins before round 1 was assessed/,
    ],
    [
      'a side that did not speak',
      () =>
        without(
          ({ type, data, speaker }) =>
            data?.['round'] === 1 && (speaker === 'critic' || (type === 'handoff' && data['from'] === 'critic')),
        ),
      /assessed without a turn of the critic/,
    ],
    ...(['defense', 'critique'] as const).map((type): [string, () => Entry[], RegExp] => [
      `a ${type} by somebody else`,
      () => changed(type, (_, entry) => void (entry.speaker = 'zed'), 0),
      type === 'defense' ? /^A defence is the advocate's; this one is by "zed"\.$/ : /^A critique is the critic's; /,
    ]),
    [
      'the wrong side to open a round',
      () => {
        const log = clean.filter(({ type }) => type !== 'handoff');
        const [a, b] = [
          log.findIndex((e) => e.type === 'critique' && e.data?.['round'] === 2),
          log.findIndex((e) => e.type === 'defense' && e.data?.['round'] === 2),
        ];
        return renumbered(
          log
            .map((entry, index) => (index === a ? log[b] : index === b ? log[a] : entry))
            .filter((entry) => entry !== undefined),
        );
      },
      /opens round 2, which is the critic's to open/,
    ],
    [
      'a number of rounds in an announcement',
      () => changed('announcement', (_, entry) => void (entry.content = 'Round 1 of 2 beginning.'), 1),
      /must not learn how many rounds/,
    ],
    [
      'a number of rounds in an assessment',
      () =>
        changed(
          'assessment',
          (data) => void (data['round_score'] = { advocate: 1, critic: 1, reason: 'One more round is to come.' }),
        ),
      /must not learn how many rounds/,
    ],
    [
      'an issue that was left out',
      () => changed('assessment', (data) => void (data['issues'] = []), 1),
      /Issue I1 .* is left out/,
    ],
    [
      'an issue with another title',
      () => changed('assessment', (data) => issuesOf(data).forEach((issue) => (issue['title'] = 'Law')), 1),
      /is now “Law”; what was logged of an issue never changes/,
    ],
    [
      'an issue that is stalled and not called so',
      () => changed('assessment', (data) => issuesOf(data).forEach((issue) => (issue['status'] = 'open')), 1),
      /Issue I1 is open, but by its history it is stalled/,
    ],
    [
      'an issue that is called stalled and moved',
      () => changed('assessment', (data) => issuesOf(data).forEach((issue) => (issue['status'] = 'stalled'))),
      /Issue I1 is stalled, but by its history it is open/,
    ],
    [
      'a new issue that is not marked so',
      () => changed('assessment', (data) => issuesOf(data).forEach((issue) => delete issue['is_new'])),
      /Issue I1 is new, and not marked so/,
    ],
    [
      'a fact check against the finding',
      () =>
        changed('assessment', (data) =>
          (data['fact_check'] as Data[]).forEach((item) => (item['verdict'] = 'FABRICATED')),
        ),
      /as verified; that allows CONFIRMED or DISPUTED/,
    ],
    [
      'a fact check that leaves out a source',
      () => changed('assessment', (data) => (data['fact_check'] as Data[]).pop()),
      /The fact check leaves out workspace:critic\.md#L1, which seq \d+ cites/,
    ],
    [
      'closed book that is not called so',
      () => changed('defense', (data) => void (data['closed_book'] = true)),
      /says that it is argued from the subject material alone \(closed book\); it cites other sources/,
    ],
    [
      'an issue without a verdict',
      () => changed('judges_ruling', (data) => void (data['verdicts'] = [])),
      /Issue I1 .* has not one verdict/,
    ],
    [
      'an outcome that does not follow from the verdicts',
      () =>
        changed('judges_ruling', (data, entry) => {
          data['outcome'] = 'accepted';
          entry.content = entry.content.replace('revision_required', 'accepted');
        }),
      /^The outcome is “Accepted”, but the verdicts come to “Revision required”\.$/,
    ],
    [
      'an outcome that the text does not say',
      () => changed('judges_ruling', (_, entry) => void (entry.content = 'The Judge has ruled.')),
      /^The text of the ruling does not name its outcome, “Revision required”\.$/,
    ],
    [
      'metrics that are not the record’s',
      () =>
        changed(
          'judges_ruling',
          (data) =>
            ((data['metrics'] as Data)['citations'] = { confirmed: 9, disputed: 0, unverifiable: 0, fabricated: 0 }),
        ),
      /^The ruling counts the sources otherwise than the record, which comes to 4 confirmed, 0 disputed, /,
    ],
    [
      'a final ruling that is called early',
      () => changed('judges_ruling', (data) => void (data['early'] = true)),
      /marked as early, but 2 of 2 planned rounds were held/,
    ],
    [
      'a second ruling',
      () =>
        renumbered([
          ...clean,
          { ...structuredClone(clean.at(-1) as Entry), data: { ...clean.at(-1)?.data, step: undefined } },
        ]),
      /This is a second ruling/,
    ],
    [
      'a missing ruling',
      () =>
        renumbered([
          ...clean.slice(0, -1),
          {
            ...structuredClone(clean.at(-1) as Entry),
            speaker: 'reporter',
            type: 'document',
            content: 'x',
            data: { name: 'summary.md' },
          },
        ]),
      /the Judge gave no ruling/,
    ],
  ])('%s', async (_, make, message) => {
    const problems = await lintText(logOf(make()));
    expect(
      problems.map((problem) => problem.message).filter((text) => message.test(text)),
      problems.map((problem) => problem.message).join('\n'),
    ).not.toEqual([]);
    expect(problems.filter(({ severity }) => severity === 'error')).not.toEqual([]);
  });
});
