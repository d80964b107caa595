import type { SeatField, SeatValues } from '../protocol';

/** A citation for the form of a seat: a row of the field `field`. */
export interface SeatCitation {
  field: string;
  row: { url: string; quote: string };
}

type CitingField = Extract<SeatField, { kind: 'rows' }>;

/** The field whose rows cite sources; undefined for a form that cites none. */
export const citingField = (fields: readonly SeatField[]): CitingField | undefined =>
  fields.find(
    (field): field is CitingField =>
      field.kind === 'rows' && ['url', 'quote'].every((name) => field.fields.some(({ id }) => id === name)),
  );

type Row = Readonly<Record<string, string>>;

const rowsOf = (values: SeatValues, field: string): Row[] => {
  const value = values[field];
  return Array.isArray(value) ? value.filter((row): row is Row => typeof row === 'object') : [];
};

const isEmpty = (row: Row): boolean => Object.values(row).every((text) => text.trim() === '');

/** Whether the form has room for one more citation. */
export const hasRoom = ({ id, most }: CitingField, values: SeatValues): boolean =>
  rowsOf(values, id).filter((row) => !isEmpty(row)).length < most;

/** The values with the citation in the first empty row, else in a row of its own. All that was typed stays. */
export function withCitation(values: SeatValues, { field, row }: SeatCitation): SeatValues {
  const rows = rowsOf(values, field);
  const free = rows.findIndex(isEmpty);
  return {
    ...values,
    [field]: free === -1 ? [...rows, row] : rows.map((one, at) => (at === free ? { ...one, ...row } : one)),
  };
}
