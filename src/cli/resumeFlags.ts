/** What of a command line the record does not hold, and resuming needs again. */
export interface PassingFlags {
  'base-url'?: string | undefined;
  search?: string | undefined;
  'no-web': boolean;
  'trust-workspace': boolean;
}

/** With a space before each. Addresses are never taken from a record, and what may be searched is the user's to say at each run. */
export function resumeFlags(values: PassingFlags): string {
  const { 'base-url': baseUrl, search, 'no-web': isOffline, 'trust-workspace': isTrusted } = values;
  return [
    ...(baseUrl === undefined ? [] : [`--base-url ${baseUrl}`]),
    ...(search === undefined ? [] : [`--search ${search}`]),
    ...(isOffline ? ['--no-web'] : []),
    ...(isTrusted ? ['--trust-workspace'] : []),
  ]
    .map((flag) => ` ${flag}`)
    .join('');
}
