/**
 * Samples: debates that were written beforehand, one for each format, with their evidence. A record names its sample as
 * `sample:panel`, script and evidence root alike.
 */

const prefix = 'sample:';

export const sampleReference = (name: string): string => `${prefix}${name}`;

/** The sample that a script or an evidence root of a record names; undefined where it names none. */
export const sampleNamed = (reference: unknown): string | undefined =>
  typeof reference === 'string' && reference.startsWith(prefix) ? reference.slice(prefix.length) : undefined;

export const isSample = (setup: object | undefined): boolean =>
  setup !== undefined && 'script' in setup && sampleNamed(setup.script) !== undefined;

/** What every reader of a sample is told. */
export const sampleWords = 'scripted sample: the words were written beforehand; gates, checks and record are live';
