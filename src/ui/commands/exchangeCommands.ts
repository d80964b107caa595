import * as l10n from '@vscode/l10n';
import { formatNamed, isOpenEnded } from '../../debate/formats/registry';
import type { DebateState } from '../../debate/fold/state';
import { moreExchanges, skipStep, supply } from '../../session/run/interventions';
import type { DebateSummary } from '../../session/library/summary';
import type { OpenDebate } from '../library/openDebate';
import { isAgreed, showInformationMessage, showDone } from '../kit/messages';
import { endpointsNow, modelsBySettings, requestEffort } from '../models/settingModels';
import { estimateOf } from '../../session/plan/estimate';
import { requestOf } from '../../session/run/pace';
import { estimateWords, sendsWords } from '../start/reviewOf';
import type { CommandHandlers } from '../kit/commandHandlers';
import type { CommandPorts } from './ports';
import { evidenceStep } from '../start/evidenceStep';
import { askPick, outcomeOf, runFlow, type FlowStep } from '../start/flow';
import { gathered } from '../start/gathering';
import { isTrusted } from '../start/guards';
import { modelStep } from '../start/modelStep';
import type { Answers } from '../start/choices';
import { countIn, onDebate } from '../library/debateTarget';
import { withDebate } from '../library/openLogs';
import { resumeDebate } from './resumeDebate';
import { lacksPerformers } from '../../session/run/runnability';

/** Commands for formats without an end of their own. */
export const exchangeCommands = {
  'rostrum.moreExchanges': onDebate(() => which(l10n.t('More Exchanges')), askForMore),
  'rostrum.skipStep': onDebate(() => which(l10n.t('Go On Without the Failed Step')), goOnWithout),
} satisfies CommandHandlers<CommandPorts>;

const which = (title: string) => ({
  title,
  none: l10n.t('There is no dialectic debate in this workspace.'),
  fits: ({ format }: DebateSummary) => isOpenEnded(format),
});

async function askForMore(services: CommandPorts, folder: string, argument: unknown): Promise<void> {
  if (!isTrusted('resume')) return;
  const said = countIn(argument, 'exchanges');
  const given = said === 0 ? undefined : said;
  const isAsked = await withDebate(services, folder, async (debate) => {
    const answers: Answers & { exchanges: number | undefined } = { choices: {}, exchanges: given };
    const steps = [...(given === undefined ? [countStep(answers)] : []), ...performerSteps(services, debate, answers)];
    if (!(await runFlow(l10n.t('More Exchanges'), steps)) || answers.exchanges === undefined) return undefined;
    if (!(await isAffordable(services, debate, answers))) return undefined;
    await supplied(services, debate, answers);
    await moreExchanges(debate.log, answers.exchanges);
    return { isElsewhere: debate.lease.state === 'held' };
  });
  if (isAsked === undefined) return;
  if (isAsked.isElsewhere)
    showDone(l10n.t('Logged. The program that runs the debate holds the further exchanges too.'));
  else await resumeDebate(services, folder);
}

const counts: readonly number[] = [1, 2, 3, 5];

const countStep =
  (answers: { exchanges: number | undefined }): FlowStep =>
  async (place) => {
    const words = (count: number): string =>
      count === 1 ? l10n.t('One more exchange') : l10n.t('{0} more exchanges', count);
    const choices = counts.map((value) => ({ label: words(value), value }));
    const answer = await askPick<number>(place, {
      choices,
      placeholder: l10n.t('How many more exchanges? Type another number'),
      free: (text) => (/^[1-9]\d{0,2}$/.test(text) ? { label: words(Number(text)), value: Number(text) } : undefined),
    });
    return outcomeOf(answer, (count) => (answers.exchanges = count));
  };

/** Asks for performers of a debate that another system held, since it has none. */
function performerSteps(services: CommandPorts, { log }: OpenDebate, answers: Answers): FlowStep[] {
  if (!lacksPerformers(log.state)) return [];
  return [
    modelStep(services, answers),
    evidenceStep(answers, { subject: undefined, isWebRead: services.settings.get('research.web') }),
  ];
}

async function supplied(services: CommandPorts, { log, folder }: OpenDebate, { choices }: Answers): Promise<void> {
  if (!lacksPerformers(log.state)) return;
  const { provider = 'offline', model = '', evidence = { kind: 'none' } } = choices;
  const paths = evidence.kind === 'paths' ? evidence.paths : [];
  const found = await gathered({ evidence: paths, subject: [], parent: folder }, new AbortController().signal);
  const seats = provider === 'offline' ? {} : { models: seatsOn(services, log.state, { provider, model }) };
  await supply(
    log,
    { provider, evidence: { root: found.root, files: found.files }, ...seats },
    { prices: services.settings.get('prices'), endpoints: endpointsNow(services) },
  );
}

/** Says what the exchanges of a debate of another system may cost and what is sent where, and asks, before anything is paid. */
async function isAffordable(
  services: Pick<CommandPorts, 'settings' | 'models'>,
  { log }: OpenDebate,
  { choices: { provider = 'offline', model = '', evidence }, exchanges }: Answers & { exchanges: number | undefined },
): Promise<boolean> {
  const request = requestOf(log.state);
  if (!lacksPerformers(log.state) || provider === 'offline' || request === undefined) return true;
  const { settings } = services;
  const models = seatsOn(services, log.state, { provider, model });
  const endpoints = endpointsNow(services);
  const estimate = estimateOf({
    ...request,
    ...requestEffort(services),
    ...{ provider, models, endpoints, options: { ...request.options, exchanges } },
  });
  const sends = sendsWords({
    references: Object.values(models),
    endpoints,
    isWebRead: settings.get('research.web'),
    isSearched: settings.get('search.service') !== 'none',
    hasFiles: evidence?.kind === 'paths',
  });
  const question = l10n.t('Go on with {0} more exchanges?', exchanges ?? 0);
  const detail = [...(estimate === undefined ? [] : [estimateWords(estimate).text]), sends].join('\n\n');
  return await isAgreed(question, detail, l10n.t('Go On'));
}

function seatsOn(
  { settings }: Pick<CommandPorts, 'settings'>,
  { setup, debaters }: DebateState,
  chosen: { provider: Exclude<Answers['choices']['provider'], undefined>; model: string },
): Record<string, string> {
  const roles = formatNamed(setup?.format)?.roles ?? [];
  const { models, standard } = modelsBySettings(settings, { ...chosen, roles });
  const named = Object.fromEntries(Object.entries(models).filter(([name]) => roles.includes(name)));
  return { ...named, ...Object.fromEntries(debaters.map(({ name }) => [name, models[name] ?? standard])) };
}

/** Asks for the failed step by its id, so that no other step is skipped. */
async function goOnWithout(services: CommandPorts, folder: string): Promise<void> {
  if (!isTrusted('resume')) return;
  const isSkipped = await withDebate(services, folder, async ({ log }) => {
    const format = formatNamed(log.state.setup?.format);
    const next = format?.decide(log.state).find(({ lane }) => lane === 'main')?.id;
    if (next === undefined || format?.canSkip?.(next) !== true) {
      void showInformationMessage(l10n.t('The debate does not wait for anything that could be left out.'));
      return false;
    }
    await skipStep(log, next);
    return true;
  });
  if (isSkipped === true) await resumeDebate(services, folder);
}
