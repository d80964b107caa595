import { expect, it, onTestFinished } from 'vitest';
import { OpenDebate } from '../../../../src/ui/library/openDebate';
import { noDocuments } from '../../../../src/ui/library/documents';
import { PanelUpdates } from '../../../../src/ui/panel/panelUpdates';
import { WorkingList } from '../../../../src/ui/run/workingList';
import { until } from '../../../support/logs';
import { ReportRecord } from '../../../support/reportRecord';
import { tempFolder } from '../../../support/tempFolder';

it('what is said of a refused turn does not quote what is struck, also when it is struck meanwhile', async () => {
  const secret = 'the cited incident report of the second of November says that all of it was lost';
  const record = new ReportRecord();
  record.setup({ provider: 'offline' });
  const redacted = record.add({ speaker: 'sre', type: 'new_point', content: secret });
  const folder = tempFolder();
  const log = await record.open(folder);
  const debate = await OpenDebate.open(folder);
  onTestFinished(() => debate.close());
  const list = new WorkingList(() => new Date());
  list.take({ kind: 'handover', agent: 'cfo', step: 'r1/turn/cfo' }, log.state);
  list.take(
    { kind: 'retry', step: 'r1/turn/cfo', attempt: 1, reasons: [`rule 15: “${secret}” does not stand there.`] },
    log.state,
  );
  const run = { folder, ending: undefined, working: list.items };
  const inputs = () => ({ debate, failure: undefined, run, documents: noDocuments, isTrusted: true, now: new Date() });
  const updates = new PanelUpdates(inputs, { onHead: () => undefined, onMissing: () => undefined });
  expect(JSON.stringify(updates.next())).toContain('second of November');
  await log.append([
    {
      phase: 'system',
      speaker: 'chair',
      type: 'redaction',
      target_seq: redacted,
      content: 'Struck.',
      data: { kind: 'fabricated', rule: '12', reason: 'False.' },
    },
  ]);
  await until(() => debate.log.state.redactions.size === 1, 'the redaction');
  updates.mark('entries');
  const changed = updates.next();
  expect(changed).toMatchObject({
    kind: 'changed',
    isAllStale: true,
    working: [{ agent: 'cfo', refused: { attempt: 1 } }],
  });
  expect(JSON.stringify(changed && 'working' in changed && changed.working)).not.toContain('second of November');
});

it('what is being written goes with the entry that it becomes, also where the log is read before the engine tells of it', async () => {
  const record = new ReportRecord();
  record.setup({ provider: 'offline' });
  const folder = tempFolder();
  const log = await record.open(folder);
  const debate = await OpenDebate.open(folder);
  onTestFinished(() => debate.close());
  const list = new WorkingList(() => new Date());
  list.take({ kind: 'handover', agent: 'cfo', step: 'opening/cfo' }, log.state);
  list.take({ kind: 'draft', agent: 'cfo', step: 'opening/cfo', text: 'All of it' }, log.state);
  const run = { folder, ending: undefined, working: list.items };
  const updates = new PanelUpdates(
    () => ({ debate, failure: undefined, run, documents: noDocuments, isTrusted: true, now: new Date() }),
    {
      onHead: () => undefined,
      onMissing: () => undefined,
    },
  );
  expect(updates.next()).toMatchObject({ kind: 'snapshot', working: [{ draft: 'All of it' }] });
  const step = { id: 'opening/cfo', index: 0, count: 1, attempt: 1, elapsed_ms: 1 };
  const before = log.state.headers.length;
  await log.append([
    { phase: 'opening', speaker: 'cfo', type: 'opening_statement', content: 'All of it was said.', data: { step } },
  ]);
  await until(() => debate.log.state.headers.length === before + 1, 'the entry');
  // Entries come without end: nothing else may wait until they have.
  updates.mark('entries', 'working');
  expect(updates.next()).toMatchObject({ kind: 'changed', working: [] });
  expect(list.items).toHaveLength(1);
});
