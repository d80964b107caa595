import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { parseScript, type Script } from '../../agents/scripted';
import { limitsSchema } from '../../debate/log/entryData';
import { sampleNamed, sampleReference } from '../../debate/flow/seats';
import { defaultLimits } from '../../debate/fold/state';
import { taskOutputs } from '../../debate/flow/tasks';
import { sha256 } from '../../record/sha256';
import type { DebatePlan } from '../plan/createDebate';
import { seatedDebaters } from '../plan/formatPlan';
import { formatOf } from '../plan/plan';
import { PlanError } from '../plan/planError';
import { evidenceOf, sampleFolder } from './sampleFolder';

const setupSchema = z.strictObject({
  topic: z.string().min(1),
  limits: limitsSchema.default(defaultLimits),
  options: z.record(z.string(), z.unknown()).default({}),
});

interface Sample {
  folder: string;
  script: Script;
  sha256: string;
}

async function readSample(name: string): Promise<Sample> {
  const folder = sampleFolder(name);
  if (folder === undefined)
    throw new PlanError(
      'sample_missing',
      `The sample ${name} is not part of this installation. Its debates can be read, not run.`,
    );
  const text = await readFile(join(folder, 'script.json'), 'utf8');
  // Line ends are no words: a checkout may change them.
  return { folder, script: parseScript(text), sha256: sha256(text.replaceAll('\r\n', '\n')) };
}

/** Plan of the sample that has the format's name. All of it is its own. @throws PlanError `sample_missing` */
export async function samplePlan(
  name: string,
  { parent, now }: Pick<DebatePlan, 'parent' | 'now'>,
): Promise<DebatePlan> {
  const { folder, script, sha256: scriptSha256 } = await readSample(name);
  const { topic, limits, options } = setupSchema.parse(script['$setup']);
  const format = formatOf({ format: name });
  const debaters =
    format.seats === undefined
      ? taskOutputs['chair/propose_lineup'].parse(script['lineup']).debaters
      : seatedDebaters(format, '');
  return {
    topic,
    format: name,
    options,
    parent,
    now,
    provider: 'scripted',
    debaters: debaters.map((debater) => ({ ...debater, model: 'scripted' })),
    limits: { ...limits, ...format.limits(options) },
    evidence: { root: sampleReference(name), files: await filesIn(evidenceOf(folder)), subject: [], leftOut: [] },
    script: sampleReference(name),
    scriptSha256,
  };
}

/** What an ignore file around the installation says is not meant for it. */
async function filesIn(folder: string): Promise<DebatePlan['evidence']['files']> {
  const paths = (await readdir(folder)).sort();
  return await Promise.all(
    paths.map(async (path) => {
      const body = await readFile(join(folder, path));
      return { path, bytes: body.length, sha256: sha256(body) };
    }),
  );
}

/**
 * Undefined where a record names none. @throws PlanError `sample_missing`; `sample_changed` when it has other words than the record began
 * with.
 */
export async function sampleScript(named: string, hash: unknown): Promise<Script | undefined> {
  const name = sampleNamed(named);
  if (name === undefined) return undefined;
  const sample = await readSample(name);
  if (sample.sha256 === hash) return sample.script;
  const message = `The sample ${name} has other words in this version of Rostrum than when this debate began. It can be read, not gone on with: start the sample again to see the new one.`;
  throw new PlanError('sample_changed', message);
}
