import * as l10n from '@vscode/l10n';
import { ownOptions, type FormatOption } from '../../debate/flow/options';
import type { Format } from '../../debate/flow/step';
import * as z from 'zod';
import type { FieldsDraft, OptionField } from './formatUi';
import { formatUi } from './registry';

/** The fields of the page for the options of the format. */
export const optionFields = (format: Format, draft: FieldsDraft): OptionField[] =>
  ownOptions(format).flatMap((option) => [
    ...fieldOf(option, draft),
    ...[formatUi(format.name).fieldsBehind?.[option.key]?.(draft) ?? []].flat(),
  ]);

function fieldOf(option: FormatOption, { options, isOffline }: FieldsDraft): OptionField[] {
  const { name, key: id, label, choices, usual, schema, needsModels } = option;
  if (label === undefined || option.isMootWith?.(options) === true) return [];
  const hint = isOffline && needsModels !== undefined ? needsModels.hint : option.hint;
  const field = { id, label: label(l10n), value: shownText(option, options[name]), hint: hint?.(l10n) };
  if (choices === undefined) return [{ ...field, ...(schema instanceof z.ZodString && { isLong: true as const }) }];
  const offered = Object.entries(choices(l10n)).map(([value, text]) => ({ value, label: text }));
  const isOffered = (value: string): boolean => needsModels === undefined || !isOffline || value === String(usual);
  return [{ ...field, options: offered.filter(({ value }) => isOffered(value)) }];
}

/** What is usual stands for what the record does not say, or says in a way that cannot be used. */
function shownText({ schema, usual }: FormatOption, value: unknown): string {
  const known: unknown = z.safeParse(schema, value).data ?? usual ?? '';
  return typeof known === 'string' ? known : JSON.stringify(known);
}
