import type { RecordView } from '../../../debate/view';
import type { ShownView, ViewRequest } from '../../../shared/views';
import { graphOf } from './graph';
import { scoresOf } from './scores';
import { verdictCard } from './verdictCard';
import { tribunalFacts, type TribunalRound } from '../../../debate/formats/tribunal/facts';
import { verdictsOf } from '../../../projections/formats/tribunal';
import type { TrackerRow } from '../../../debate/tasks/tribunal';
import type { Board, BoardIssue, BoardRound } from '../../../shared/protocol';
import { cutText } from '../../../debate/shortText';

/** The entries that may change what is looked at. */
const movingTypes: ReadonlySet<string> = new Set([
  ...(['setup', 'defense', 'critique', 'assessment', 'judges_ruling', 'note', 'ruling', 'announcement'] as const),
  ...(['argument', 'judgment', 'redaction', 'intervention'] as const),
  ...(['conclusion', 'verification_result'] as const),
]);

export const movesViews = (type: string): boolean => movingTypes.has(type);

function shownOf(view: RecordView, { view: name, spans }: ViewRequest): ShownView | undefined {
  switch (name) {
    case 'debate':
      return undefined;
    case 'verdict':
      return { view: name, verdict: verdictCard(view) };
    case 'board':
      return { view: name, board: boardOf(view) };
    case 'scores':
      return { view: name, scores: scoresOf(view) };
    case 'graph':
      return { view: name, graph: graphOf(view, spans) };
  }
}

/** Makes what one page looks at, and knows what it has been told: the same is not told twice. */
export class ViewMaker {
  #request: ViewRequest = { view: 'debate' };
  #told: string | undefined;

  /** Another view, or another part of one. */
  look(request: ViewRequest): void {
    this.#request = request;
    this.#told = undefined;
  }

  /** The page knows nothing (any more). */
  forget(): void {
    this.#told = undefined;
  }

  get isNeeded(): boolean {
    return this.#request.view !== 'debate';
  }

  /** Undefined where the page has it already, or looks at nothing but the entries. */
  next(view: RecordView): ShownView | undefined {
    const shown = shownOf(view, this.#request);
    if (shown === undefined) return undefined;
    const text = JSON.stringify(shown);
    if (text === this.#told) return undefined;
    this.#told = text;
    return shown;
  }
}

const longestReason = 400;

/** The issues as the Judge left them after each round: made from the record alone, as anyone may see it. */
export function boardOf(view: RecordView): Board {
  const facts = view.state.factsOf(tribunalFacts);
  const { ruling } = facts;
  const verdicts = verdictsOf(facts);
  return {
    rounds: facts.rounds.map((round) => roundOf(round)),
    issues: facts.tracker.map((row) => issueOf(view, row, verdicts.get(row.id))),
    ...(ruling === undefined ? {} : { ruling: { seq: ruling.seq } }),
  };
}

function roundOf({ round, assessment, failed, score }: TribunalRound): BoardRound {
  return {
    round,
    ...(assessment === undefined ? {} : { assessment }),
    ...(score?.advocate === undefined ? {} : { advocate: score.advocate }),
    ...(score?.critic === undefined ? {} : { critic: score.critic }),
    failed: [...failed],
  };
}

function issueOf(
  { mask }: RecordView,
  { id, title, status, severity, history }: TrackerRow,
  verdict: string | undefined,
): BoardIssue {
  return {
    id: mask.text(id),
    title: mask.text(title),
    status,
    ...(severity === undefined ? {} : { severity }),
    marks: history.map(({ round, status: then, severity: weight, reason }, index) => ({
      round,
      status: then,
      isNew: index === 0,
      ...(weight === undefined ? {} : { severity: weight }),
      ...(reason === undefined || reason === '' ? {} : { reason: cutText(mask.text(reason), longestReason) }),
    })),
    ...(verdict === undefined ? {} : { verdict }),
  };
}
