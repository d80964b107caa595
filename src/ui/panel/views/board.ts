import { tribunalFacts, type TribunalRound } from '../../../debate/formats/tribunal/facts';
import { verdictsOf } from '../../../projections/formats/tribunal';
import type { TrackerRow } from '../../../debate/tasks/tribunal';
import type { RecordView } from '../../../debate/view';
import type { Board, BoardIssue, BoardRound } from '../../../shared/protocol';
import { cutText } from '../../../debate/shortText';

const longestReason = 400;

/** The issues as the Judge left them after each round: made from the record alone, as anyone may see it. */
export function boardOf(view: RecordView): Board {
  const facts = view.state.factsOf(tribunalFacts);
  const { ruling } = facts;
  const verdicts = verdictsOf(facts);
  return {
    rounds: facts.rounds.map((round) => roundOf(round)),
    issues: facts.tracker.map((row) => issueOf(view, row, verdicts.get(row.id))),
    ...(ruling === undefined ? {} : { ruling: { seq: ruling.seq, isEarly: ruling.early } }),
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
