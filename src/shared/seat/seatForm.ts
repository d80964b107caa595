import * as l10n from '@vscode/l10n';
import * as z from 'zod';
import { issuesOf } from '../../debate/log/entry';
import { isRedacted } from '../../debate/fold/state';
import { type TaskKind, type TaskRequest, taskOutputs, type VisibleEntry } from '../../debate/flow/tasks';
import type { RecordView } from '../../debate/fold/view';
import type { Seat, SeatField, SeatInput, SeatValues } from '../protocol';
import { FormAnswer, decimalIn, jsonForm, type SeatForm } from './form';
import { seatTasks } from './formats/registry';

type SeatRequest<K extends TaskKind> = Pick<TaskRequest<K>, 'kind' | 'input'>;

export const seatForm = <K extends TaskKind>({ kind, input }: SeatRequest<K>): SeatForm =>
  seatTasks[kind]?.form(input) ?? plainForm(kind);

export function seatBriefing<K extends TaskKind>({
  kind,
  input,
}: SeatRequest<K>): Pick<Seat, 'prompt' | 'rules' | 'canSkip'> {
  const task = seatTasks[kind];
  return {
    prompt: (task?.prompt?.(input) ?? []).filter(({ lines }) => lines.length > 0),
    rules: task?.rules?.(input) ?? [],
    canSkip: task?.isDecision !== true,
  };
}

/** Form of a task without its own: what its schema asks for, empty. */
const plainForm = (kind: TaskKind): SeatForm => jsonForm(kind, emptyOf(taskOutputs[kind]));

function emptyOf(schema: z.core.$ZodType): unknown {
  if (schema instanceof z.ZodObject) {
    const shape = Object.entries<z.core.$ZodType>(schema.shape);
    return Object.fromEntries(
      shape.filter(([, value]) => !(value instanceof z.ZodOptional)).map(([name, value]) => [name, emptyOf(value)]),
    );
  }
  if (schema instanceof z.ZodArray) return [emptyOf(schema.element)];
  if (schema instanceof z.ZodNullable) return null;
  if (schema instanceof z.ZodDefault) return emptyOf(schema.unwrap());
  if (schema instanceof z.ZodEnum) return schema.options[0];
  if (schema instanceof z.ZodNumber) return 0;
  return schema instanceof z.ZodBoolean ? false : '';
}

export interface AskedSeat {
  readonly request: TaskRequest;
  /** What was wrong with the answer before, in words for its author. */
  readonly problems: readonly string[];
  readonly refusals: number;
  /** What was typed before. */
  readonly values: SeatValues | undefined;
  /** It is held against the rules, or was taken and is not in the log yet. */
  readonly isChecking: boolean;
  readonly cited?: Seat['cited'];
}

/** The seat that is asked for first. What it quotes may have been redacted since. */
export function seatOf(seats: readonly AskedSeat[], view: RecordView): Seat | undefined {
  const [asked] = seats;
  if (asked === undefined) return undefined;
  const { problems, refusals, isChecking, values, cited } = asked;
  const request = asAnyoneMaySee(asked.request, view);
  const { id, agent, kind } = request;
  const form = seatForm(request);
  const seat: Seat = {
    id,
    agent,
    kind,
    title: form.title,
    ...seatBriefing(request),
    problems: problems.map(inFormWords),
    refusals,
    fields: form.fields,
    isChecking,
    cited,
    behind: seats.length - 1,
    values: values ?? form.values ?? {},
  };
  return view.mask.value(seat);
}

/** The gate names fields of an answer, which a person never sees. */
const inFormWords = (problem: string): string =>
  problem
    .replace(/, or have \d+ in acknowledges\.$/, () => l10n.t(', or tick it under “Taken up”.'))
    .replace(/\b(?:opening_statement|new_point|closing_statement|source_challenge|clarification_request)\b/g, (type) =>
      type.replace('_', ' '),
    );

/** Entries redacted since the task was given are not to be answered or quoted. */
function asAnyoneMaySee(request: TaskRequest, { state }: RecordView): TaskRequest {
  const { input } = request;
  if (state.redactions.size === 0 || !('record' in input)) return request;
  const record = input.record.filter(
    ({ seq, redacted }: VisibleEntry) => redacted !== undefined || !isRedacted(state, seq),
  );
  return { ...request, input: { ...input, record } };
}

/** The output as a person gave it, or what is missing, in words for that person. */
type SeatAnswer = { output: unknown } | { problems: string[] };

export function seatAnswer(request: Pick<TaskRequest, 'kind' | 'input'>, values: SeatValues): SeatAnswer {
  const form = seatForm(request);
  const answer = new FormAnswer(form.fields, values);
  const problems = form.fields.flatMap((field) => (answer.isAsked(field) ? missingIn(answer, field) : []));
  if (problems.length > 0) return { problems };
  const output = form.output === undefined ? answer.byField() : form.output(answer);
  const parsed = taskOutputs[request.kind].safeParse(output);
  return parsed.success
    ? { output }
    : { problems: output === undefined ? [l10n.t('This is no valid JSON.')] : issuesOf(parsed.error) };
}

function missingIn(answer: FormAnswer, field: SeatField): string[] {
  if (field.isRequired === true && answer.isEmpty(field)) return [missing(field)];
  if (field.kind !== 'rows') return isNoNumber(field, answer.text(field.id)) ? [noNumber(field.label)] : [];
  return answer
    .rows(field.id)
    .flatMap((row, index) => field.fields.flatMap((input) => missingInRow(field, row, { input, number: index + 1 })));
}

function missingInRow(
  { label }: SeatField,
  row: Readonly<Record<string, string>>,
  { input, number }: { input: SeatInput; number: number },
): string[] {
  const text = row[input.id] ?? '';
  if (input.isRequired === true && text === '')
    return [l10n.t('{0}, {1}: “{2}” is still empty.', label, number, input.label)];
  return isNoNumber(input, text) ? [noNumber(`${label}, ${number}: ${input.label}`)] : [];
}

const isNoNumber = (field: SeatField, text: string): boolean =>
  field.kind === 'text' && field.isDecimal === true && text !== '' && Number.isNaN(decimalIn(text));

const noNumber = (label: string): string => l10n.t('“{0}” is no number; write it as 0.35 or -0.35.', label);

const missing = ({ label, kind }: Pick<SeatField | SeatInput, 'label' | 'kind'>): string =>
  kind === 'choice' ? l10n.t('“{0}” is still to be chosen.', label) : l10n.t('“{0}” is still empty.', label);
