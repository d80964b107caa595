import { describe, expect, it } from 'vitest';
import { boardOf } from '../../../../src/projections/formats/board';
import { graphFile, graphOf, graphPart, mostDrawn, scoresOf } from '../../../../src/ui/panel/views/graph';
import { verdictCard } from '../../../../src/ui/panel/views/verdictCard';
import { projectionIn } from '../../../../src/projections/formats/registry';
import { roundsPlanned } from '../../../../src/projections/formats/tribunal';
import { english } from '../../../../src/projections/vocabulary';
import { progressWords } from '../../../../src/projections/words';
import type { DebateState } from '../../../../src/debate/fold/state';
import type { Draft } from '../../../../src/debate/log/entry';
import { dialecticEntries, dialecticSteps, sixtyArguments } from '../../../support/formats/dialecticRecord';
import { viewOf } from '../../../support/formats/inMemory';
import { entriesOf } from '../../../support/formats/stepped';
import { tribunalEntries } from '../../../support/formats/tribunalRecord';

const hundredths = (points: number): number => Math.round(points * 100);

const viewsIn = (state: DebateState) => projectionIn(state).views(state);

function progressOf({ state }: { state: DebateState }): string {
  const made = projectionIn(state).progress?.(state);
  return made === undefined ? '' : progressWords(english, made);
}

describe('the board', () => {
  const board = boardOf(viewOf(tribunalEntries({ rounds: 3, planned: 4, isUnderWay: true })));

  it('has a mark for each round that an issue was assessed in, and none before it was raised', () => {
    expect(
      board.issues.map(
        ({ id, marks }) =>
          `${id} ${marks.map(({ round, status, isNew }) => `${round}${status.charAt(0)}${isNew ? '!' : ''}`).join(' ')}`,
      ),
    ).toEqual([...['I1 1o! 2o 3r', 'I2 1o! 2s 3s', 'I3 1o! 2r 3r', 'I4 2o! 3o', 'I5 2o! 3r', 'I6 3o!']]);
    expect(board.issues.every(({ verdict }) => verdict === undefined)).toBe(true);
    expect(board.ruling).toBeUndefined();
  });

  it('knows the assessment of each round, and of the one under way that there is none', () => {
    const view = viewOf(tribunalEntries({ rounds: 3, planned: 4, isUnderWay: true }));
    expect(
      board.rounds.map(({ round, assessment }) => [
        round,
        assessment === undefined ? undefined : view.raw(assessment)?.type,
      ]),
    ).toEqual([
      ...[
        [1, 'assessment'],
        [2, 'assessment'],
        [3, 'assessment'],
        [4, undefined],
      ],
    ]);
    expect(board.rounds[0]).toMatchObject({ advocate: 6, critic: 6 });
  });

  it('says the verdicts once it is ruled, and where', () => {
    const view = viewOf(tribunalEntries({ rounds: 4, isRuled: true }));
    const ruled = boardOf(view);
    expect(ruled.issues.map(({ verdict }) => verdict)).toEqual([
      'ACCEPTED',
      'REVISION REQUIRED',
      'ACCEPTED',
      'REJECTED',
      'ACCEPTED',
      'REVISION REQUIRED',
    ]);
    expect(view.raw(ruled.ruling?.seq ?? -1)?.type).toBe('judges_ruling');
  });

  it('has no total of rounds before the Judge has planned them', () => {
    const planned = (shape: Parameters<typeof tribunalEntries>[0]) => {
      const view = viewOf(tribunalEntries(shape));
      return [roundsPlanned(view.state), progressOf(view)];
    };
    expect(planned({ rounds: 0, planned: 'auto' })).toEqual([undefined, 'The Judge plans the rounds']);
    expect(planned({ rounds: 2, planned: 'auto' })).toEqual([undefined, 'Round 2']);
    expect(planned({ rounds: 2, planned: 4 })).toEqual([4, 'Round 2 of 4']);
    expect(planned({ rounds: 0, planned: 1 })).toEqual([1, '1 round']);
    // When it has ruled, what was planned matters to nobody any more.
    expect(planned({ rounds: 2, planned: 4, isRuled: true })).toEqual([4, '2 rounds']);
  });
});

describe('the verdict', () => {
  it('has the graph in small where there are arguments, and of other debates none', () => {
    const { graph } = verdictCard(viewOf(dialecticEntries({ exchanges: 3 })));
    expect(graph?.nodes.length).toBe(graph?.total);
    expect(graph?.total).toBeGreaterThan(0);
    expect(verdictCard(viewOf(dialecticEntries({ exchanges: 0, requested: 2 })))).not.toHaveProperty('graph');
    expect(verdictCard(viewOf(tribunalEntries({ rounds: 2 })))).not.toHaveProperty('graph');
  });
});

describe('the verdict on a page', () => {
  it('lists as many issues as are read at a glance, and says how many more have a verdict', () => {
    const ruledOn = (count: number) => {
      const verdicts = Array.from({ length: count }, (_, at) => ({
        issue: `I${at + 1}`,
        verdict: 'REJECTED',
        reason: 'It was not shown.',
      }));
      const card = verdictCard(viewOf(tribunalEntries({ rounds: 2, isRuled: true, ruled: { verdicts } })));
      return [card.issues.length, card.moreIssues];
    };
    expect(ruledOn(40)).toEqual([40, undefined]);
    expect(ruledOn(43)).toEqual([40, 3]);
  });

  it('is told when the debate began, which only the page writes in the reader’s language; nothing where that is no time', () => {
    const entries = tribunalEntries({ rounds: 2 });
    const card = verdictCard(viewOf(entries));
    expect(card.begun).toBe(Date.parse(entries[0]?.timestamp ?? ''));
    expect(card.about).toEqual(['tribunal', '2 debaters']);
    const [first, ...rest] = entries;
    const timeless = first === undefined ? [] : [{ ...first, timestamp: 'once' }, ...rest];
    expect(verdictCard(viewOf(timeless)).begun).toBeUndefined();
  });
});

describe('the scores', () => {
  const view = viewOf(dialecticEntries(sixtyArguments));
  const scores = scoresOf(view);

  it('give both sides the same with opposite signs after each exchange, as often as a score was moved', () => {
    expect(scores.exchanges.map(({ exchange }) => exchange)).toEqual(Array.from({ length: 28 }, (_, index) => index));
    for (const { proposition, opposition } of scores.exchanges)
      expect(hundredths(proposition) + hundredths(opposition)).toBe(0);
    expect(scores.arguments.some(({ history }) => history.length > 1)).toBe(true);
  });

  it('come to the sum of what the arguments are worth', () => {
    const sum = (side: string) =>
      scores.arguments
        .filter((one) => one.side === side)
        .reduce((total, { score }) => total + hundredths(score ?? 0), 0);
    const last = scores.exchanges.at(-1);
    expect(hundredths(scores.totals.proposition)).toBe(sum('proposition'));
    expect(hundredths(last?.proposition ?? Number.NaN)).toBe(sum('proposition'));
    expect(hundredths(last?.opposition ?? Number.NaN)).toBe(sum('opposition'));
  });

  it('tell the spread of several passes in points', () => {
    const passed = scoresOf(viewOf(dialecticEntries({ exchanges: 1, passes: 3 })));
    for (const { history } of passed.arguments) {
      expect(history[0]?.spread).toBeGreaterThanOrEqual(0);
      expect(history[0]?.spread).toBeLessThan(0.2);
    }
  });

  it('have no words left of a struck argument', () => {
    const { seq = -1, title = '' } = scores.arguments[3] ?? {};
    const redaction: Draft = {
      phase: 'system',
      speaker: 'moderator',
      type: 'redaction',
      target_seq: seq,
      content: `REDACTED: seq ${seq}. Reason: made up. Entry is struck from the record.`,
      data: { kind: 'fabricated', rule: '12', reason: 'made up', url: 'workspace:none.md' },
    };
    const redacted = viewOf(entriesOf([...dialecticSteps({ exchanges: 2 }), { step: 'finding', drafts: [redaction] }]));
    const shown = [scoresOf(redacted).arguments, graphOf(redacted).nodes].map((all) =>
      all.find((one) => one.seq === seq),
    );
    for (const argument of shown) expect(argument).toMatchObject({ redacted: true, title: '', claim: '' });
    expect(title).not.toBe('');
    expect(graphOf(redacted).edges.some(({ from }) => from === shown[0]?.id)).toBe(false);
  });
});

describe('the graph', () => {
  const view = viewOf(dialecticEntries(sixtyArguments));

  it('has a place for all of sixty arguments, and none stands on another', () => {
    const graph = graphOf(view);
    expect(graph).toMatchObject({ total: 60, isCut: false });
    expect(graph.nodes).toHaveLength(60);
    for (const [index, one] of graph.nodes.entries()) {
      for (const other of graph.nodes.slice(index + 1)) {
        const isApart =
          Math.abs(one.x - other.x) >= (one.width + other.width) / 2 ||
          Math.abs(one.y - other.y) >= (one.height + other.height) / 2;
        expect(isApart, `${one.id} and ${other.id}`).toBe(true);
      }
    }
  });

  it('of one exchange has its arguments and those that they have to do with', () => {
    const graph = graphOf(view, [{ from: 3, to: 3 }]);
    const own = graph.nodes.filter(({ isContext }) => !isContext);
    expect(own.map(({ exchange }) => exchange)).toEqual([3, 3]);
    const ids = new Set(own.map(({ id }) => id));
    for (const { from, to } of graph.edges) expect(ids.has(from) || ids.has(to)).toBe(true);
    for (const { id, isContext } of graph.nodes)
      if (isContext)
        expect(
          graph.edges.some(({ from, to }) => from === id || to === id),
          id,
        ).toBe(true);
    expect(graph.exchanges).toHaveLength(28);
  });

  it('draws the latest exchanges where there are more than anybody reads, and those that are asked for', () => {
    const long = viewOf(dialecticEntries({ exchanges: 500 }));
    const { part, isCut } = graphPart(long);
    expect(isCut).toBe(true);
    expect(part.nodes.length).toBeLessThanOrEqual(mostDrawn);
    expect(part.nodes.at(-1)?.exchange).toBe(499);
    const asked = graphPart(long, [{ from: 10, to: 19 }]);
    expect(asked.isCut).toBe(false);
    expect(asked.part.nodes.filter(({ exchange }) => exchange >= 10 && exchange <= 19)).toHaveLength(20);
  });

  it('as a file names the motion and every argument', () => {
    const { path, text } = graphFile(view, '/debates/one', []);
    expect(path).toBe('/debates/one/argument-graph.svg');
    expect(text).toContain('This house would charge every car');
    for (const { id } of graphOf(view).nodes) expect(text).toContain(id);
    expect(graphFile(view, '/debates/one', [{ from: 1, to: 1 }]).text).not.toContain('prop_027');
  });
});

describe('what can be looked at', () => {
  it('follows the format', () => {
    expect(viewsIn(viewOf(tribunalEntries({ rounds: 0, planned: 3 })).state)).toEqual(['debate', 'board']);
    expect(viewsIn(viewOf(dialecticEntries({ exchanges: 0, requested: 2 })).state)).toEqual([
      'debate',
      'scores',
      'graph',
    ]);
    expect(viewsIn(viewOf([]).state)).toEqual(['debate']);
  });

  it('says how many exchanges are judged and what is awaited', () => {
    expect(progressOf(viewOf(dialecticEntries({ exchanges: 2, requested: 3 })))).toBe(
      '2 of 3 exchanges judged · awaiting arguments',
    );
    expect(progressOf(viewOf(dialecticEntries({ exchanges: 3 })))).toBe('3 of 3 exchanges judged');
    const unjudged = dialecticSteps({ exchanges: 1, requested: 3 }).slice(0, -1);
    expect(progressOf(viewOf(entriesOf(unjudged)))).toBe('0 of 3 exchanges judged · awaiting the judgment');
  });
});
