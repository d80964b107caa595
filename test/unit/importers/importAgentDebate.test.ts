import { cpSync, readFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dataOf } from '../../../src/debate/log/codec';
import { tribunal } from '../../../src/debate/formats/tribunal/tribunal';
import { tribunalFacts } from '../../../src/debate/formats/tribunal/facts';
import type { Entry } from '../../../src/debate/log/entry';
import type { DebateState } from '../../../src/debate/fold/state';
import { sampleWords } from '../../../src/debate/flow/seats';
import { severityStated } from '../../../src/importers/agentDebate/sideFile';
import { stepMark } from '../../../src/importers/scanFolder';
import { entriesOf, importFiles, importFrom, lintOf, openRecord } from '../../support/imported';
import { playedSample } from '../../support/sampleRun';
import { tempFolder } from '../../support/tempFolder';

const fixtures = join(import.meta.dirname, '../../fixtures/import');

/** A copy of a fixture whose log was written on a day that is known. */
function copyOf(name: string): string {
  const folder = join(tempFolder(), name);
  cpSync(join(fixtures, name), folder, { recursive: true });
  if (name === 'agent-debate')
    utimesSync(join(folder, 'debate.log'), new Date('2026-03-02T00:22:30Z'), new Date('2026-03-02T00:22:30Z'));
  return folder;
}

const shape = (folder: string): string[] =>
  entriesOf(folder).map(({ timestamp, speaker, type, data }) => {
    const round = data?.['round'];
    return `${timestamp.slice(8, 19)} ${speaker} ${type} ${typeof round === 'number' ? round : ''}`.trim();
  });

describe('a debate of agent-debate that is imported', () => {
  it('comes in the order and at the times of its log, over midnight, with what failed and what the user said', async () => {
    const { folder, format, problems } = await importFrom(copyOf('agent-debate'));
    expect(format).toBe('tribunal');
    expect(shape(folder)).toEqual([
      '01T23:41:00 moderator setup',
      '01T23:41:00 moderator announcement 1',
      '01T23:45:00 advocate defense 1',
      '01T23:45:02 moderator handoff 1',
      '01T23:50:00 critic critique 1',
      '01T23:58:00 judge assessment 1',
      '02T00:01:00 user intervention',
      '02T00:01:30 moderator announcement 2',
      '02T00:06:00 advocate defense 2',
      '02T00:15:00 moderator note 2',
      '02T00:22:00 judge assessment 2',
      '02T00:22:00 judge judges_ruling 2',
      '02T00:22:30 moderator note',
    ]);
    expect(problems.map(({ path, line }) => `${path} ${line ?? ''}`)).toEqual(['debate.log 10', 'debate.log ']);
    expect(problems[1]?.message).toContain('2026-03-02');
    const { state } = await openRecord(folder);
    expect(state.setup).toMatchObject({
      topic: 'Should the city run trams all night at weekends?',
      options: { rounds: 2, order: 'advocate-first', handover: 'public' },
    });
    expect(state.guidance.map(({ text }) => text)).toEqual(['User asks both sides to leave the hill line out']);
    expect(state.failures).toMatchObject([
      { step: 'r2/critic', reason: 'critic did not respond, skipping for this round' },
    ]);
  });

  it('has what each text tells by its headings, and the text whole', async () => {
    const source = copyOf('agent-debate');
    const { folder } = await importFrom(source);
    const all = entriesOf(folder);
    const textOf = (path: string) => readFileSync(join(source, path), 'utf8').trim();
    const [defense] = all.filter(({ type }) => type === 'defense');
    expect(defense?.content).toBe(textOf('round-1/advocate.md'));
    expect(defense && dataOf(defense, 'defense')).toMatchObject({
      research_log: {
        queries: ['night tram ridership pilot', 'noise limits rails at night'],
        files_read: ['notes/tram-counts.csv'],
      },
      assessments: [
        {
          point: 'Noise along the hill line',
          status: 'NEEDS TIGHTENING',
          answer: 'Grinding is planned, not paid for.',
        },
        { point: 'Drivers cannot be found', status: 'DEFENDED', answer: 'Eleven have signed.' },
      ],
      closed_book: false,
      scope_and_framing: 'The question is Friday and Saturday, not every night.',
    });
    expect(defense && dataOf(defense, 'defense')?.argument).not.toMatch(/Query|Used for/);
    expect(defense?.sources).toEqual([
      {
        url: 'https://transit.example/night-lines',
        title: '"Night Lines", Transit Board, 2021',
        accessed: '2026-03-01',
        claim: expect.stringContaining('Empty cars') as string,
      },
      {
        url: 'https://city.example/counts.html',
        title: 'Pilot counts',
        accessed: '2026-03-01',
        claim: expect.stringContaining('412 people') as string,
      },
    ]);
    const critique = all.find(({ type }) => type === 'critique');
    expect(
      critique &&
        dataOf(critique, 'critique')?.objections?.map(({ area, title, severity }) => ({ area, title, severity })),
    ).toEqual([
      { area: 'logical coherence', title: undefined, severity: 'Minor' },
      { area: 'evidence and support', title: 'Ridership of one month', severity: 'Critical' },
      { area: 'assumptions', title: undefined, severity: 'Major' },
    ]);
    const assessment = all.find(({ type }) => type === 'assessment');
    expect(
      assessment &&
        dataOf(assessment, 'assessment')?.fact_check?.map(({ verdict, side, url, explanation }) => ({
          verdict,
          side,
          url,
          explanation,
        })),
    ).toEqual([
      { verdict: 'CONFIRMED', side: 'advocate', url: undefined, explanation: 'the by-law says so' },
      {
        verdict: 'DISPUTED',
        side: 'advocate',
        url: 'https://city.example/counts.html',
        explanation: '[The counts](https://city.example/counts.html) are of a festival month',
      },
      { verdict: 'UNVERIFIABLE', side: 'critic', url: undefined, explanation: 'the report could not be found' },
    ]);
    const [last, ruling] = all.slice(-3);
    expect(`${last?.content ?? ''}\n\n${ruling?.content ?? ''}`).toBe(textOf('round-2/judge.md'));
  });

  it('has the tracker with the history of each issue, and the ruling issue by issue', async () => {
    const { folder } = await importFrom(copyOf('agent-debate'));
    const log = await openRecord(folder);
    const { tracker, ruling, rounds } = log.state.factsOf(tribunalFacts);
    expect(
      tracker.map(({ id, title, status, severity, history }) => ({
        id,
        title,
        status,
        severity,
        rounds: history.map((row) => `${row.round} ${row.status}`),
      })),
    ).toEqual([
      { id: 'I1', title: 'Drivers', status: 'resolved', severity: 'Minor', rounds: ['1 resolved', '2 resolved'] },
      { id: 'I2', title: 'Noise', status: 'stalled', severity: 'Major', rounds: ['1 open', '2 stalled'] },
      {
        id: 'I3',
        title: 'Ridership of one month',
        status: 'resolved',
        severity: 'Critical',
        rounds: ['1 open', '2 resolved'],
      },
    ]);
    expect(ruling?.verdicts).toEqual([
      { issue: 'I3', verdict: 'REJECTED' },
      { issue: 'I2', verdict: 'REVISION REQUIRED' },
    ]);
    expect(rounds.map(({ failed }) => failed)).toEqual([[], ['critic']]);
    expect(tribunal.status(log.state)).toEqual({ phase: 'done', round: 2, outcome: 'revision_required' });
    expect(tribunal.decide(log.state)).toEqual([]);
    const [entry] = entriesOf(folder).filter(({ type }) => type === 'judges_ruling');
    expect(entry && dataOf(entry, 'judges_ruling')).toMatchObject({
      agreements: ['Weekends only.'],
      concessions: ['The advocate gave up the hill line.'],
      overall: 'Not as proposed.',
      dismissed: ['That trams cannot brake at night.'],
      unresolved: ['What an empty car costs.'],
    });
    // What only our own writer could know is not held against another one.
    expect(
      lintOf(log).filter(({ message }) => /metrics|Outcome: |by its history|not marked so|closed book/.test(message)),
    ).toEqual([]);
    const unverified = lintOf(log).filter(({ message }) => message.includes('has no verification result'));
    expect(unverified.map(({ seq }) => seq)).toEqual([2, 2, 4, 8]);
  });

  it('is read from the layout with a scribe, and from the oldest one with a file a round', async () => {
    const scribe = await importFrom(copyOf('agent-debate-scribe'));
    expect(shape(scribe.folder).map((line) => line.slice(12))).toEqual([
      'moderator setup',
      ...['moderator announcement 1', 'critic critique 1', 'advocate defense 1', 'judge judges_ruling 1'],
      ...['reporter document 1', 'reporter document'],
    ]);
    const oldest = await importFrom(copyOf('agent-debate-oldest'));
    expect(shape(oldest.folder).map((line) => line.slice(12))).toEqual([
      'moderator setup',
      ...[
        'moderator announcement 1',
        'critic critique 1',
        'advocate defense 1',
        'judge assessment 1',
        'reporter document 1',
      ],
      ...[
        'moderator announcement 2',
        'critic critique 2',
        'advocate defense 2',
        'judge judges_ruling 2',
        'reporter document 2',
      ],
      'reporter document',
    ]);
    const { state } = await openRecord(oldest.folder);
    expect([state.setup?.topic, state.conclusion?.outcome]).toEqual(['Should the fair be held outside?', 'accepted']);
    expect(state.factsOf(tribunalFacts).tracker).toMatchObject([{ title: 'Rain', status: 'open' }]);
    for (const { problems } of [scribe, oldest]) expect(problems.map(({ path }) => path)).toEqual(['debate.log']);
  });

  it('keeps in the oldest layout what stands before the agents, and all that stands under more than one heading of theirs', async () => {
    const first = [
      '# Round 1\n\n**Topic:** Tabs or spaces?\n\nDer Kritiker sprach zehn Minuten.',
      '## Critic’s Arguments\n\n### Width (Major)\n\nIt varies.',
      '## Critic’s Sources\n\n- https://example.org/tabs',
      '## Advocate’s Defense\n\nTabs are accessible.',
      '## Critic’s Reply\n\nNot everywhere.',
    ];
    const second = [
      '# Round 2\n\n## 🔴 Critic\n\nAgain.\n\n## The Advocate\n\nAgain.',
      '## Judge’s Assessment\n\nBoth spoke.',
      '## Judge’s Notes on Evidence\n\nThin.',
      '## Judge’s Ruling\n\n### Issue 1: Width\n\n**ACCEPTED**: it varies.',
    ];
    const { folder, problems } = await importFiles({
      'round-1.md': first.join('\n\n'),
      'round-2.md': second.join('\n\n'),
      'round-3.md': 'Слово о пробелах.',
    });
    const spoken = entriesOf(folder).filter(({ type }) => !/^(?:setup|announcement)$/.test(type));
    expect(spoken.map(({ type, content }) => [type, content])).toEqual([
      ['note', first[0]],
      ['defense', first[3]],
      ['critique', [first[1], first[2], first[4]].join('\n\n')],
      ['critique', '## 🔴 Critic\n\nAgain.'],
      ['defense', '## The Advocate\n\nAgain.'],
      ['assessment', [second[1], second[2]].join('\n\n')],
      ['judges_ruling', second[3]],
      ['note', 'Слово о пробелах.'],
    ]);
    const { state } = await openRecord(folder);
    expect([state.setup?.topic, state.conclusion?.outcome]).toEqual(['Tabs or spaces?', 'accepted']);
    expect(problems.map(({ path, line, message }) => [path, line, message.slice(0, 60)])).toEqual([
      ['round-1.md', undefined, 'What stands before the first heading of an agent is nobody’s'],
      ['round-1.md', 21, 'Under the heading “Critic’s Reply” the critic comes back aft'],
      ['round-3.md', undefined, 'The file has none of the headings Critic’s Arguments, Advoca'],
      ['debate.log', undefined, 'There is no debate.log that can be read: the entries bear the'.slice(0, 60)],
      ['round-1', undefined, 'The judge of round 1 is missing, and debate.log does not say'],
      ...['advocate', 'critic', 'judge'].map((agent) => [
        'round-3',
        undefined,
        `The ${agent} of round 3 is missing, and debate.log does not say why`.slice(0, 60),
      ]),
    ]);
  });

  it.each(['agent-debate', 'agent-debate-scribe', 'agent-debate-oldest'])(
    'of the layout %s is asked for nothing that no importer can know',
    async (name) => {
      const { folder } = await importFrom(copyOf(name));
      const found = lintOf(await openRecord(folder));
      expect(found.filter(({ severity }) => severity === 'error')).toEqual([]);
      expect(
        found.filter(({ message }) =>
          /closed book|to open|rests on a result of the Verifier|fact check leaves out/i.test(message),
        ),
      ).toEqual([]);
    },
  );

  it('is asked for all of it in what is added here', async () => {
    const { folder } = await importFrom(copyOf('agent-debate-oldest'));
    const log = await openRecord(folder);
    const [url, claim] = ['https://town.example/tents', 'Tents leak.'];
    await log.append([
      {
        phase: 'system',
        speaker: 'moderator',
        type: 'announcement',
        content: 'All agents confirmed ready.',
        data: { kind: 'ready', step: stepMark('ready') },
      },
      {
        phase: 'rebuttal',
        speaker: 'advocate',
        type: 'defense',
        content: claim,
        sources: [{ url, title: 'Tents', accessed: '2026-07-21', claim }],
        data: { round: 3 },
      },
    ]);
    const errors = lintOf(log)
      .filter(({ severity }) => severity === 'error')
      .map(({ message }) => message);
    for (const words of [
      'does not say whether it is argued from the subject material alone',
      'has no verification result',
      'nothing of a tribunal comes after',
    ])
      expect(errors.some((message) => message.includes(words))).toBe(true);
  });

  it('says what is missing: a side, a round, a topic, a ruling, issues that cannot be read', async () => {
    const { problems } = await importFiles(
      {
        'round-1/advocate.md': 'For it.',
        'round-3/critic.md': 'Against it.',
        'round-3/judge.md': '  \n',
        'issue-tracker.md': 'Nothing yet.\n',
      },
      'debate-output',
    );
    expect(problems.map(({ path, message }) => `${path}: ${message.slice(0, 46)}`)).toEqual([
      'round-3/judge.md: What the judge wrote in round 3 is empty.',
      'debate.log: There is no debate.log that can be read: the e',
      'issue-tracker.md: No issue with a status was found in it; issues',
      'round-1: The critic of round 1 is missing, and debate.l',
      'round-1: The judge of round 1 is missing, and debate.lo',
      'round-2: Of round 2 there is nothing.',
      'round-3: The advocate of round 3 is missing, and debate',
      'round-3: The judge of round 3 is missing, and debate.lo',
      '.: No text holds a JUDGE’S RULING: the debate was',
      '.: No file has a line “Topic: …”; the folder’s na',
    ]);
  });

  it('names verdicts that it does not know, in the fact check and in the ruling, and keeps what it knows', async () => {
    const judge = [
      '# Round 1 — Judge',
      '## Fact-Check Report\n\n- Advocate’s claim of 412 riders: MISLEADING -- one month\n- The by-law: CONFIRMED -- it says so\n- The report is sound.\n- None',
      "## JUDGE'S RULING\n\n### Per-Issue Verdicts\n\n- **Noise**: PARTIALLY UPHELD — half of it\n- **Drivers**: ACCEPTED\n- **Depot**: Rejected",
      '### Verdict\n\nAs far as it goes.',
    ];
    const { folder, problems } = await importFiles({ 'round-1/judge.md': judge.join('\n\n') });
    const named = problems.filter(({ path }) => path === 'round-1/judge.md').map(({ message }) => message);
    expect(named).toEqual([
      'In round 1 the fact check says “MISLEADING” of “Advocate’s claim of 412 riders: MISLEADING -- one month”, which is none of CONFIRMED, DISPUTED, UNVERIFIABLE, FABRICATED; it stands in the entry’s text only.',
      'In round 1 the fact check says of “The report is sound.” none of CONFIRMED, DISPUTED, UNVERIFIABLE, FABRICATED; it stands in the entry’s text only.',
      expect.stringMatching(
        /the ruling says “PARTIALLY UPHELD” of “Noise: PARTIALLY UPHELD — half of it”, which is none of ACCEPTED/,
      ) as string,
      expect.stringMatching(/the ruling says of “Depot: Rejected” none of ACCEPTED/) as string,
    ]);
    const [entry] = entriesOf(folder).filter(({ type }) => type === 'judges_ruling');
    expect(entry && dataOf(entry, 'judges_ruling')?.verdicts?.map(({ title, verdict }) => [title, verdict])).toEqual([
      ['Drivers', 'ACCEPTED'],
    ]);
  });

  it('reads verdicts below the headings of their issues, and says where a ruling has none', async () => {
    const ruling = (...verdicts: string[]): string =>
      ['# Round 1 — Judge', "## JUDGE'S RULING", '### Per-Issue Verdicts', ...verdicts].join('\n\n');
    const read = async (text: string) => {
      const { folder, problems } = await importFiles({ 'round-1/judge.md': text });
      const { outcome } = (await openRecord(folder)).state.conclusion ?? {};
      return {
        outcome,
        said: problems.filter(({ path }) => path === 'round-1/judge.md').map(({ message }) => message),
      };
    };
    expect(
      await read(
        ruling(
          '#### Noise\n\n**ACCEPTED**: it was ground away.',
          '#### Drivers\n\n- **Verdict**: REJECTED\n- Reason: none signed.',
        ),
      ),
    ).toEqual({ outcome: 'mixed', said: [] });
    expect(
      await read(ruling('#### I1 Verdict on cost\n\nACCEPTED practice is no ground.\n\nVerdict: REJECTED')),
    ).toEqual({ outcome: 'rejected', said: [] });
    expect(await read(ruling('#### I1 Noise\n\n**ACCEPTED**', '#### I2 Lights\n\n**MODIFIED**: yes'))).toEqual({
      outcome: 'accepted',
      said: [expect.stringContaining('MODIFIED') as string],
    });
    expect(await read(ruling('Noise is settled.', '### Overall Verdict\n\nACCEPTED, by and large.'))).toEqual({
      outcome: 'unknown',
      said: [expect.stringContaining('no issue one of the verdicts ACCEPTED') as string],
    });
  });

  it.each([
    ['### Quality metrics\n\nACCEPTED: 3, REJECTED: 2', 'unknown'],
    ['### Points of agreement\n\nVerdict: ACCEPTED by both sides.', 'unknown'],
    ['### Verdicts in short\n\nBoth stand.\n\n### Per-Issue Verdicts\n\n- **I1**: ACCEPTED', 'accepted'],
    ['### I1 Noise\n\n**ACCEPTED**: it was ground away.', 'accepted'],
    ['### Issue #1: Noise\n\n**Verdict**: ACCEPTED', 'accepted'],
    ['### Noise (I1)\n\nREJECTED as unfounded.', 'rejected'],
    ['### I1: API design\n\n**Evidence quality**: HIGH\n\nACCEPTED because it stands.', 'accepted'],
    ['### I1 Noise\n\n**ACCEPTED**: yes\n\nVerdict of the earlier round: REJECTED.', 'accepted'],
    ['### I1 Noise\n\n**Ruling**: REJECTED', 'rejected'],
    ['### I1 Noise\n\n**Verdict**: NOT ACCEPTED', 'unknown'],
    ['### I1 Noise\n\n**Verdict**: ACCEPTED, which it was not accepted as before', 'accepted'],
    [
      '### Per-Issue Verdicts\n\n| Issue | Verdict | Reason |\n|---|---|---|\n| Noise | REJECTED | not ACCEPTED by any |',
      'rejected',
    ],
    [
      '| # | Point | Severity | **Verdict** |\n|:-|-|-|-|\n| I1 | ACCEPTED practice | Major | **REJECTED** |\n| | Overall | | ACCEPTED |',
      'rejected',
    ],
    ['### Table\n\n| Verdict | Count |\n|---|---|\n| ACCEPTED | 3 |', 'unknown'],
    [
      '### Per-Issue Verdicts\n\n| Issue | Verdict |\n|-|-|\n| I1 | REJECTED |\n\n#### I1\n\n**REJECTED**: yes\n\n#### I2\n\n**ACCEPTED**: yes',
      'mixed',
    ],
    ['### Per-Issue Verdicts\n\n#### I1 Noise\n\nREJECTED: yes\n\n#### Tally\n\n**ACCEPTED**: 0', 'rejected'],
  ])('takes for verdicts only what is said of issues: %s', async (ruling, outcome) => {
    const text = `# Round 1 — Judge\n\n## JUDGE'S RULING\n\n${ruling}`;
    const { folder } = await importFiles({ 'round-1/judge.md': text });
    const log = await openRecord(folder);
    expect(log.state.conclusion?.outcome).toBe(outcome);
    expect(lintOf(log).filter(({ message }) => message.includes('but the verdicts come to'))).toEqual([]);
  });

  it('reads an assessment in tables: the fact check claim by claim, and the issues', async () => {
    const { folder, problems } = await importFiles({
      'round-1/judge.md': [
        '## Fact-Check Report\n\nOf all claims:',
        '| CLAIM | VERDICT | WHY |\n|---|---|---|\n| Safe | CONFIRMED | the book |\n| Dear | **UNVERIFIABLE** | CONFIRMED by none |\n| Old | MISLEADING | so |',
        '## Round Assessment\n\n| Issue | Status | Severity |\n|---|---|---|\n| Cost | Open | Major |\n| Noise | Resolved | Minor |',
      ].join('\n\n'),
    });
    const entry = entriesOf(folder).find(({ type }) => type === 'assessment');
    expect(dataOf(entry, 'assessment')?.fact_check).toEqual([
      { claim: 'Safe', verdict: 'CONFIRMED', explanation: 'the book' },
      { claim: 'Dear', verdict: 'UNVERIFIABLE', explanation: 'CONFIRMED by none' },
    ]);
    expect(dataOf(entry, 'assessment')?.issues).toMatchObject([
      { title: 'Cost', status: 'open', severity: 'Major' },
      { title: 'Noise', status: 'resolved', severity: 'Minor' },
    ]);
    expect(problems.map(({ message }) => /fact check says (.*?), which/.exec(message)?.[1]).filter(Boolean)).toEqual([
      '“MISLEADING” of “Old — MISLEADING — so”',
    ]);
  });

  it('reads verdicts in a table from their own cells, and names those that it does not know', async () => {
    const table = [
      '| # | Issue | Evidence quality | Verdict | Reason |\n|---|---|---|---|---|',
      '| 1 | Noise | HIGH | **ACCEPTED** | as \\| so |',
      '| 2 | Drivers | LOW | Partially ACCEPTED | half |',
      '| 3 | Depot | | UPHELD | |',
    ];
    const text = `# JUDGE'S RULING\n\n## Per-Issue Verdicts\n\n${table.join('\n')}\n\n### I4 Lights\n\n**Partially ACCEPTED** as said.`;
    const { folder, problems } = await importFiles({ 'round-1/judge.md': text });
    const entry = entriesOf(folder).find(({ type }) => type === 'judges_ruling');
    expect(dataOf(entry, 'judges_ruling')?.verdicts).toEqual([
      { issue: 'Noise', title: 'Noise', verdict: 'ACCEPTED', reason: 'as | so', evidence_quality: 'HIGH' },
    ]);
    expect(
      problems.map(({ message }) => /the ruling says (.*?),? (?:which|none)/.exec(message)?.[1]).filter(Boolean),
    ).toEqual([
      'of “I4 Lights: Partially ACCEPTED as said.”',
      '“Partially ACCEPTED” of “Drivers”',
      '“UPHELD” of “Depot”',
    ]);
  });

  it.each([
    ['**No JUDGE’S RULING yet**: the debate goes on', false],
    ['**Before the JUDGE’S RULING**: one more round', false],
    ['## No Judge’s Ruling yet', false],
    ['## This is not the final JUDGE’S RULING', false],
    ['**JUDGE’S RULING**', true],
    ['**⚖️ The final Judge’s Ruling**: thus', true],
    ['## Round 2, No. 3: JUDGE’S RULING', true],
    ['## Why not trams — Judge’s Ruling', true],
  ])('tells a ruling from what says that there is none: %s', async (line, isRuling) => {
    const { folder } = await importFiles({ 'round-1/judge.md': `# Judge\n\nОба говорили.\n\n${line}\n\nSo it is.` });
    const judged = entriesOf(folder).filter(({ speaker }) => speaker === 'judge');
    expect(judged.map(({ type }) => type)).toEqual(isRuling ? ['assessment', 'judges_ruling'] : ['assessment']);
  });

  it('has one ruling, the last, and none that stands in a code block; a file of no agent is named', async () => {
    const ruled = (verdict: string) =>
      `# Judge\n\nBoth spoke.\n\n## JUDGE'S RULING\n\n### I1 Noise\n\n**${verdict}**: so.`;
    const { folder, problems } = await importFiles({
      'round-1/judge.md': ruled('ACCEPTED'),
      'round-1/notes.md': 'Of the moderator.',
      'round-2/judge.md': "Asked for:\n\n```md\n# JUDGE'S RULING\n```",
      'round-3/judge.md': ruled('REJECTED'),
    });
    const judged = entriesOf(folder).filter(({ speaker }) => speaker === 'judge');
    expect(judged.map(({ type, data }) => `${type} ${String(data?.['round'])}`)).toEqual([
      ...['assessment 1', 'assessment 2', 'assessment 3', 'judges_ruling 3'],
    ]);
    expect(judged[0]?.content).toBe(ruled('ACCEPTED'));
    const log = await openRecord(folder);
    expect(log.state.conclusion?.outcome).toBe('rejected');
    expect(lintOf(log).filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(problems.slice(0, 3).map(({ path, message }) => [path, message.slice(0, 40)])).toEqual([
      ['round-1/notes.md', 'The file is named after no agent; it is '],
      ['debate.log', 'There is no debate.log that can be read:'],
      ['round-1/judge.md', 'In round 1 the Judge rules already, and '],
    ]);
  });

  it('takes for the agent of a line of the log the one that it names first', async () => {
    const { folder } = await importFiles({
      'round-1/critic.md': 'Against it.',
      'round-1/advocate.md': 'For it.',
      'debate.log': [
        '[10:00:00] ROUND 1 — starting',
        '[10:01:00] WRITTEN — critic finished Round 1, before the advocate',
        '[10:02:00] WRITTEN — advocate finished Round 1',
        '[10:03:00] ERROR — judge did not weigh what advocate and critic wrote in Round 1',
      ].join('\n'),
    });
    const [, , first, second, failure] = entriesOf(folder);
    expect([first, second].map((entry) => entry?.speaker)).toEqual(['critic', 'advocate']);
    expect(failure?.data).toMatchObject({ kind: 'failure', side: 'judge' });
  });

  it('reads the passages that Rostrum lists, and names those that it cannot', async () => {
    const { folder, problems } = await importFiles({
      'round-1/advocate.md': [
        '## Defense, round 1\n\n### Argument\n\nSee https://of-nobody.example/.\n\n### Passages relied on\n',
        '1. [A \\[new\\] page](<https://a.example/x_(y)>)\n\n   > “It rose, says [seq 4](../transcript.md#seq-4), to 5\\*.”',
        '2. Count, of boats, `notes/a b.md:3–9`\n\n   > “Nine &lt; ten.”\n\n   Supports: It is \\_less\\_.',
        '3. `paper.pdf, page 2`',
        '4. of nothing\n\nHow the Verifier left them: [verifier report](../verifier-report.md).\n',
      ].join('\n'),
    });
    expect(entriesOf(folder).find(({ type }) => type === 'defense')?.sources).toMatchObject([
      { url: 'https://a.example/x_(y)', title: 'A [new] page', quote: 'It rose, says seq 4, to 5*.' },
      {
        url: 'workspace:notes/a%20b.md#L3-L9',
        title: 'Count, of boats',
        quote: 'Nine < ten.',
        claim: 'It is _less_.',
      },
      { url: 'workspace:paper.pdf#page=2', title: 'workspace:paper.pdf#page=2' },
    ]);
    expect(problems.map(({ message }) => message)).toContainEqual(
      expect.stringContaining('“of nothing” names no source'),
    );
  });

  it.each([
    ['a line that rates an objection', (many: string) => `*Major, a${many}`, ', goes on with '],
    ['a passage relied on', (many: string) => `### Passages relied on\n\n1. [${many}x`, '](http:'],
    ['a passage in angle brackets', (many: string) => `### Passages relied on\n\n1. [${many}x`, '](<http:'],
  ])('reads %s in a time that grows with its length', async (_what, textOf, piece) => {
    const text = `## Critique, round 1\n\n### Cost\n\n${textOf(piece.repeat(300_000 / piece.length))}\n`;
    const started = performance.now();
    expect(severityStated(text)).toBeUndefined();
    await importFiles({ 'round-1/critic.md': text });
    expect(performance.now() - started).toBeLessThan(2_500);
  });

  it('keeps the last lines of a ruling that are no notice of ours', async () => {
    const rule = '\n\n---\n\n';
    const read = async (foot: string) => {
      const text = `# Round 1 — Judge\n\n## JUDGE'S RULING\n\n### Verdict\n\nWe weigh it.${rule}*${foot}*\n`;
      const { folder } = await importFiles({ 'round-1/judge.md': text });
      const entry = entriesOf(folder).find(({ type }) => type === 'judges_ruling');
      return dataOf(entry, 'judges_ruling')?.overall;
    };
    expect(await read('Verdict: REVISE')).toBe(`We weigh it.${rule}*Verdict: REVISE*`);
    for (const notice of [
      sampleWords,
      'human: a person has the seat, no language model',
      'came with an import (x), not made here',
    ])
      expect(await read(notice)).toBe('We weigh it.');
  });

  it('has sources, objections, verdicts, issues and order of a tribunal of Rostrum of which the documents are left', async () => {
    const { folder: original, entries } = await playedSample('tribunal');
    const { state: before } = await openRecord(original);
    const left = join(tempFolder(), 'left');
    cpSync(original, left, { recursive: true, filter: (path) => !path.endsWith('.jsonl') });
    const { folder, problems } = await importFrom(left);
    expect(problems.map(({ path }) => path)).toEqual(['debate-log.jsonl', 'debate.log']);
    const { state } = await openRecord(folder);
    const facts = (of: DebateState) => {
      const { tracker, ruling } = of.factsOf(tribunalFacts);
      return {
        outcome: of.conclusion?.outcome,
        verdicts: ruling?.verdicts,
        issues: tracker
          .map(({ id, title, history }) =>
            [id, title, ...history.map(({ round, status, severity }) => `${round} ${status} ${severity ?? ''}`)].join(
              ', ',
            ),
          )
          .sort(),
      };
    };
    expect(facts(state)).toEqual(facts(before));
    const said = (all: readonly Entry[]) =>
      all
        .filter(({ type }) => type === 'defense' || type === 'critique')
        .map(({ speaker, sources, data }) => ({
          speaker,
          sources: sources?.map(({ url, title, quote }) => ({ url, title, quote })),
          research: data?.['research_log'],
          objections: data?.['objections'],
        }))
        .sort((one, other) => JSON.stringify(one).localeCompare(JSON.stringify(other)));
    expect(said(entriesOf(folder))).toEqual(said(entries));
    const claims = entriesOf(folder).flatMap(({ sources }) => sources?.flatMap(({ claim }) => claim ?? []) ?? []);
    expect(claims).toContain('In the direct weeks all 36 cases of sepsis came to the team, by day as by night.');
    const assessment = dataOf(
      entriesOf(folder).find(({ type }) => type === 'assessment'),
      'assessment',
    );
    expect(assessment?.fact_check?.map(({ verdict }) => verdict)).toContain('DISPUTED');
    expect(JSON.stringify(assessment?.round_score)).not.toContain('scripted sample');
    const spoken = shape(folder).filter((line) => / (?:critique|defense|assessment|judges_ruling) /.test(line));
    expect(spoken.map((line) => line.slice(12))).toEqual([
      ...['advocate defense 1', 'critic critique 1', 'judge assessment 1'],
      ...['critic critique 2', 'advocate defense 2', 'judge assessment 2'],
      ...['critic critique 3', 'advocate defense 3', 'judge assessment 3', 'judge judges_ruling 3'],
    ]);
  });

  it.each([
    [
      'a list by status',
      '# Issue Tracker\n\n## Resolved\n- **Noise** — ground away\n\n## Open\n- Ridership: counted once\n\n## Stalled\n- None\n',
      ['noise resolved', 'ridership open'],
    ],
    [
      'a heading an issue',
      '# Tracker\n\n### Issue 1: Noise (Major)\n- **Status**: Stalled\n- Round 1: Open — raised\n- Round 2: Stalled — repeated\n',
      ['noise open', 'noise stalled'],
    ],
    [
      'a table at the end',
      '| Issue | Status |\n|---|---|\n| Noise | Open |\n| Ridership | **Resolved** |\n',
      ['noise open', 'ridership resolved'],
    ],
    [
      'a table with a column a round',
      '# Tracker\n\n| ID | Issue | Round raised | Status after R1 | **Status after R2** |\n|-|-|-|-|-|\n| I1 | Noise | 1 | Open | Resolved |\n| I2 | Ridership | 2 | — | New |\n',
      ['noise open', 'noise resolved', 'ridership open'],
    ],
  ])('reads a tracker that is %s', async (_name, tracker, expected) => {
    const judge = (round: number) => `# Round ${round} — Judge\n\nBoth spoke.`;
    const { folder } = await importFiles({
      'issue-tracker.md': tracker,
      'round-1/judge.md': judge(1),
      'round-2/judge.md': judge(2),
    });
    const { tracker: rows } = (await openRecord(folder)).state.factsOf(tribunalFacts);
    expect(
      rows.flatMap(({ title, history }) => history.map(({ status }) => `${title.toLowerCase()} ${status}`)),
    ).toEqual(expected);
  });
});
