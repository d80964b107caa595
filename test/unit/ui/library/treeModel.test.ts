import { describe, expect, it } from 'vitest';
import { citationKey } from '../../../../src/debate/fold/sourceChange';
import { entryText } from '../../../../src/ui/library/entryWords';
import { pathOfLog } from '../../../../src/record/logPath';
import { countsIn, faultsIn } from '../../../../src/ui/findings/foundFaults';
import { childrenOf } from '../../../../src/ui/library/treeModel';
import type { TreeNode, OutlineSource } from '../../../../src/ui/formats/treeNode';
import { explanationOfNode } from '../../../../src/ui/library/treeSources';
import { viewOf } from '../../../support/formats/inMemory';
import { opened } from '../../../support/logs';
import { kept } from '../../../support/oldRecords';
import { tribunalEntries } from '../../../support/formats/tribunalRecord';
import { costs, loadTest, ReportRecord, sampleDebate, source } from '../../../support/reportRecord';

async function outline(record: ReportRecord, documents: OutlineSource['documents'] = []): Promise<OutlineSource> {
  const log = await record.open();
  return { folder: '/debates/one', view: log.view, problems: log.problems, documents };
}

const below = (tree: OutlineSource, key: string): TreeNode[] => childrenOf({ key }, tree);
const texts = (nodes: readonly TreeNode[]): string[] =>
  nodes.map(({ label, description }) => (description === undefined ? label : `${label} | ${description}`));

/** Every row of the tree, whatever is expanded. */
function everything(tree: OutlineSource, key = ''): TreeNode[] {
  return below(tree, key).flatMap((node) => [node, ...(node.isParent ? everything(tree, node.key) : [])]);
}

describe('the tree of a debate', () => {
  it('has a group for each kind of thing, with counts, and none that is empty', async () => {
    const tree = await outline(sampleDebate().record, [{ name: 'summary.md', label: 'Summary' }]);
    expect(texts(below(tree, ''))).toEqual([
      'Debaters | 2',
      'Rounds | 1, openings, closings, conclusion',
      'Rulings | 2',
      'Concessions | 1',
      'Verification | 1 unreliable · 3 verified',
      'Sources | 3',
      'Documents | 1',
    ]);
  });

  it('says of a debate without entries that there are none', async () => {
    const record = new ReportRecord();
    expect(texts(below(await outline(record), ''))).toEqual(['There are no entries yet.']);
  });

  it('lists who debates, with entries and the winner, and leads to their first entry', async () => {
    const { record, sre } = sampleDebate();
    const nodes = below(await outline(record), 'debaters');
    expect(texts(nodes)).toEqual(['sre | 2 entries', 'cfo | won · 2 entries']);
    expect(nodes[0]).toMatchObject({ click: 'entry', seq: sre, context: 'entry' });
    expect(nodes[0]?.tooltip).toContain('Site reliability engineer, ten years on call');
  });

  it('lists the parts of the debate in their order, and the turns with what the Chair made of them', async () => {
    const { record, rebuttal } = sampleDebate();
    const tree = await outline(record);
    expect(texts(below(tree, 'rounds'))).toEqual([
      'Openings | 2 turns',
      'Round 1 | 2 turns',
      'Closings | 1 turn',
      'Conclusion | cfo wins · 2 entries',
    ]);
    const turns = below(tree, 'rounds/r1');
    expect(texts(turns)).toEqual([
      `sre | seq ${rebuttal} · Grants that the bill doubles once, and holds that the gain is lasting.`,
      expect.stringMatching(/^cfo \| seq \d+ · skipped$/),
    ]);
    expect(turns[0]).toMatchObject({ seq: rebuttal, click: 'entry', folder: '/debates/one' });
    expect(texts(below(tree, 'rounds/conclusion'))[0]).toMatch(
      /^cfo wins \| seq \d+ · The bill was shown, the gain was not\.$/,
    );
    for (const group of below(tree, 'rounds'))
      expect(group.description).toContain(` ${below(tree, group.key).length} `.trim());
  });

  it('shows results that are not verified with their quotation, counts the others, and leads to what they rest on', async () => {
    const { record, sre } = sampleDebate();
    const tree = await outline(record);
    const place = `seq ${sre} · sre · docs/pages.md`;
    expect(texts(below(tree, 'verification'))).toEqual([`“no page at night” | ${place}`, 'Verified | 3']);
    const [bad] = below(tree, 'verification');
    expect(bad).toMatchObject({
      label: '“no page at night”',
      description: place,
      click: 'source',
      context: 'entry source open',
      url: 'workspace:docs/pages.md',
      seq: sre,
    });
    expect(explanationOfNode(tree, bad ?? {})).toContain('The quotation does not stand there.');
    expect(texts(below(tree, 'verification/verified'))).toContain('Costs | a table | seq 6 · cfo');
  });

  it('shows what was verified by a file that has changed since beside what is wrong, and stands open for it', async () => {
    const { record, sre, rebuttal } = sampleDebate();
    record.verify(sre, 'workspace:docs/pages.md', 'verified');
    const tree = await outline(record);
    const group = (): TreeNode | undefined => below(tree, '').find(({ key }) => key === 'verification');
    expect(group()?.isOpen).toBe(false);
    tree.view.changes.set(citationKey(rebuttal, loadTest), { kind: 'missing', stood: 'p99 fell' });
    expect(group()?.isOpen).toBe(true);
    const [changed, ...others] = below(tree, 'verification');
    expect(changed).toMatchObject({ seq: rebuttal, url: loadTest, icon: { name: 'warning' }, click: 'source' });
    expect(changed?.description).toMatch(/ · passage changed$/);
    expect(texts(others)).toEqual(['Verified | 3']);
    expect(below(tree, 'verification/verified').map(({ seq, url }) => `${seq} ${url}`)).not.toContain(
      `${rebuttal} ${loadTest}`,
    );
  });

  it('stands open where something is unverified', async () => {
    const { record, sre } = sampleDebate();
    record.verify(sre, 'workspace:docs/pages.md', 'unverified');
    expect(below(await outline(record), '').find(({ key }) => key === 'verification')?.isOpen).toBe(true);
  });

  it('lists sources by how often they are cited, with the entries that cite them', async () => {
    const { record, sre, rebuttal } = sampleDebate();
    const tree = await outline(record);
    expect(texts(below(tree, 'sources'))).toEqual([
      'docs/load-test.md | cited 2 times',
      'docs/pages.md | cited once · 1 in doubt',
      'Costs | a table | cited once',
    ]);
    const citing = below(tree, 'sources/workspace:docs/load-test.md');
    expect(texts(citing)).toEqual([
      `sre, seq ${sre} | lines 10 to 20 · verified`,
      `sre, seq ${rebuttal} | lines 10 to 20 · verified`,
    ]);
    expect(citing[0]).toMatchObject({ click: 'entry', context: 'entry source', seq: sre, url: loadTest });
  });

  it('names files as people read them, whoever speaks of them', async () => {
    const { record, sre, rebuttal } = sampleDebate();
    const named = `${costs} and workspace:docs/pages.md#L3-L9`;
    const data = { kind: 'infraction', rule: '4', reason: named };
    const ruling = record.add({
      speaker: 'chair',
      type: 'ruling',
      target_seq: sre,
      content: `Ruling: see ${named}.`,
      data,
    });
    record.strike(rebuttal, 'sre', `Made up: ${named}`);
    const tree = await outline(record);
    expect(entryText(tree.view, ruling)).toContain('docs/pages.md:3–9');
    expect(below(tree, 'redactions')[0]?.description).toContain('docs/pages.md:3–9');
    for (const { label, description, tooltip, spoken } of everything(tree))
      expect(`${label} ${description} ${tooltip} ${spoken}`).not.toContain('workspace:');
  });

  it('tells of the entry of a row more than the row: who, what, its first words, its sources', async () => {
    const { record, sre } = sampleDebate();
    const tree = await outline(record);
    const [turn] = below(tree, 'rounds/opening');
    expect(turn).toMatchObject({ seq: sre });
    expect(turn?.tooltip).toBeUndefined();
    const [head, begins, sources] = entryText(tree.view, sre)?.split('\n\n') ?? [];
    expect(head).toBe(`seq ${sre} · sre · opening statement`);
    expect(tree.view.visible(sre)?.content).toContain(begins?.slice(0, 20));
    expect(sources).toContain('corrected: docs/pages.md “no page at night”');
  });

  it('counts as open what the ruling leaves open, once there is one', () => {
    const issues = (shape: Parameters<typeof tribunalEntries>[0]): string[] => {
      const tree = { folder: '/debates/one', view: viewOf(tribunalEntries(shape)), problems: [], documents: [] };
      return texts(below(tree, '')).filter((text) => text.startsWith('Issues'));
    };
    expect(issues({ rounds: 3 })).toEqual(['Issues | 6, 3 open']);
    expect(issues({ rounds: 3, isRuled: true })).toEqual(['Issues | 6, all with a verdict']);
    const tree = {
      folder: '/d',
      view: viewOf(tribunalEntries({ rounds: 3, isRuled: true })),
      problems: [],
      documents: [],
    };
    expect(below(tree, 'issues').map(({ description }) => description?.split(' · ').at(-1))).toContain(
      'Revision required',
    );
    const verdicts = [{ issue: 'I1', verdict: 'UNDECIDED', reason: 'Nobody weighed it.' }];
    expect(issues({ rounds: 3, isRuled: true, ruled: { verdicts } })).toEqual(['Issues | 6, 6 open']);
  });

  it('counts what nobody has checked yet', async () => {
    const record = new ReportRecord();
    record.setup();
    record.add({ speaker: 'sre', type: 'opening_statement', content: 'Look.', sources: [source(costs, '')] });
    const tree = await outline(record);
    expect(texts(below(tree, 'verification'))).toEqual(['Not checked | 1']);
    expect(texts(below(tree, 'verification/pending'))).toEqual(['example.org/costs_(2026) | seq 1 · sre']);
  });

  it('offers another check where something is unverified, and only there', async () => {
    const contexts = async (record: ReportRecord): Promise<[string, string][]> => {
      const tree = await outline(record);
      return [...below(tree, '').filter(({ key }) => key === 'verification'), ...below(tree, 'verification')].map(
        ({ key, context }) => [key.split('/').slice(0, 2).join('/'), context],
      );
    };
    const { record, sre } = sampleDebate();
    expect(await contexts(record)).toEqual([
      ['verification', 'group'],
      ['verification/unreliable', 'entry source open'],
      ['verification/verified', 'group'],
    ]);
    record.verify(sre, 'workspace:docs/pages.md', 'unverified');
    expect(await contexts(record)).toEqual([
      ['verification', 'group checkable'],
      ['verification/unverified', 'entry source open'],
      ['verification/verified', 'group'],
    ]);
  });

  it('words a ruling on a source that was checked again, also where it does not say to what it came', async () => {
    const { record, sre } = sampleDebate();
    for (const status of ['verified', 'unheard_of', undefined]) {
      const data = {
        kind: 'reconsidered',
        rule: '13',
        url: 'workspace:docs/pages.md',
        reason: 'The source was checked again.',
        ...(status === undefined ? {} : { status }),
      };
      record.add({
        speaker: 'chair',
        type: 'ruling',
        target_seq: sre,
        content: 'Ruling: the warning no longer stands.',
        data,
      });
    }
    const rows = below(await outline(record), 'rulings').slice(-3);
    expect(rows.map(({ label, seq }) => label === `${seq} on seq ${sre}`)).toEqual([true, true, true]);
    expect(rows.map(({ description }) => description)).toEqual([
      'Source reconsidered: verified · sre · rule 13',
      'Source reconsidered · sre · rule 13',
      'Source reconsidered · sre · rule 13',
    ]);
  });

  it('ends very long lists with the way to the panel', async () => {
    const record = new ReportRecord();
    record.setup();
    const urls = Array.from({ length: 2_100 }, (_, index) => source(`https://example.org/${index}`, ''));
    for (let at = 0; at < urls.length; at += 5)
      record.add({ speaker: 'sre', type: 'opening_statement', content: 'Look.', sources: urls.slice(at, at + 5) });
    const nodes = below(await outline(record), 'verification/pending');
    expect(nodes).toHaveLength(2_001);
    expect(nodes.at(-1)).toMatchObject({ label: '100 more: open the panel to see all', click: 'debate' });
  });

  it('says how many faults are not among the rows', async () => {
    const problems = Array.from({ length: 250 }, (_, seq) => ({
      rule: '16' as const,
      severity: 'error' as const,
      seq,
      line: seq + 1,
      message: `Entry ${seq} has six sources.`,
    }));
    const { record } = sampleDebate();
    for (const [log, group] of [
      [await opened(pathOfLog(kept('panel-scripted-done'))), 'Rules | 250 faults'],
      [await opened(pathOfLog(kept('imported-agent-debate'))), 'Rules | 250 remarks'],
    ] as const) {
      const counts = { grave: 0, changed: 0, ...countsIn(problems, log) };
      const found = { ...faultsIn(problems, log), counts, isInPart: false, sources: [], symbols: [], files: [] };
      const tree = { ...(await outline(record)), check: { kind: 'checked' as const, found } };
      expect(texts(below(tree, ''))).toContain(group);
      const rows = below(tree, 'faults');
      expect(rows.at(-1)?.label).toBe(`${problems.length - (rows.length - 1)} more: “rostrum lint” names them all`);
      expect(rows.length).toBeLessThan(problems.length);
    }
  });

  it('gives every row an id of its own that stays the same as the debate goes on', async () => {
    const { record } = sampleDebate();
    const before = everything(await outline(record));
    expect(new Set(before.map(({ id }) => id)).size).toBe(before.length);
    record.add({ speaker: 'user', type: 'intervention', content: 'Go on.', data: { guidance: 'Go on.' } });
    const after = new Set(everything(await outline(record)).map(({ id }) => id));
    expect(before.filter(({ id }) => !after.has(id))).toEqual([]);
  });

  it('says every row in words: neither icon nor colour is all there is', async () => {
    for (const node of everything(await outline(sampleDebate().record))) {
      expect(node.spoken, node.id).not.toBe('');
      if (node.context.startsWith('entry')) expect(node.seq, node.id).toBeTypeOf('number');
      expect(node.label, node.id).not.toMatch(/[\n\r]/);
    }
  });

  it('leads from lines that are no entries to those lines', async () => {
    const record = new ReportRecord();
    record.setup();
    record.lines.push('this is no entry\n', '{"half": \n');
    const tree = await outline(record);
    expect(texts(below(tree, ''))[0]).toBe('2 lines could not be read | 2');
    expect(below(tree, 'problems').map(({ line, click }) => ({ line, click }))).toEqual([
      { line: 2, click: 'line' },
      { line: 3, click: 'line' },
    ]);
  });
});

describe('struck text', () => {
  const secret = 'the cited incident report of the second of November says that all of it was lost';

  it('stands nowhere in the tree, whatever quotes it', async () => {
    const record = new ReportRecord();
    record.setup();
    record.round(1);
    const redacted = record.add({
      speaker: 'sre',
      type: 'new_point',
      content: `Listen: ${secret}.`,
      sources: [source(costs, `A title: ${secret}`, { quote: secret })],
    });
    record.verify(redacted, costs, 'fabricated', { explanation: `Nowhere stands “${secret}”.` });
    record.add({
      speaker: 'chair',
      type: 'note',
      target_seq: redacted,
      content: `Review of seq ${redacted}.`,
      data: { kind: 'review', summary: 'All of it was lost, says sre.' },
    });
    record.add({
      speaker: 'chair',
      type: 'ruling',
      target_seq: redacted,
      content: `Ruling on seq ${redacted}: ${secret}`,
      data: { kind: 'infraction', rule: '4', reason: secret },
    });
    record.strike(redacted, 'sre', `Fabricated: ${secret}`);
    record.conclude('cfo_wins', { reason: `Because ${secret} is made up.` });
    const tree = await outline(record);
    const rows = everything(tree);
    const told = rows.map((row) => (row.seq === undefined ? undefined : entryText(tree.view, row.seq)));
    const shown = JSON.stringify([rows, told, rows.map((row) => explanationOfNode(tree, row))]);
    expect(told.join()).toContain('Struck by seq');
    expect(shown).not.toContain('second of November');
    expect(shown).not.toContain('All of it was lost');
    expect(texts(below(tree, 'rounds/r1'))).toEqual([`sre | seq ${redacted} · struck from the record`]);
    expect(texts(below(tree, 'redactions'))[0]).toMatch(new RegExp(`^\\d+ of seq ${redacted} \\| sre · `));
    // What the redacted entry cites is named by its address only, and not opened.
    expect(below(tree, 'verification')[0]).toMatchObject({ click: 'entry', context: 'entry' });
  });

  it('stands in no name, no address and no word on a broken line either', async () => {
    const record = new ReportRecord();
    const redacted = record.add({ speaker: 'ann', type: 'opening_statement', content: secret });
    const address = `https://x.org/${secret.replaceAll(' ', '_')}`;
    record.add({ speaker: secret, type: 'new_point', content: 'x', sources: [source(address, 'X')] });
    record.add({
      speaker: secret,
      type: 'ruling',
      content: 'x',
      target_seq: 1,
      data: { kind: secret, rule: '4', reason: 'r' },
    });
    record.add({ speaker: secret, type: 'redaction', content: 'x', target_seq: 1, data: { reason: 'r' } });
    record.strike(redacted, 'ann', 'False.');
    record.add({ speaker: 'bob', type: 'new_point', phase: secret, content: 'x' });
    record.conclude(`${secret}_wins`, { reason: 'r' });
    const tree = await outline(record);
    const shown = everything(tree).map(({ label, description, tooltip, spoken }) => [
      label,
      description,
      tooltip,
      spoken,
    ]);
    expect(tree.problems.map(({ message }) => message).join()).toContain('second of November');
    expect(JSON.stringify(shown)).not.toContain('second of November');
  });
});
