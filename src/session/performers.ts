import { readFile } from 'node:fs/promises';
import { TaskError, type Performer } from '../agents/performer';
import { parseScript, ScriptedPerformer } from '../agents/scripted';
import type { SetupData } from '../debate/entryData';
import { exists } from '../record/debateFolder';
import type { ProviderName } from './createDebate';
import { PlanError } from './plan';

/**
 * Who performs the tasks of a debate that is taken up. `offline` makes the offline performer, for those who need it.
 *
 * @throws PlanError `script_missing`; Error when the script is none.
 */
export async function performerFor(
  setup: SetupData,
  provider: ProviderName,
  offline: () => Promise<Performer>,
): Promise<Performer> {
  if (provider === 'offline') return await offline();
  const path = typeof setup['script'] === 'string' ? setup['script'] : '';
  const text = await readFile(path, 'utf8').catch(() => {
    throw new PlanError('script_missing', `The script of this debate, ${path}, cannot be read. Put it back, then resume.`);
  });
  const script = parseScript(text);
  const fallback = script['$fallback'] === 'offline' ? await offline() : undefined;
  return new ScriptedPerformer(script, fallback);
}

/** The Verifier is ready when the evidence can be reached: else every source would end as unverified. */
export function withEvidence(performer: Performer, setup: SetupData): Performer {
  const { root } = setup.evidence;
  return {
    provider: performer.provider,
    isLocal: performer.isLocal,
    canPerform: (kind, id) => performer.canPerform(kind, id),
    perform: (request, context) => performer.perform(request, context),
    ready: async (agent, signal) => {
      const isThere = root === null || (await exists(root));
      if (!isThere) throw new TaskError('evidence_missing', `The evidence folder ${root} is gone. Put it back, then resume.`);
      await performer.ready(agent, signal);
    },
  };
}
