import { describe, expect, it } from 'vitest';
import type { Severity, TrackedIssue } from '../../../../../src/debate/log/entryData';
import { withCitations } from '../../../../../src/debate/formats/tribunal/contribution';
import { completedFactCheck, factCheckViolations } from '../../../../../src/debate/formats/tribunal/factCheck';
import { critiqueText, defenseText, outcomeOf } from '../../../../../src/debate/formats/tribunal/judgeTexts';
import {
  movedIssues,
  trackerAfter,
  type AssessedIssue,
} from '../../../../../src/debate/formats/tribunal/trackerUpdate';
import type { CheckedSource } from '../../../../../src/debate/flow/tasks';
import type { TrackerRow } from '../../../../../src/debate/flow/tasks/tribunal';

const [yes, no, revise] = ['ACCEPTED', 'REJECTED', 'REVISION REQUIRED'];

describe('a contribution', () => {
  it('says what it argues first, and how it was researched after it', () => {
    const data = {
      round: 1,
      research_log: { queries: ['levy'], files_read: [], key_findings: [] },
      argument: 'The levy is fair.',
      objections: [{ area: 'assumptions', text: 'Nobody pays it.', severity: 'Major' as const }],
      closed_book: true,
    };
    const titles = (text: string) => [...text.matchAll(/^##+ (.+)$/gmu)].map(([, title]) => title);
    expect(titles(defenseText(data, []))).toEqual(['Defence, round 1', 'Argument', 'Research log', 'Sources']);
    expect(titles(critiqueText(data, []))).toEqual([
      ...['Critique, round 1', 'Argument', 'Objections', '1. Objection 1', 'Research log', 'Sources'],
    ]);
  });
});

describe('the outcome', () => {
  it.each([
    [[yes, yes], 'accepted'],
    [[no], 'rejected'],
    [[yes, no], 'mixed'],
    [[yes, revise, no], 'mixed'],
    [[revise], 'revision_required'],
    [[yes, revise], 'revision_required'],
    [[no, revise], 'revision_required'],
  ])('of %j is %s', (verdicts, outcome) => {
    expect(outcomeOf(verdicts.map(String), { hasCase: true })).toBe(outcome);
  });

  it('without any issue hangs on whether a case stands', () => {
    expect(outcomeOf([], { hasCase: true })).toBe('accepted');
    expect(outcomeOf([], { hasCase: false })).toBe('revision_required');
  });
});

/** A tracker as the fold makes it of assessments, one a round. */
function tracked(...rounds: AssessedIssue[][]): { tracker: TrackerRow[]; after: TrackedIssue[] } {
  let tracker: TrackerRow[] = [];
  let after: TrackedIssue[] = [];
  for (const [index, issues] of rounds.entries()) {
    const round = index + 1;
    after = trackerAfter(tracker, issues, round);
    tracker = after.map(({ id, title, status, severity, reason, argued = false }) => {
      const history = tracker.find((row) => row.id === id)?.history ?? [];
      return { id, title, status, severity, history: [...history, { round, status, severity, reason, argued }] };
    });
  }
  return { tracker, after };
}

const issue = (more: Partial<AssessedIssue> = {}): AssessedIssue => ({
  title: 'Costs',
  status: 'open',
  severity: 'Major',
  argued: true,
  reason: 'Both argue.',
  ...more,
});
const again = (more: Partial<AssessedIssue> = {}): AssessedIssue => issue({ id: 'I1', ...more });
const statuses = ({ tracker }: { tracker: TrackerRow[] }): string[] =>
  (tracker[0]?.history ?? []).map(({ status }) => status);

describe('the issue tracker', () => {
  it('numbers new issues in their order and goes on counting', () => {
    const { after } = tracked([issue(), issue({ title: 'Law' })], [issue({ title: 'Scope' })]);
    expect(after.map(({ id, title }) => `${id} ${title}`)).toEqual(['I1 Costs', 'I2 Law', 'I3 Scope']);
    expect(after.map(({ is_new: isNew }) => isNew)).toEqual([undefined, undefined, true]);
  });

  it('knows an issue by its title where the id was left out', () => {
    expect(tracked([issue()], [issue({ title: ' costs ' })]).tracker).toHaveLength(1);
  });

  it('finds an issue stalled that was argued in two rounds without progress', () => {
    expect(statuses(tracked([issue()], [again()], [again()]))).toEqual(['open', 'stalled', 'stalled']);
  });

  it.each<[string, Partial<AssessedIssue>[], string[]]>([
    ['it weighs less now', [{ severity: 'Minor' }], ['open', 'open']],
    ['it weighs more now', [{ severity: 'Critical' }], ['open', 'stalled']],
    ['it was not argued', [{ argued: false }], ['open', 'open']],
    ['it was not argued for a while', [{ argued: false }, {}], ['open', 'open', 'stalled']],
    ['it was resolved and taken up again', [{ status: 'resolved' }, {}, {}], ['open', 'resolved', 'open', 'stalled']],
    [
      'it weighed less in between',
      [{ severity: 'Minor' }, { severity: 'Minor' }, { severity: 'Minor' }],
      ['open', 'open', 'open', 'stalled'],
    ],
  ])('where %s', (_, rounds, expected) => {
    expect(statuses(tracked([issue()], ...rounds.map((more) => [again(more)])))).toEqual(expected);
  });

  it('keeps what the Judge forgets as it was', () => {
    const { after, tracker } = tracked([issue(), issue({ title: 'Law', status: 'resolved' })], [], [again()]);
    expect(after.map(({ status }) => status)).toEqual(['stalled', 'resolved']);
    expect(tracker[0]?.history.map(({ argued, status }) => `${status} ${String(argued)}`)).toEqual([
      'open true',
      'open false',
      'stalled true',
    ]);
  });

  it('says what moved in a round', () => {
    const { tracker } = tracked([issue(), issue({ title: 'Law' }), issue({ title: 'Scope', severity: 'Critical' })]);
    const of = (...issues: AssessedIssue[]): string[] => movedIssues(tracker, trackerAfter(tracker, issues, 2));
    expect(of()).toEqual([]);
    expect(of(again(), issue({ title: 'Law', status: 'resolved' }))).toEqual(['Law']);
    expect(of(issue({ title: 'Scope', severity: 'Major' }))).toEqual(['Scope']);
    expect(of(again({ severity: 'Critical' }))).toEqual([]);
    expect(of(issue({ title: 'Another' }))).toEqual(['Another']);
  });

  it('keeps the weight of an issue that none was given for', () => {
    const severity: Severity | undefined = trackerAfter(
      tracked([issue()]).tracker,
      [{ ...again(), severity: undefined }],
      2,
    )[0]?.severity;
    expect(severity).toBe('Major');
  });
});

const url = 'https://a.example/paper';
const source = (status: CheckedSource['status'], more: Partial<CheckedSource> = {}): CheckedSource => ({
  seq: 4,
  speaker: 'advocate',
  url,
  title: 'A paper',
  readAs: status,
  claim: 'It is so.',
  status,
  explanation: 'words of the Verifier',
  ...more,
});

describe('the fact check', () => {
  it.each([
    ['verified', 'CONFIRMED', true],
    ['verified', 'UNVERIFIABLE', false],
    ['verified', 'FABRICATED', false],
    ['unreliable', 'CONFIRMED', false],
    ['unreliable', 'DISPUTED', true],
    ['unverified', 'CONFIRMED', false],
    ['unverified', 'UNVERIFIABLE', true],
    ['unverified', 'FABRICATED', false],
    ['fabricated', 'FABRICATED', true],
    ['fabricated', 'DISPUTED', false],
  ] as const)('of a source that is %s may say %s: %s', (status, verdict, isAllowed) => {
    expect(factCheckViolations({ claim: 'It is so.', verdict, url }, [source(status)])).toHaveLength(isAllowed ? 0 : 1);
  });

  it('disputes what was verified only with a reason', () => {
    expect(factCheckViolations({ claim: 'It is so.', verdict: 'DISPUTED', url }, [source('verified')])).toHaveLength(1);
    expect(
      factCheckViolations({ claim: 'It is so.', verdict: 'DISPUTED', url, explanation: 'It is about another year.' }, [
        source('verified'),
      ]),
    ).toEqual([]);
  });

  it('rests on sources that were cited', () => {
    expect(
      factCheckViolations({ claim: 'x', verdict: 'CONFIRMED', url: 'https://b.example/' }, [source('verified')]),
    ).toHaveLength(1);
    expect(factCheckViolations({ claim: 'x', verdict: 'CONFIRMED', url, seq: 9 }, [source('verified')])).toHaveLength(
      1,
    );
    expect(factCheckViolations({ claim: 'x', verdict: 'CONFIRMED' }, [source('verified')])).toHaveLength(1);
    expect(factCheckViolations({ claim: 'x', verdict: 'UNVERIFIABLE' }, [])).toEqual([]);
  });

  it('of one address that both cite goes by the side', () => {
    const both = [source('unreliable'), source('verified', { seq: 7, speaker: 'critic' })];
    expect(factCheckViolations({ claim: 'x', verdict: 'CONFIRMED', url, side: 'advocate' }, both)).toHaveLength(1);
    expect(
      completedFactCheck([{ claim: 'x', verdict: 'CONFIRMED', url, side: 'critic' }], both, () => true).map(
        ({ seq, verdict }) => `${seq} ${verdict}`,
      ),
    ).toEqual(['7 CONFIRMED', '4 DISPUTED']);
  });

  it('is completed with what follows from the results, and not with the Verifier’s words', () => {
    const added = completedFactCheck(
      [],
      [source('fabricated', { claim: undefined, title: '' }), source('verified', { seq: 2 })],
      (seq) => seq === 4,
    );
    expect(added).toEqual([
      {
        claim: `What seq 4 cites ${url} for`,
        verdict: 'FABRICATED',
        side: 'advocate',
        seq: 4,
        url,
        explanation: 'As the Verifier left it: fabricated.',
      },
    ]);
  });
});

describe('citations', () => {
  const cited = (claim: string, more = {}) => ({ url, title: 'A paper', quote: 'It is so, we found.', claim, ...more });

  it('are set behind the claim, in whichever text it stands', () => {
    const { texts, unplaced } = withCitations(['First. It is so. More.', 'Other.'], [cited('It is so.')]);
    expect(texts).toEqual([`First. It is so. ([A paper](${url})) More.`, 'Other.']);
    expect(unplaced).toEqual([]);
  });

  it('are left alone where the address stands in the text', () => {
    const text = `It is so [1](${url}).`;
    expect(withCitations([text], [cited('Something else.')])).toEqual({ texts: [text], unplaced: [] });
  });

  it('go by the quotation where the claim is not to be found, and are told where neither is', () => {
    expect(withCitations(['“It is so, we found.” Well.'], [cited('')]).texts[0]).toContain(
      `found. ([A paper](${url}))`,
    );
    expect(withCitations(['Nothing.'], [cited('It is so.')]).unplaced).toHaveLength(1);
  });

  it('do not tear apart a longer claim', () => {
    const long = 'It is so. It was so.';
    const { texts } = withCitations([`${long} End.`], [cited('It is so.'), cited(long, { url: 'https://b.example/' })]);
    expect(texts[0]).toContain(long);
    expect(texts[0]).toContain('https://b.example/');
    expect(texts[0]).toContain(url);
  });
});
