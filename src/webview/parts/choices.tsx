import type { SeatOption } from '../../shared/protocol';

/** What a `select` offers. */
export const Options = ({ options }: { options: readonly SeatOption[] }) => (
  <>
    {options.map(({ value, label }) => (
      <option key={value} value={value}>
        {label}
      </option>
    ))}
  </>
);

/** Of an input, whose `list` is the id. */
export const Suggestions = ({ id, values }: { id: string; values: readonly string[] }) => (
  <datalist id={id}>
    {values.map((value) => (
      <option key={value} value={value} />
    ))}
  </datalist>
);
