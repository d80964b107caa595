import * as vscode from 'vscode';
import { formats } from '../../debate/formats/registry';
import { createDebate } from '../../session/createDebate';
import { samplePlan } from '../../session/samples';
import { takeUp } from '../library/takeUp';
import type { Services } from '../services';
import { askPick } from './flow';
import { formatOffered, offerOf, type StartFormat } from './formatChoices';
import { parentFor, parentProblem } from './guards';
import { messageOf } from './problemWords';

/** Try the Sample: all of it was written beforehand, so nothing is asked but which. Returns the debate's folder, for programs. */
export async function startSample(services: Services, format: StartFormat | undefined): Promise<string | undefined> {
  const wanted = format ?? (await askedFormat());
  if (wanted === undefined) return undefined;
  const parent = await parentFor(services, []);
  if (parent === undefined) return undefined;
  const problem = await parentProblem(parent);
  if (problem !== undefined) throw new Error(problem);
  const folder = await createDebate(await samplePlan(formatOffered(wanted).name, { parent, now: () => new Date() }));
  takeUp(services, folder).catch((error: unknown) =>
    services.log.warn(`${folder} could not be kept in the list of debates.`, messageOf(error)),
  );
  await services.panels.show(folder);
  await services.conductor.run(folder);
  return folder;
}

async function askedFormat(): Promise<StartFormat | undefined> {
  const choices = formats.map(({ name }) => ({ ...offerOf(name), value: name }));
  const place = { title: vscode.l10n.t('Try the Sample'), step: 1, totalSteps: 1 };
  const answer = await askPick(place, {
    choices,
    placeholder: vscode.l10n.t('Which one? Each was written beforehand; gates, checks and record are live.'),
  });
  return answer.kind === 'answer' ? answer.value : undefined;
}
