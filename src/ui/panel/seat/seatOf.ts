import * as l10n from '@vscode/l10n';
import { isStruck } from '../../../debate/state';
import type { TaskRequest, VisibleEntry } from '../../../debate/tasks';
import type { RecordView } from '../../../debate/view';
import type { Seat } from '../../../shared/protocol';
import type { AskedSeat } from '../../run/seatDesk';
import { seatCue } from './cue';
import { seatRules } from './rules';
import { seatForm } from './seatForm';

/** The seat that the page asks for first. What it quotes may have been struck since it was asked. */
export function seatOf(seats: readonly AskedSeat[], view: RecordView): Seat | undefined {
  const [asked] = seats;
  if (asked === undefined) return undefined;
  const { problems, refusals, isChecking, values } = asked;
  const request = asAnyoneMaySee(asked.request, view);
  const { id, agent, kind } = request;
  const form = seatForm(request);
  const seat: Seat = {
    id,
    agent,
    kind,
    title: form.title,
    cue: seatCue(request),
    rules: seatRules(request),
    problems: problems.map(inFormWords),
    refusals,
    fields: form.fields,
    isChecking,
    behind: seats.length - 1,
    values: values ?? form.values ?? {},
    // Without a decision there is no end of the debate: it can rest instead.
    canSkip: kind !== 'chair/conclude' && kind !== 'judge/rule',
  };
  return view.mask.value(seat);
}

/** The gate speaks of the fields of an answer, which a person never sees. */
const inFormWords = (problem: string): string =>
  problem
    .replace(/: acknowledges must hold \d+\.$/, () => l10n.t(': tick it under “Taken up”.'))
    .replace(/\b(?:opening_statement|new_point|closing_statement|source_challenge|clarification_request)\b/g, (type) =>
      type.replace('_', ' '),
    );

/** Entries that were struck since the task was given are no entries to answer or to quote. */
function asAnyoneMaySee(request: TaskRequest, { state }: RecordView): TaskRequest {
  const { input } = request;
  if (state.redactions.size === 0 || !('record' in input)) return request;
  const record = input.record.filter(({ seq, struck }: VisibleEntry) => struck !== undefined || !isStruck(state, seq));
  return { ...request, input: { ...input, record } };
}
