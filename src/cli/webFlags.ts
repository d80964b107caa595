import { createWebAccess, type WebAccess } from '../session/webAccess';

/** What may be reached on the web: the user's to say at each run, and never taken from a record. */
export const webFlags = {
  'no-web': { type: 'boolean', default: false },
  'allow-host': { type: 'string', multiple: true, default: [] as string[] },
} as const;

export interface WebFlags {
  'no-web': boolean;
  'allow-host': string[];
}

/** Undefined with `--no-web`. @throws UsageError */
export function webFrom(values: WebFlags): WebAccess | undefined {
  return values['no-web'] ? undefined : createWebAccess({ allowedHosts: values['allow-host'] });
}

/** The flags again, for resuming. */
export const webFlagsAgain = (values: WebFlags): string[] => [
  ...(values['no-web'] ? ['--no-web'] : []),
  ...values['allow-host'].map((host) => `--allow-host ${host}`),
];
