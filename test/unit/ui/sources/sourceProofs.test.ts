import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Fence } from '../../../../src/agents/model/fence';
import { headerOf } from '../../../../src/debate/fold/state';
import { pathOfLog } from '../../../../src/record/logPath';
import { provenSources } from '../../../../src/session/review/reverify';
import { statusOf as debateStatusOf } from '../../../../src/session/library/status';
import { statusLines } from '../../../../src/cli/status';
import { sourceTally } from '../../../../src/projections/sources';
import { summaryOf } from '../../../support/summaryOf';
import { digestParts } from '../../../../src/ui/chat/digestParts';
import { statusParts } from '../../../../src/ui/chat/statusParts';
import { verdictCard } from '../../../../src/ui/panel/views/verdictCard';
import { textOf } from '../../../support/chatLinks';
import { entryFindings } from '../../../../src/ui/chat/verifyParts';
import { OpenDebate, type DebateChange } from '../../../../src/ui/library/openDebate';
import { Feed } from '../../../../src/ui/panel/feed';
import { sourceLinesOf } from '../../../../src/ui/panel/sourceLines';
import { debateText } from '../../../../src/session/library/debateText';
import { countSourceIssues, placed, sourceProblems } from '../../../../src/ui/findings/sourceProblems';
import { factsOf } from '../../../../src/ui/findings/citation';
import { childrenOf } from '../../../../src/ui/library/treeModel';
import { explanationOfNode } from '../../../../src/ui/library/treeSources';
import { pageOf } from '../../../support/fakePage';
import { forgedDebate, forgeries, sentenceOf, urlOf, type ForgedDebate } from '../../../support/forgedDebate';
import { opened, until } from '../../../support/logs';
import { tempFolder } from '../../../support/tempFolder';
import type { OutlineSource } from '../../../../src/ui/formats/treeNode';

const forged = (): Promise<ForgedDebate> => forgedDebate(tempFolder(), tempFolder());

async function proven(
  evidence = tempFolder(),
): Promise<ForgedDebate & { debate: OpenDebate; seqOf: (name: string) => number }> {
  const made = await forgedDebate(tempFolder(), evidence);
  const debate = await OpenDebate.open(made.folder);
  onTestFinished(() => debate.close());
  await until(() => debate.log.view.proofs.size === forgeries.length, 'the proofs');
  return { ...made, debate, seqOf: (name) => made.seqs.get(name) ?? -1 };
}

const statusOf = ({ proof }: { proof: string }): string => (proof === 'does_not_fit' ? 'unverified' : 'verified');

describe('what was kept of the sources of a debate that is open', () => {
  it('is held against its bodies once, in the background, and the views are told', async () => {
    const { folder } = await forged();
    const debate = await OpenDebate.open(folder);
    onTestFinished(() => debate.close());
    const { proofs } = debate.log.view;
    expect(proofs.size).toBe(0);
    const changes: DebateChange[] = [];
    debate.onDidChange((change) => changes.push(change));
    await until(
      () => proofs.size === forgeries.length && changes.some(({ kind }) => kind === 'proofs'),
      'the proofs to be told',
    );
    for (const one of forgeries) {
      const { proof, reason = '' } = proofs.get(urlOf(one)) ?? {};
      expect([one.name, proof]).toEqual([one.name, one.proof]);
      expect(reason).toMatch(one.reason);
    }
  });

  it('is not looked at any more once the debate is closed', async () => {
    const { folder } = await forged();
    const debate = await OpenDebate.open(folder);
    const { proofs } = debate.log.view;
    await debate.close();
    const looked = proofs.size;
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(proofs.size).toBe(looked);
  });

  it('is said in the panel: nothing is verified by what does not fit, and the counts say so', async () => {
    const { folder, seqs } = await forged();
    const { page, shown } = pageOf(folder);
    await shown();
    const sourceAt = (name: string) => [...page.bodies.values()].find(({ seq }) => seq === seqs.get(name))?.sources[0];
    expect(sourceAt('edited')).toMatchObject({ status: 'verified', proof: { state: 'pending' } });
    await until(() => forgeries.every(({ name }) => sourceAt(name)?.proof?.state !== 'pending'), 'the proofs');
    for (const one of forgeries) {
      const line = sourceAt(one.name);
      expect([one.name, line?.status, line?.proof?.state]).toEqual([one.name, statusOf(one), one.proof]);
      if (one.proof !== 'does_not_fit') expect(line?.words).toBe('quoted · exists · figures');
      else
        expect(line).toMatchObject({
          words: 'does not fit',
          checks: [],
          explanation: expect.stringMatching(/does not fit: sources\/.*Nothing is verified by it\.$/) as string,
        });
    }
    expect(page.head?.marks).toEqual({
      verified: 3,
      quoted: 3,
      unreliable: 0,
      fabricated: 0,
      unverified: 4,
      pending: 0,
    });
    const log = page.rows.filter(({ marks }) => marks !== undefined);
    expect(log.map(({ marks }) => marks?.verified)).toEqual(
      forgeries.map((one) => (statusOf(one) === 'verified' ? 1 : 0)),
    );
  });

  it('is said on the verdict that is looked at meanwhile', async () => {
    const { folder } = await forged();
    const { page, shown, send } = pageOf(folder);
    await shown();
    send({ kind: 'look', look: { view: 'verdict' } });
    const counts = () => {
      const sources = page.shown?.view === 'verdict' ? page.shown.verdict.sources : [];
      return sources.map(({ status, count }) => `${count} ${status}`);
    };
    await until(() => page.head?.marks.unverified === 4, 'the proofs');
    await until(() => counts().includes('4 unverified'), 'the verdict to say so');
    expect(counts()).toEqual(['3 verified', '4 unverified']);
  });

  it('changes the rows that rest on it, and no others', async () => {
    const { debate } = await proven();
    const feed = new Feed(debate.log);
    feed.take();
    const { proofs } = debate.log.view;
    const [known] = [...proofs];
    if (known !== undefined) proofs.set('workspace:nowhere.md', known[1]);
    expect(feed.take().updated).toEqual([]);
  });

  it('is said in the tree, in its counts, its rows and why', async () => {
    const { debate, folder, seqOf } = await proven();
    const tree: OutlineSource = { folder, view: debate.log.view, problems: [], documents: [] };
    const verification = childrenOf({ key: 'verification' }, tree);
    expect(verification.filter(({ description }) => description?.includes('does not fit'))).toHaveLength(4);
    expect(verification.at(-1)).toMatchObject({ label: 'Quoted', description: '3' });
    expect(verification).toHaveLength(5);
    const rows = [...verification, ...childrenOf({ key: 'verification/quoted' }, tree)];
    for (const one of forgeries) {
      const seq = seqOf(one.name);
      const notes = { proven: [], not_provable: ['cannot be proven here'], does_not_fit: ['does not fit'] };
      const [first, speaker, ...said] = rows.find((row) => row.seq === seq)?.description?.split(' · ') ?? [];
      expect([first, speaker]).toEqual([`seq ${seq}`, 'ada']);
      expect(said).toEqual(
        one.proof === 'does_not_fit' ? [`${one.name}.md`, ...notes.does_not_fit] : [...notes[one.proof], 'quoted'],
      );
      expect(explanationOfNode(tree, { seq, url: urlOf(one) })).toContain(
        debate.log.view.proofs.get(urlOf(one))?.reason ?? 'is what its body says',
      );
    }
  });

  it('is counted alike in verdict, chat, tools and status', async () => {
    const { debate, folder } = await proven();
    const { view } = debate.log;
    const status = await debateStatusOf(debate.log);
    expect(status.verification).toEqual({ verified: 0, quoted: 3, unreliable: 0, fabricated: 0, unverified: 4 });
    expect(verdictCard(view).sources).toEqual([
      { status: 'verified', isQuoted: true, count: 3 },
      { status: 'unverified', count: 4 },
    ]);
    const marked = '✓ 0 verified, ✓ 3 quoted only, ⚠ 0 unreliable, ✗ 0 fabricated, ? 4 unverified';
    const summary = await summaryOf(folder);
    expect(textOf(statusParts({ summary, status, view, run: undefined }, { entries: 1 }))).toContain(marked);
    expect(textOf(digestParts(view, folder))).toContain(marked);
    const plain = 'Sources: 0 verified, 3 quoted only, 0 unreliable, 0 fabricated, 4 unverified';
    const fence = new Fence(() => '0123456789ab');
    expect(debateText({ view, status, fence, fromSeq: 0, limit: 1 }).head).toContain(plain);
    expect(statusLines(status, sourceTally(view))).toContain(plain);
  });

  it('is among the problems, the worst first, and counts as trouble', async () => {
    const { debate, seqOf } = await proven();
    const { view } = debate.log;
    expect(sourceProblems(view).map(({ status, seq }) => [status, seq])).toEqual(
      (['does_not_fit', 'not_provable'] as const).flatMap((proof) =>
        forgeries.filter((one) => one.proof === proof).map(({ name }) => [proof, seqOf(name)]),
      ),
    );
    for (const { status, url, unproven } of sourceProblems(view))
      expect([status, unproven]).toEqual([status, expect.stringContaining(view.proofs.get(url)?.reason ?? 'none')]);
    expect(countSourceIssues(view).grave).toBe(4);
    const feed = new Feed(debate.log);
    feed.take();
    expect(feed.sourceIssues).toBe(4);
    const doubted = forgeries.filter(({ proof }) => proof === 'does_not_fit').map(({ name }) => seqOf(name));
    expect(feed.rows.filter(({ sourceIssues }) => sourceIssues === 1).map(({ seq }) => seq)).toEqual(doubted);
  });

  it('stands beside the passage', async () => {
    const { debate, seqOf } = await proven();
    for (const one of forgeries) {
      const facts = factsOf(debate.log.view, seqOf(one.name), urlOf(one));
      expect([one.name, facts.status, facts.proof?.state]).toEqual([one.name, statusOf(one), one.proof]);
    }
  });
});

describe('a file that changed since it was cited', () => {
  const honest = { name: 'honest' };
  const now = sentenceOf(honest).replace('41', '39');
  const both = [sentenceOf(honest), now];

  async function changed() {
    const evidence = tempFolder();
    // Proofs change rows too: they come first.
    const { folder, debate, seqOf } = await proven(evidence);
    writeFileSync(join(evidence, 'honest.md'), `# honest\n\n${now}\n`);
    // The first look may have begun before the file was written.
    await debate.lookForChanges();
    await debate.lookForChanges();
    return { folder, debate, view: debate.log.view, seq: seqOf('honest'), url: urlOf(honest) };
  }

  it('bears its mark beside its status in panel, tree, problems, hover, chat and tools', async () => {
    const { folder, view, seq, url } = await changed();
    const says = (text: string | undefined): void => both.forEach((words) => expect(text).toContain(words));
    expect([...view.changes.values()].map(({ kind }) => kind)).toEqual(['differs']);
    const facts = factsOf(view, seq, url);
    expect(facts.status).toBe('verified');
    says(facts.changed);
    const header = headerOf(view.state, seq);
    const entry = view.visible(seq);
    if (header === undefined || entry === undefined) throw new Error('There is no such entry.');
    const [line] = sourceLinesOf(view, header, entry, false);
    expect(line?.status).toBe('verified');
    says(line?.changed);
    const tree: OutlineSource = { folder, view, problems: [], documents: [] };
    expect(childrenOf({ key: 'verification' }, tree).find((row) => row.seq === seq)?.description).toBe(
      `seq ${seq} · ada · honest.md · passage changed · quoted`,
    );
    says(explanationOfNode(tree, { seq, url }));
    const [problem] = sourceProblems(view).filter(({ status }) => status === 'changed');
    expect(problem?.seq).toBe(seq);
    says(problem?.changed);
    const said = entryFindings(view, folder, seq)
      .map((part) => (part.kind === 'markdown' ? part.text.replace(/\\/g, '') : ''))
      .join(' ');
    says(said);
    expect(said).toContain('quoted (changed since)');
    const fence = new Fence(() => 'mark');
    const status = await debateStatusOf(await opened(pathOfLog(folder)));
    const read = debateText({ view, status, fence, fromSeq: seq, limit: 1 }).entries[0]?.body;
    expect(read).toContain('[source, quoted]');
    says(read);
  });

  it('changed: an edit elsewhere in the file is one line of information, and no mark of doubt', async () => {
    const evidence = tempFolder();
    const { folder, debate, seqOf } = await proven(evidence);
    const seq = seqOf('honest');
    writeFileSync(join(evidence, 'honest.md'), `# honest, edited\n\n${sentenceOf(honest)}\n`);
    await debate.lookForChanges();
    await debate.lookForChanges();
    const { view } = debate.log;
    expect([...view.changes.values()].map(({ kind }) => kind)).toEqual(['elsewhere']);
    expect(countSourceIssues(view).changed).toBe(0);
    const told = sourceProblems(view).filter(({ status }) => status === 'changed' || status === 'still_stands');
    expect(told.map(({ status, citations }) => [status, citations])).toEqual([['still_stands', 1]]);
    const [only] = told;
    expect(only && placed(only, debate.log).message).toBe(
      `honest.md has changed since it was cited. What entry ${seq} cites from it still stands.`,
    );
    const tree: OutlineSource = { folder, view, problems: [], documents: [] };
    const facts = factsOf(view, seq, urlOf(honest));
    expect(facts.status).toBe('verified');
    const rows = childrenOf({ key: 'verification' }, tree);
    expect(rows.find((row) => row.seq === seq)).toBeUndefined();
    const header = headerOf(view.state, seq);
    const entry = view.visible(seq);
    if (header === undefined || entry === undefined) throw new Error('There is no such entry.');
    expect(sourceLinesOf(view, header, entry, false)[0]).toMatchObject({ stillStands: true });
  });

  it('changes the row that cites it, and is told to the views', async () => {
    const { debate, view, seq } = await changed();
    const feed = new Feed(debate.log);
    feed.take();
    const told: DebateChange[] = [];
    debate.onDidChange((change) => told.push(change));
    view.changes.clear();
    expect(feed.take().updated.map((row) => row.seq)).toEqual([seq]);
    const before = feed.sourceIssues;
    await debate.lookForChanges();
    expect(told.map(({ kind }) => kind)).toContain('proofs');
    expect(feed.take().updated).toMatchObject([{ seq, sourceIssues: 1 }]);
    expect(feed.sourceIssues - before).toBe(1);
  });
});

describe('proving the sources of a record', () => {
  it('begins with the first result of which something was kept', async () => {
    const url = urlOf({ name: 'edited' });
    const { folder } = await forgedDebate(tempFolder(), tempFolder(), `${url}#L1`);
    const log = await opened(pathOfLog(folder));
    const { signal } = new AbortController();
    expect((await provenSources(log, { signal })).map(({ url: one, proof }) => [one, proof]).sort()).toEqual(
      forgeries.map((one) => [urlOf(one), one.proof]).sort(),
    );
    expect(await provenSources(log, { signal, isKnown: () => true })).toEqual([]);
  });

  it('can prove none where nothing is left', async () => {
    const { folder } = await forged();
    rmSync(join(folder, 'sources'), { recursive: true });
    const results = await provenSources(await opened(pathOfLog(folder)), { signal: new AbortController().signal });
    expect(results.map(({ proof }) => proof)).toEqual(forgeries.map(() => 'not_provable'));
  });
});
