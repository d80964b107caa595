import { proxyFromEnvironment } from '../research/fetch/proxyChoice';
import { archiveProblem, createWebAccess, type WebAccess } from '../session/webAccess';
import { UsageError } from './usage';

/** What may be reached on the web: the user's to say at each run, and never taken from a record. */
export const webFlags = {
  'no-web': { type: 'boolean', default: false },
  'allow-host': { type: 'string', multiple: true, default: [] as string[] },
  archive: { type: 'string', default: 'wayback' },
  proxy: { type: 'boolean', default: false },
} as const;

interface WebFlags {
  'no-web': boolean;
  'allow-host': string[];
  archive: string;
  proxy: boolean;
}

/** Undefined with `--no-web`. @throws UsageError */
export function webFrom(values: WebFlags): WebAccess | undefined {
  const { 'allow-host': allowedHosts, archive } = values;
  const problem = archiveProblem(archive);
  if (problem !== undefined) throw new UsageError(`--archive: ${problem}`);
  const proxy = values.proxy ? proxyFromEnvironment(process.env) : undefined;
  if (values.proxy && proxy === undefined) {
    throw new UsageError(
      '--proxy: the environment names none. Set HTTPS_PROXY, for example HTTPS_PROXY=http://proxy.example:8080, or leave out --proxy.',
    );
  }
  return values['no-web'] ? undefined : createWebAccess({ allowedHosts, archive, proxy });
}

/** The flags again, for resuming. */
const webFlagsAgain = (values: WebFlags): string[] => [
  ...(values['no-web'] ? ['--no-web'] : []),
  ...values['allow-host'].map((host) => `--allow-host ${host}`),
  ...(values.archive === webFlags.archive.default ? [] : [`--archive ${values.archive}`]),
  ...(values.proxy ? ['--proxy'] : []),
];

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
