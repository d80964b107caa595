import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DebateLog } from '../../../../src/record/debateLog';
import { pathOfLog } from '../../../../src/record/logPath';
import { statusOf } from '../../../../src/session/library/status';
import { summaryOf } from '../../../support/summaryOf';
import { digestParts, summaryParts } from '../../../../src/ui/chat/digestParts';
import { costText, entryLine, latest, nextWords, statusParts } from '../../../../src/ui/chat/statusParts';
import { entryFindings, reverifiedParts, urlFindings, verifyRequest } from '../../../../src/ui/chat/verifyParts';
import { buttonsOf, commandLinks, textOf } from '../../../support/chatLinks';
import { documentsDebate } from '../../../support/documentsDebate';
import { costs, loadTest, ReportRecord, sampleDebate, source, step } from '../../../support/reportRecord';

const long = 'the moon base of Lausanne paid for itself within eleven weeks';
const invented = 'https://invented.example/base';

/** A debate under way in which an opening was redacted, and others repeat it. */
function redactedDebate() {
  const record = new ReportRecord();
  record.setup();
  const redacted = record.add({
    speaker: 'sre',
    type: 'opening_statement',
    content: `I say that ${long}.`,
    sources: [source(invented, 'Moon base', { quote: long })],
    data: { step: step('opening/sre', 0) },
  });
  record.add({
    speaker: 'chair',
    type: 'note',
    target_seq: redacted,
    content: 'Review.',
    data: { kind: 'review', summary: `Holds that ${long}.` },
  });
  const answer = record.add({
    speaker: 'cfo',
    type: 'opening_statement',
    content: `They say “${long}”; see [x](command:evil).`,
    data: { step: step('opening/cfo', 0) },
  });
  const finding = record.verify(redacted, invented, 'fabricated', { explanation: `Nobody ever said that ${long}.` });
  const by = record.strike(redacted, 'sre', `Fabricated: ${invented}.`);
  return { record, redacted, answer, finding, by };
}

async function statusNow(log: DebateLog) {
  return { summary: await summaryOf(log.folder), status: await statusOf(log), view: log.view, run: undefined };
}

describe('/status', () => {
  it('says where the debate is, who is next, what became of the sources and what it cost', async () => {
    const { record } = sampleDebate();
    const log = await record.open();
    const text = textOf(statusParts(await statusNow(log), { entries: 1 }));
    expect(text).toContain('**Should we move the monolith to Kubernetes?**');
    expect(text).toContain('✓ 3 verified, ⚠ 1 unreliable, ✗ 0 fabricated, ? 0 unverified');
    expect(text).toMatch(/Cost: \\\$0\.05; tokens\\?: \d+ read, \d+ written/);
    expect(text).toContain('Last entry:');
    expect(commandLinks(text)[0]).toMatchObject({ command: 'rostrum.openPanel', argument: { folder: log.folder } });
  });

  it('names five warnings, and says how many more there are', async () => {
    const { record } = sampleDebate();
    const found = await statusNow(await record.open());
    const warnings = [1, 2, 3, 4, 5, 6, 7].map((number) => `Warning ${number}.`);
    const text = textOf(statusParts({ ...found, status: { ...found.status, warnings } }, { entries: 1 }));
    expect(text).toMatch(/⚠ Warning 5\.\n- ⚠ 2 more/);
    expect(text).not.toContain('Warning 6');
  });

  it('tells the latest entries, each a link to the panel, without what was struck', async () => {
    const { record, redacted, answer, finding, by } = redactedDebate();
    const log = await record.open();
    const text = textOf(statusParts(await statusNow(log), { entries: 4 }));
    expect(latest(log.view, 4)).toEqual([redacted, answer, finding, by]);
    expect(text).not.toContain('moon base');
    expect(text).not.toContain('Lausanne');
    expect(text).toContain('REDACTED');
    expect(text).not.toContain('(command:evil)');
    const seqs = commandLinks(text).flatMap(({ argument }) => (argument as { seq?: number }).seq ?? []);
    expect(seqs).toEqual(expect.arrayContaining([redacted, answer, finding, by]));
  });

  it('knows the words for every kind of step', () => {
    expect(nextWords(['opening/sre'], 'panel')).toBe('sre is writing its opening statement');
    expect(nextWords(['verify/4', 'verify/5', 'r2/turn/cfo'], 'panel')).toBe(
      'cfo is writing; 2 sources are to be checked',
    );
    expect(nextWords(['opening/end'], 'panel')).toBe('the Chair is moving on');
    expect(nextWords(['r1/audience'], 'panel')).toBe('the audience is thinking of questions');
    expect(nextWords(['r2/critic'], 'tribunal')).toBe('critic is writing its critique');
    expect(nextWords(['r2/judge', 'verify/9'], 'tribunal')).toBe(
      'the Judge is assessing the round; 1 source is to be checked',
    );
    expect(nextWords(['r2/start'], 'tribunal')).toBe('the Moderator is moving on');
    expect(nextWords(['ruling'], 'tribunal')).toBe('the Judge is ruling');
    expect(nextWords(['e0/arguments'], 'dialectic')).toBe('both sides are arguing');
    expect(nextWords(['e0/judgment'], 'dialectic')).toBe('the Judge is scoring the exchange');
    expect(nextWords(['report/e2'], 'dialectic')).toBe('the reporter is writing the report');
    expect(nextWords(['assessor-report'], 'panel')).toBe('the assessor is assessing the debate');
  });

  it('says that nothing was spent where nothing was', () => {
    expect(costText({ input: 0, cache_read: 0, cache_write: 0, output: 0, usd: 0 })).toBe(
      'nothing; no tokens were used',
    );
    expect(costText({ input: 10, cache_read: 5, cache_write: 1, output: 3, usd: 0 })).toContain('16 read, 3 written');
    const unpriced = costText({ input: 10, cache_read: 0, cache_write: 0, output: 3, usd: 0, unpriced: true });
    expect(unpriced).toBe('no price is known; tokens: 10 read, 3 written');
  });

  it('says what is less than a cent with its digits', () => {
    const usage = { input: 10, cache_read: 0, cache_write: 0, output: 3, usd: 0.0042 };
    expect(costText(usage)).toContain('$0.0042; tokens: 10 read, 3 written');
  });
});

describe('/summary', () => {
  it('is the document once the debate is done, with links to the panel in it', async () => {
    const { record, cfo } = sampleDebate();
    const log = await record.open();
    const parts = summaryParts(log.view, log.folder);
    const text = textOf(parts);
    expect(text).toContain('# Debate Summary');
    expect(text).toContain('## Key Arguments');
    expect(commandLinks(text)).toContainEqual({
      label: `seq ${cfo}`,
      command: 'rostrum.openPanel',
      argument: { folder: log.folder, seq: cfo },
    });
    expect(text).not.toContain('transcript.md#');
    expect(buttonsOf(parts).map(({ command }) => command)).toEqual(['rostrum.openDocument']);
  });

  it('leaves out what was struck after it was written', async () => {
    const { record, cfo } = sampleDebate();
    record.strike(cfo, 'cfo', 'Found out late.');
    const log = await record.open();
    const text = textOf(summaryParts(log.view, log.folder));
    expect(commandLinks(text).map(({ argument }) => (argument as { seq?: number }).seq)).not.toContain(cfo);
  });

  it('is the beginning of a page that is long, to the end of a line', async () => {
    const evidence = resolve(import.meta.dirname, '..', '..', '..', 'fixtures', 'gateway', 'evidence');
    const topic = 'Should the payments service move from REST to gRPC?';
    const { folder } = await documentsDebate({ topic, evidence, rounds: { min: 1, max: 1 } });
    const log = await DebateLog.open(pathOfLog(folder));
    const text = textOf(summaryParts(log.view, folder));
    const [page = '', end] = text.split('\n*The summary goes on in its document.*');
    expect(end?.trim()).toBe('');
    expect(page.length).toBeGreaterThan(7_000);
    expect(page.length).toBeLessThan(14_100);
    expect(page).toMatch(/^- .*\)\s*$/m);
    expect(page.trimEnd().split('\n').at(-1)).toMatch(/(?:^- .*\)|^\*\*.*\*\*)$/);
    expect(commandLinks(page).length).toBeGreaterThan(3);
    await log.close();
  });

  it('is, before the end, who said what last, who gave way and what became of the sources', async () => {
    const { record, rebuttal, conclusion } = sampleDebate();
    const log = await record.open();
    const text = textOf(digestParts(log.view, log.folder));
    expect(text).toContain('**sre**: Grants that the bill doubles once, and holds that the gain is lasting.');
    expect(text).toContain(`Gave way in [seq ${rebuttal}]`);
    expect(text).toContain('Who is on call?');
    expect(text).toContain(`cfo wins ([seq ${conclusion}]`);
  });

  it('does not take the Chair’s summary of a turn that was struck', async () => {
    const { record } = redactedDebate();
    const log = await record.open();
    const text = textOf(digestParts(log.view, log.folder));
    expect(text).not.toContain('moon');
    expect(text).toContain('REDACTED');
    expect(text).toContain('Outcome: not concluded yet');
  });
});

describe('/verify', () => {
  it('reads a seq, an address, nothing, and says where it cannot', () => {
    expect(verifyRequest('seq 12')).toEqual({ kind: 'entry', seq: 12 });
    expect(verifyRequest(' #7 ')).toEqual({ kind: 'entry', seq: 7 });
    expect(verifyRequest('12')).toEqual({ kind: 'entry', seq: 12 });
    expect(verifyRequest(loadTest)).toEqual({ kind: 'url', url: loadTest });
    expect(verifyRequest(`<${costs}>`)).toEqual({ kind: 'url', url: costs });
    expect(verifyRequest('')).toEqual({ kind: 'all' });
    expect(verifyRequest('the second one')).toEqual({ kind: 'unclear' });
  });

  it('tells what was found about each source of an entry, and leads to its passage', async () => {
    const { record, sre } = sampleDebate();
    const log = await record.open();
    const text = textOf(entryFindings(log.view, log.folder, sre));
    expect(text).toContain('✓ verified');
    expect(text).toContain('⚠ unreliable');
    expect(text).toContain('The quotation does not stand there.');
    expect(commandLinks(text)).toContainEqual({
      label: 'docs/load-test.md\\:10–20',
      command: 'rostrum.openSource',
      argument: { folder: log.folder, seq: sre, url: loadTest },
    });
    expect(textOf(entryFindings(log.view, log.folder, sre + 1))).toBe(text);
  });

  it('tells it of an address wherever it is cited, and of what is not there', async () => {
    const { record, sre, rebuttal } = sampleDebate();
    const log = await record.open();
    const seqs = commandLinks(textOf(urlFindings(log.view, log.folder, loadTest)))
      .filter(({ command }) => command === 'rostrum.openSource')
      .map(({ argument }) => (argument as { seq: number }).seq);
    expect(seqs).toEqual([sre, rebuttal]);
    expect(textOf(urlFindings(log.view, log.folder, 'workspace:docs/load-test.md'))).toContain('load-test');
    expect(textOf(urlFindings(log.view, log.folder, 'https://nobody.example/'))).toContain(
      'No entry of this debate cites',
    );
    expect(textOf(entryFindings(log.view, log.folder, 999))).toContain('There is no seq 999');
    expect(textOf(entryFindings(log.view, log.folder, 0))).toContain('cites no source');
  });

  it('counts what was checked again, and names what does not stand or stands otherwise', async () => {
    const { record, sre, cfo } = sampleDebate();
    const log = await record.open();
    const none = { exists: 'pass', quote: 'pass', figures: 'pass', attribution: 'pass', support: 'pass' } as const;
    const result = (seq: number, url: string, status: 'verified' | 'unreliable', logged: 'verified' | null) => ({
      seq,
      url,
      status,
      checks: none,
      explanation: 'Said <b>so</b>.',
      logged,
      basis: 'snapshot' as const,
      proof: 'proven' as const,
    });
    const text = textOf(
      reverifiedParts(log.view, log.folder, [
        result(sre, loadTest, 'verified', 'verified'),
        result(cfo, costs, 'unreliable', 'verified'),
      ]),
    );
    expect(text).toContain('✓ 1 verified, ⚠ 1 unreliable');
    expect(text).toContain('(the record says ✓ verified)');
    expect(text).toContain('Results that differ from the record: 1.');
    expect(text).toContain('Said \\<b\\>so\\</b\\>.');
    expect(commandLinks(text).filter(({ command }) => command === 'rostrum.openSource')).toHaveLength(1);
  });

  it('repeats nothing of a struck entry, not even what its source is', async () => {
    const { record, redacted } = redactedDebate();
    const log = await record.open();
    const checks = {
      exists: 'fail',
      quote: 'fail',
      figures: 'not_judged',
      attribution: 'not_judged',
      support: 'not_judged',
    } as const;
    const again = reverifiedParts(log.view, log.folder, [
      {
        seq: redacted,
        url: invented,
        status: 'fabricated',
        checks,
        explanation: `Not that ${long}.`,
        logged: 'fabricated',
        basis: 'record',
        proof: 'not_provable',
      },
    ]);
    for (const parts of [
      again,
      entryFindings(log.view, log.folder, redacted),
      urlFindings(log.view, log.folder, invented),
    ]) {
      expect(textOf(parts)).not.toContain('moon');
      expect(textOf(parts)).not.toContain('invented');
      expect(textOf(parts)).toContain('a source of a struck entry');
    }
  });
});

it('a line of an entry shows its beginning without the marks of its Markdown', async () => {
  const { record, sre } = sampleDebate();
  const log = await record.open();
  expect(entryLine(log.view, log.folder, sre).replace(/\(command:[^)]*\)/g, '')).toBe(
    `[seq ${sre}] **sre**, opening statement: The load test speaks for itself. Three figures 1. p99 fell to 120 ms 2. no page at night 3. kubectl does the rest`,
  );
});

it('rest: a line of a conclusion names its outcome in words, and not by the code of the record', async () => {
  const { record } = sampleDebate();
  const seq = record.conclude('sre_wins', { reason: 'It held.' });
  const { view, folder } = await record.open();
  const line = entryLine(view, folder, seq);
  expect(line).toContain('sre wins');
  expect(line).not.toMatch(/sre.{0,2}_wins/);
});
