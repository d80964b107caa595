/** What a user said of one debater; any part may be missing. */
export interface Hint {
  name?: string;
  persona?: string;
  starting_position?: string;
  incentives?: string;
  model?: string;
}

/** Without white-space runs and empty fields. */
export function clean(seat: { readonly [K in keyof Hint]?: string | undefined }): Hint {
  return Object.fromEntries(
    Object.entries(seat)
      .map(([key, value]) => [key, value?.replace(/\s+/g, ' ').trim()] as const)
      .filter(([, value]) => value !== undefined && value !== ''),
  );
}
