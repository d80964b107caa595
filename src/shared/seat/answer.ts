import type { SeatField, SeatValues } from '../protocol';

/** What a person has put into a form, read field by field. What a field is asked for only beside another value is left out. */
export class Answer {
  constructor(
    private readonly fields: readonly SeatField[],
    private readonly values: SeatValues,
  ) {}

  /** '' where nothing was given. */
  text(id: string): string {
    const value = this.#valueOf(id);
    return typeof value === 'string' ? value.trim() : '';
  }

  number(id: string): number {
    return numberIn(this.text(id));
  }

  /** The ticked values. */
  ticked(id: string): string[] {
    const value = this.#valueOf(id);
    return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
  }

  /** The rows in which something was given. */
  rows(id: string): Readonly<Record<string, string>>[] {
    const value = this.#valueOf(id);
    const rows = Array.isArray(value) ? value.filter((item) => typeof item === 'object') : [];
    return rows
      .map((row) => Object.fromEntries(Object.entries(row).map(([key, text]) => [key, text.trim()])))
      .filter((row) => Object.values(row).some((text) => text !== ''));
  }

  isAsked(field: Pick<SeatField, 'when'>): boolean {
    const { when } = field;
    return when === undefined || when.is.includes(this.text(when.field));
  }

  isEmpty(field: SeatField): boolean {
    if (field.kind === 'rows') return this.rows(field.id).length === 0;
    return field.kind === 'checks' ? this.ticked(field.id).length === 0 : this.text(field.id) === '';
  }

  #valueOf(id: string): SeatValues[string] | undefined {
    const field = this.fields.find((candidate) => candidate.id === id);
    return field !== undefined && this.isAsked(field) ? this.values[id] : undefined;
  }
}

/** Not a number where it is none: the task's schema then says so. */
export const numberIn = (text: string): number => (/^\d{1,15}$/.test(text.trim()) ? Number(text.trim()) : Number.NaN);

/** `3, seq 4 and 12` */
export const numbersIn = (text: string): number[] => (text.match(/\d{1,15}/g) ?? []).map(Number);

/** `+0.35`, `−0,1` and `.5`, as people write them; not a number where it is none. */
export function decimalIn(text: string): number {
  const plain = text.trim().replace('−', '-').replace(',', '.');
  return /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/.test(plain) ? Number(plain) : Number.NaN;
}
