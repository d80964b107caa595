import type { IssueStatus, Severity } from '../../debate/log/entryData';
import { tribunalFacts, type TribunalRound, visibleTracker } from '../../debate/formats/tribunal/facts';
import { cutText } from '../../matching/text/shortText';
import type { DebateState } from '../../debate/fold/state';
import type { TrackerRow } from '../../debate/flow/tasks/tribunal';
import type { RecordView } from '../../debate/fold/view';
import { verdictsOf } from './tribunal';

/** How an issue stood after a round. */
export interface IssueMark {
  round: number;
  status: IssueStatus;
  severity?: Severity | undefined;
  reason?: string;
  /** Raised in this round. */
  isNew: boolean;
}

export interface BoardIssue {
  id: string;
  title: string;
  status: IssueStatus;
  severity?: Severity | undefined;
  /** Marks for each round assessed since the issue was raised, oldest first. */
  marks: IssueMark[];
  /** `ACCEPTED` …, once it is ruled. */
  verdict?: string | undefined;
}

export interface BoardRound {
  round: number;
  /** The Judge's assessment. */
  assessment?: number | undefined;
  /** 0 to 10. */
  advocate?: number | undefined;
  critic?: number | undefined;
  /** Who was to speak in it and failed. */
  failed: string[];
}

export interface Board {
  rounds: BoardRound[];
  issues: BoardIssue[];
  ruling?: { seq: number };
}

/** Their words are as the record has them. */
export const trackedIssues = (state: DebateState): readonly TrackerRow[] => state.factsOf(tribunalFacts).tracker;

const longestReason = 400;

/** Made from the record alone, as anyone may see it. */
export function boardOf(view: RecordView): Board {
  const facts = view.state.factsOf(tribunalFacts);
  const { ruling } = facts;
  const verdicts = verdictsOf(facts);
  return {
    rounds: facts.rounds.map(roundOf),
    issues: visibleTracker(view).map((row) => issueOf(view, row, verdicts.get(row.id))),
    ...(ruling === undefined ? {} : { ruling: { seq: ruling.seq } }),
  };
}

function roundOf({ round, assessment, failed, score }: TribunalRound): BoardRound {
  return {
    round,
    assessment,
    advocate: score?.advocate,
    critic: score?.critic,
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
    severity,
    marks: history.map(({ round, status: then, severity: weight, reason }, index) => ({
      round,
      status: then,
      isNew: index === 0,
      severity: weight,
      ...(reason === undefined || reason === '' ? {} : { reason: cutText(mask.text(reason), longestReason) }),
    })),
    verdict,
  };
}
