import { describe, expect, it } from 'vitest';
import { asidesOf } from '../../../../src/ui/panel/bodies';
import { Feed } from '../../../../src/ui/panel/feed';
import { childrenOf } from '../../../../src/ui/library/treeModel';
import { filterTest } from '../../../../src/webview/state';
import { ReportRecord } from '../../../support/reportRecord';

/** cfo grants sre a claim while answering another entry; sre grants one in an entry that is redacted later. */
async function conceding() {
  const record = new ReportRecord();
  record.setup({ provider: 'offline' });
  const first = record.add({ speaker: 'sre', type: 'new_point', content: 'Pages fell.' });
  const second = record.add({ speaker: 'sre', type: 'new_point', content: 'Latency fell.' });
  const step = { id: 'r1/turn/cfo', index: 0, count: 1, attempt: 1, elapsed_ms: 1, condensed: 6 };
  const yields = record.add({
    speaker: 'cfo',
    type: 'rebuttal',
    rebuttal_to_seq: second,
    content: 'Granted, and yet.',
    data: {
      concedes: [
        { seq: first, claim: 'Pages fell.' },
        { seq: second, claim: 'Latency fell.' },
      ],
      step,
    },
  });
  const redacted = record.add({
    speaker: 'sre',
    type: 'rebuttal',
    rebuttal_to_seq: yields,
    content: 'False.',
    data: { concedes: [{ seq: yields, claim: 'It costs.' }] },
  });
  const log = await record.open();
  return { log, first, second, yields, redacted };
}

describe('concessions', () => {
  it('are listed in the tree: who moved, when, and because of what', async () => {
    const { log, first, second, yields } = await conceding();
    const source = { folder: '/one', view: log.view, problems: [], documents: [] };
    const group = childrenOf({ key: '' }, source).find(({ key }) => key === 'concessions');
    expect(group).toMatchObject({ label: 'Concessions', description: '3', isParent: true });
    const nodes = childrenOf({ key: 'concessions' }, source);
    expect(nodes.map(({ label, description, seq }) => [label, description, seq])).toEqual([
      ['cfo', `seq ${yields} · conceded seq ${first}: Pages fell. (because of seq ${second})`, yields],
      ['cfo', `seq ${yields} · conceded seq ${second}: Latency fell.`, yields],
      ['sre', `seq ${yields + 1} · conceded seq ${yields}: It costs.`, yields + 1],
    ]);
    expect(nodes[0]).toMatchObject({
      click: 'entry',
      spoken: `cfo, conceded seq ${first}: Pages fell. (because of seq ${second})`,
    });
  });

  it('can be filtered for; a struck entry concedes nothing, and of one that is struck no word is left', async () => {
    const { log, first, yields, redacted } = await conceding();
    const feed = new Feed(log);
    feed.take();
    const shown = (): number[] => feed.rows.filter(filterTest(['concessions'])).map(({ seq }) => seq);
    expect(shown()).toEqual([yields, redacted]);
    const redaction = { phase: 'system', speaker: 'chair', type: 'redaction', content: 'Struck.' } as const;
    for (const target of [redacted, first]) {
      await log.append([
        { ...redaction, target_seq: target, data: { kind: 'fabricated', rule: '12', reason: 'False.' } },
      ]);
    }
    feed.take();
    expect(shown()).toEqual([yields]);
    const nodes = childrenOf({ key: 'concessions' }, { folder: '/one', view: log.view, problems: [], documents: [] });
    expect(nodes.map(({ description }) => description)).toEqual([
      `seq ${yields} · conceded a claim of seq ${first}, which was struck (because of seq ${yields - 1})`,
      `seq ${yields} · conceded seq ${yields - 1}: Latency fell.`,
    ]);
  });

  it('says under a turn that it was written from summaries', async () => {
    const { log, yields } = await conceding();
    const entry = log.view.visible(yields);
    expect(entry === undefined ? [] : asidesOf(log.view, entry).map(({ kind, text }) => `${kind}: ${text}`)).toEqual([
      'concedes: Concedes seq 1: “Pages fell.”',
      'concedes: Concedes seq 2: “Latency fell.”',
      'condensed: Written from the Chair’s summaries of 6 earlier entries',
    ]);
  });
});
