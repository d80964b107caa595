import * as l10n from '@vscode/l10n';
import { issuesOf } from '../../../debate/entry';
import { taskOutputs, type TaskRequest } from '../../../debate/tasks';
import type { SeatField, SeatInput, SeatValues } from '../../../shared/protocol';
import { Answer } from './answer';
import { seatForm } from './seatForm';

/** The output of a task, as a person gave it; or what is missing in it, in words for that person. */
export type SeatAnswer = { output: unknown } | { problems: string[] };

export function seatAnswer(request: Pick<TaskRequest, 'kind' | 'input'>, values: SeatValues): SeatAnswer {
  const form = seatForm(request);
  const answer = new Answer(form.fields, values);
  const problems = form.fields.flatMap((field) => (answer.isAsked(field) ? missingIn(answer, field) : []));
  if (problems.length > 0) return { problems };
  const output = form.output(answer);
  const parsed = taskOutputs[request.kind].safeParse(output);
  return parsed.success
    ? { output }
    : { problems: output === undefined ? [l10n.t('This is no valid JSON.')] : issuesOf(parsed.error) };
}

function missingIn(answer: Answer, field: SeatField): string[] {
  if (field.isRequired === true && answer.isEmpty(field)) return [missing(field)];
  if (field.kind !== 'rows') return [];
  const lacking = answer
    .rows(field.id)
    .flatMap((row, index) =>
      field.fields
        .filter((input) => input.isRequired === true && (row[input.id] ?? '') === '')
        .map((input) => ({ input, number: index + 1 })),
    );
  return lacking.map(({ input, number }) =>
    l10n.t('{0}, {1}: “{2}” is still empty.', field.label, number, input.label),
  );
}

const missing = ({ label, kind }: Pick<SeatField | SeatInput, 'label' | 'kind'>): string =>
  kind === 'choice' ? l10n.t('“{0}” is still to be chosen.', label) : l10n.t('“{0}” is still empty.', label);
