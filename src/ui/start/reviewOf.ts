import * as l10n from '@vscode/l10n';
import { descriptorOf } from '../../models/providers';
import type { Review } from '../../shared/protocol';
import type { DraftRecord } from './draftRecord';
import { inFull, type FieldProblem } from './lineupProblems';
import { formatNamed } from '../../debate/formats/registry';
import { formatUi } from '../formats/registry';
import { estimateWords } from './estimateWords';
import { noticeWords, sendsWords } from './sendsWords';

export interface ReviewStanding {
  busy: Review['busy'];
  problems: readonly FieldProblem[];
  /** References of the models that are known. */
  models?: readonly string[];
}

/** A draft as the panel shows it. */
export function reviewOf(draft: DraftRecord, standing: ReviewStanding): Review {
  const { min_rounds, max_rounds, time_budget_minutes } = draft.limits;
  const { root, files, bytes, subject, leftOut, leftOutCount } = draft.gathered;
  const count = Object.keys(files).length + (draft.subjectText === undefined ? 0 : 1);
  // What was typed may be a model's name alone.
  const seated = { ...draft, debaters: inFull(draft.debaters, draft.provider) };
  const sending = { references: referencesOf(seated), endpoints: draft.endpoints, isWebRead: draft.isWebRead };
  const estimate = estimateWords(seated);
  return {
    draft: draft.id,
    topic: draft.topic,
    format: titleOf(draft.format),
    provider: draft.provider === 'offline' ? l10n.t('None (offline)') : descriptorOf(draft.provider).label(),
    parent: draft.parent,
    notice: noticeWords(sending),
    ...settingsOf(draft),
    limits: { minRounds: min_rounds, maxRounds: max_rounds, timeBudgetMinutes: time_budget_minutes },
    debaters: draft.debaters.map((debater) => ({ ...debater })),
    isRevised: draft.isRevised,
    ...(standing.busy === undefined ? {} : { busy: standing.busy }),
    problems: standing.problems.map((problem) => ({ ...problem })),
    evidence: {
      ...(root === null ? {} : { root }),
      files: count,
      bytes,
      subject: [...subject],
      leftOut: [...leftOut],
      leftOutCount,
    },
    sends: sendsWords(sending),
    ...(estimate === undefined ? {} : { estimate }),
    models: [...(standing.models ?? []), 'human', 'offline'],
  };
}

/** What the format alone knows, in words; nothing of a panel. */
function settingsOf({ format, options }: DraftRecord): Pick<Review, 'settings' | 'isFixed'> {
  if (formatNamed(format)?.seats === undefined) return {};
  return { isFixed: true, settings: formatUi(format).settings(options) };
}

function titleOf(name: string): string {
  const format = formatNamed(name);
  return format === undefined ? name : formatUi(name).title(format);
}

/** Of all roles and debaters. */
export const referencesOf = ({ models, debaters }: Pick<DraftRecord, 'models' | 'debaters'>): string[] => [
  ...Object.values(models),
  ...debaters.map(({ model }) => model),
];
