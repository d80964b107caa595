import { webFlagsAgain, type WebFlags } from './webFlags';

/** What of a command line the record does not hold, and resuming needs again. */
export interface PassingFlags extends WebFlags {
  'base-url'?: string | undefined;
  search?: string | undefined;
  'trust-workspace': boolean;
}

/** With a space before each. Addresses are never taken from a record, and what may be searched is the user's to say at each run. */
export function resumeFlags(values: PassingFlags): string {
  const { 'base-url': baseUrl, search, 'trust-workspace': isTrusted } = values;
  return [
    ...(baseUrl === undefined ? [] : [`--base-url ${baseUrl}`]),
    ...(search === undefined ? [] : [`--search ${search}`]),
    ...webFlagsAgain(values),
    ...(isTrusted ? ['--trust-workspace'] : []),
  ]
    .map((flag) => ` ${flag}`)
    .join('');
}
