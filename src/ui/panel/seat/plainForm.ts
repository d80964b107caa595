import * as l10n from '@vscode/l10n';
import * as z from 'zod';
import { taskOutputs, type TaskKind } from '../../../debate/tasks';
import type { SeatForm } from './form';

/** An answer that is too rich for a form: as JSON, with its shape to begin with. */
export const jsonForm = (title: string, shape: unknown): SeatForm => ({
  title,
  fields: [{ kind: 'text', id: 'json', label: l10n.t('Answer as JSON'), isRequired: true }],
  values: { json: JSON.stringify(shape, undefined, 2) },
  output: (answer) => jsonIn(answer.text('json')),
});

/** Undefined where it is none; the task's schema refuses that. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Of a task for which nobody made a form: what its schema asks for, empty. */
export const plainForm = (kind: TaskKind): SeatForm => jsonForm(kind, emptyOf(taskOutputs[kind]));

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
