import { version } from '../../package.json';
import type { Draft } from '../debate/entry';
import { recordVersion } from '../debate/version';
import { importedProvider, type Limits, type SetupData } from '../debate/entryData';
import { defaultLimits } from '../debate/state';
import type { Format } from '../debate/step';
import { stepMark } from './imported';

/** Who imports, and what from: the setup's `imported`. */
export interface Provenance {
  /** The folder, as it was given. */
  from: string;
  /** ISO 8601. */
  at: string;
  /** The other system. */
  system: string;
  /** What the other system recorded of the debate as a whole, as it stood. */
  stated?: Record<string, unknown>;
  /** How the entries got their times, in a sentence. */
  times: string;
}

export const engineVersion: string = version;

interface ImportedSetup {
  format: Format;
  topic: string;
  options: Record<string, unknown>;
  limits: Partial<Limits>;
  provenance: Provenance;
  content: string;
}

/**
 * The setup of an imported debate. Its seats are the format's own, its provider `imported`: nobody performs in it until the user names
 * somebody, and what was said in it is nobody's whom we know.
 */
export function importedSetup({ format, topic, options, limits, provenance, content }: ImportedSetup): Draft {
  const data = {
    record_version: recordVersion,
    engine_version: engineVersion,
    topic,
    format: format.name,
    options,
    debaters: (format.seats ?? []).map((seat) => ({ ...seat, model: importedProvider })),
    models: Object.fromEntries(format.roles.map((role) => [role, importedProvider])),
    limits: { ...defaultLimits, ...limits },
    evidence: { root: null, files: [] },
    prompts: {},
    provider: importedProvider,
    imported: { ...provenance, tool: `rostrum ${engineVersion}` },
    step: stepMark('setup'),
  } satisfies SetupData;
  return { phase: 'system', speaker: format.host, type: 'setup', content, data };
}
