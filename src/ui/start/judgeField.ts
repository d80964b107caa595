import * as l10n from '@vscode/l10n';
import { judgesIn, plainAnswers } from '../../debate/flow/judges';
import { performing } from '../../debate/flow/seats';
import { formatNamed } from '../../debate/formats/registry';
import { dollars } from '../../matching/text/shortText';
import { estimateOf } from '../../session/plan/estimate';
import { judgeSeats } from '../../session/plan/judgePlan';
import { estimateRequest, type PlanSources } from '../../session/plan/planDebate';
import type { SeatOption, SetupField } from '../../shared/protocol';
import type { DraftRecord } from './draftRecord';

const offered = [0, 1, 3] as const;

/** Counts the file or selection that the debate is about, too. */
export const sourcesOf = ({ gathered, subjectText, isWebRead, isSearched }: DraftRecord): PlanSources => ({
  files: Object.keys(gathered.files).length + (subjectText === undefined ? 0 : 1),
  bytes: gathered.bytes,
  isWebRead,
  isSearched,
});

/** How the outcome is decided, with what each way costs; no question where no model decides. */
export function judgeFields(draft: DraftRecord): SetupField[] {
  const { format: name, models, provider, debaterModel } = draft;
  const format = formatNamed(name);
  const isLed = format?.roles.includes('judge') === true;
  const decider = (isLed ? models['judge'] : (models['conclusion'] ?? models['chair'])) ?? debaterModel;
  if (format === undefined || performing(decider, provider) !== 'model') return [];
  const count = judgesIn(draft).length;
  const counts = [...new Set([...offered, count])].sort((one, other) => one - other);
  return [
    {
      id: 'judges',
      label: l10n.t('Judges'),
      section: 'expert',
      value: String(count),
      hint: l10n.t('Judges read without names, each in both orders. Agreement means a stable verdict, no more.'),
      options: counts.map((one): SeatOption => ({ value: String(one), label: judgesLabel(draft, one, decider) })),
    },
    {
      id: 'plainAnswer',
      label: l10n.t('Plain answer'),
      section: 'expert',
      value: String(plainAnswers(draft)),
      hint: l10n.t('One model answers before the debate. It is sealed until the end, then shown beside the outcome.'),
      options: [0, 1].map((one): SeatOption => ({ value: String(one), label: plainLabel(draft, one) })),
    },
  ];
}

function plainLabel(draft: DraftRecord, count: number): string {
  const way = count === 0 ? l10n.t('None') : l10n.t('One, before the debate');
  return withCost(way, draft, { ...draft.options, baseline: count });
}

function judgesLabel(draft: DraftRecord, count: number, decider: string): string {
  const way =
    count === 0
      ? l10n.t('Once: decided in one reading')
      : count === 1
        ? l10n.t('Both orders: one judge reads twice')
        : l10n.t('{0} judges, each in both orders', count);
  const seats = judgeSeats(count, decider);
  const { judges: _judges, ...options } = draft.options;
  return withCost(way, draft, count === 0 ? options : { ...options, judges: seats });
}

/** The way with what the whole debate costs by it. */
function withCost(way: string, draft: DraftRecord, options: DraftRecord['options']): string {
  const plan = { ...draft, options };
  const estimate = estimateOf(estimateRequest(plan, sourcesOf(draft)));
  if (estimate === undefined || estimate.usd_high === 0) return way;
  return l10n.t('{0} ({1}–{2} in all)', way, dollars(estimate.usd_low), dollars(estimate.usd_high));
}
