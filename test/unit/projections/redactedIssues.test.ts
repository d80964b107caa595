import { expect, it } from 'vitest';
import type { Draft } from '../../../src/debate/log/entry';
import { boardOf } from '../../../src/projections/formats/board';
import { namedIn } from '../../../src/projections/formats/registry';
import { discussion } from '../../../src/reports/tribunal/contribution';
import { tribunalReports } from '../../../src/reports/tribunal/tribunalReports';
import { verdictCard } from '../../../src/ui/panel/views/verdictCard';
import { childrenOf } from '../../../src/ui/library/treeModel';
import { assessInput, ruleInput, sideInput } from '../../../src/debate/formats/tribunal/inputs';
import type { RecordView } from '../../../src/debate/fold/view';
import { entriesOf } from '../../support/formats/stepped';
import { viewOf } from '../../support/formats/inMemory';
import { tribunalSteps } from '../../support/formats/tribunalRecord';

/** Shorter than what the mask hides by itself. */
const title = 'Two gateways may disagree';
const rest = 'Not assessed again';

/** Issue I4 was raised in round 2; these assessments of three are redacted. */
function redactedIn(rounds: readonly number[], isRuled = false): RecordView {
  const steps = tribunalSteps({ rounds: 3, isRuled });
  const written = entriesOf(steps).filter(({ type }) => type === 'assessment');
  const redaction = (round: number): Draft => ({
    phase: 'system',
    speaker: 'moderator',
    type: 'redaction',
    target_seq: written[round - 1]?.seq ?? -1,
    content: 'REDACTED. Reason: made up. Entry is struck from the record.',
    data: { kind: 'fabricated', rule: '12', reason: 'made up' },
  });
  return viewOf(entriesOf([...steps, { step: 'struck', drafts: rounds.map(redaction) }]));
}

/** Each place that names the issue, by what it says. */
function places(view: RecordView): Record<string, string> {
  const tree = { folder: '/d', view, problems: [], documents: [] };
  const [advocate] = view.state.debaters;
  const tracker = tribunalReports.documents(view).find(({ name }) => name === 'issue-tracker.md');
  return Object.fromEntries(
    Object.entries({
      board: boardOf(view).issues,
      named: namedIn(view),
      verdict: verdictCard(view),
      tree: childrenOf({ key: 'issues' }, tree),
      tracker: tracker?.build(view),
      discussion: discussion(view)?.claims.filter(({ id }) => id === 'I4'),
      side: advocate === undefined ? '' : sideInput(view, advocate, 'advocate', 3).tracker,
      assess: assessInput(view, 3, 3).tracker,
      rule: ruleInput(view, 'final').tracker,
    }).map(([place, said]) => [place, JSON.stringify(said)]),
  );
}

const naming = (view: RecordView, words: string): string[] =>
  Object.entries(places(view)).flatMap(([place, said]) => (said.includes(words) ? [place] : []));

it('issues lose their titles everywhere when all assessments that have them are struck', () => {
  const everywhere = Object.keys(places(redactedIn([])));
  expect(naming(redactedIn([]), title)).toEqual(everywhere);
  for (const isRuled of [false, true]) expect(naming(redactedIn([1, 2, 3], isRuled), title)).toEqual([]);
  const view = redactedIn([1, 2, 3]);
  expect(boardOf(view).issues.map(({ id, title: shown }) => `${id} ${shown}`)).toContain('I4 [REDACTED]');
  // A point that has no words left is none to debate.
  expect(verdictCard(view).hasOpen).toBe(false);
});

it('issues keep their titles while one assessment that has them stands, without the reasons of those that are struck', () => {
  const view = redactedIn([1, 2]);
  expect(naming(view, title)).toEqual(Object.keys(places(view)));
  const marks = boardOf(view).issues.find(({ id }) => id === 'I4')?.marks;
  expect(marks?.map(({ reason = rest }) => reason === '[REDACTED]')).toEqual([true, false]);
});
