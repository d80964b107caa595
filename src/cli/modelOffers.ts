import { createInterface } from 'node:readline/promises';
import type { ServerDescriptor } from '../models/descriptor';
import { isServer, localProvider, providers, serverNames, type ServerName } from '../models/providers';
import { modelFactsText } from '../models/modelSize';
import type { LocalModel, LocalServer } from '../session/plan/localServers';

export interface ModelChoice {
  provider: 'offline' | ServerName;
  words: string;
  model?: string;
  baseUrl?: string;
  /** Set if its models are listed only when the user chooses it. */
  isListed?: true;
  /** Set if a search found it, so that it gets no key. */
  isKeyless?: true;
}

export interface OfferPorts {
  environment: NodeJS.ProcessEnv;
  servers: () => Promise<readonly LocalServer[]>;
  list: (place: { provider: ServerName; baseUrl?: string }) => Promise<readonly LocalModel[]>;
  ask: (question: string) => Promise<string | undefined>;
  print: (line: string) => void;
}

interface Sitting {
  flags: { provider?: string | undefined; sample: boolean };
  /** Whether there is a terminal whose user accepts questions. */
  isAsked: boolean;
  environment: NodeJS.ProcessEnv;
}

/** Whether to offer models: a user is there to choose one, and has not named any. Only then are servers searched. */
export const mayOffer = ({ flags, isAsked, environment }: Sitting): boolean =>
  isAsked && flags.provider === undefined && !flags.sample && !isUnattended(environment);

/** Whether the environment says that no user is at the terminal. */
const isUnattended = ({ CI }: NodeJS.ProcessEnv): boolean => CI !== undefined && !/^(|0|false)$/i.test(CI.trim());

export const isAsked = (
  { yes, json }: { yes: boolean; json: boolean },
  { stdin, stdout }: Terminal = process,
): boolean => stdin.isTTY === true && stdout.isTTY === true && !yes && !json;

interface Terminal {
  stdin: { isTTY?: boolean };
  stdout: { isTTY?: boolean };
}

const offline: ModelChoice = {
  provider: 'offline',
  words: 'Offline: no language model; your documents speak. No cost, nothing leaves this machine',
};

export async function modelOffers({
  environment,
  servers,
}: Pick<OfferPorts, 'environment' | 'servers'>): Promise<ModelChoice[]> {
  const keys = serverNames.flatMap((name) => keyOffer(name, environment) ?? []);
  const local = (await servers()).flatMap(({ name, baseUrl, models }) =>
    models.map((model): ModelChoice => ({
      provider: localProvider,
      words: `${name} on this machine (${baseUrl}): ${modelLine(model)}`,
      model: model.id,
      baseUrl,
      isKeyless: true,
    })),
  );
  return [...keys, ...local];
}

const modelLine = (model: LocalModel): string =>
  [model.id, modelFactsText(model)].filter((text) => text !== '').join(', ');

function keyOffer(provider: ServerName, environment: NodeJS.ProcessEnv): ModelChoice | undefined {
  const { standard, server }: ServerDescriptor = providers[provider];
  const { key, issuer, isOwn } = server;
  if ((environment[key.variable]?.trim() ?? '') === '') return undefined;
  const what =
    standard === undefined
      ? 'its models are listed when you choose it'
      : `${standard.standard}, the Chair or Judge ${standard.chair}`;
  return {
    provider,
    words: `${issuer.name}, with ${key.variable}: ${what}`,
    ...(isOwn ? {} : { baseUrl: issuer.url }),
    ...(standard === undefined ? { isListed: true } : {}),
  };
}

/** Asks which model to use. Undefined when the user left; asks nothing if there is no choice. */
export async function chosenOffer(ports: OfferPorts): Promise<ModelChoice | undefined> {
  const offers = await modelOffers(ports);
  if (offers.length === 0) {
    ports.print(
      `Who argues: ${offline.words}. No key is in the environment (${serverNames.map((name) => providers[name].server.key.variable).join(', ')}), and no local model server answered; --provider names one.`,
    );
    return offline;
  }
  const all = [offline, ...offers];
  const index = await askedNumber(ports, {
    title: 'Which model should argue?',
    lines: all.map(({ words }) => words),
    question: 'Number [1]: ',
    standard: 0,
  });
  const chosen = index === undefined ? undefined : all[index];
  return chosen?.isListed === true ? await withModel(chosen, ports) : chosen;
}

async function withModel(offer: ModelChoice, ports: OfferPorts): Promise<ModelChoice | undefined> {
  const { provider } = offer;
  if (!isServer(provider)) return offer;
  const models = await ports.list({ ...offer, provider });
  const index = await askedNumber(ports, { title: 'Which model?', lines: models.map(modelLine), question: 'Number: ' });
  const model = index === undefined ? undefined : models[index];
  return model === undefined ? undefined : { ...offer, model: model.id };
}

export async function askedMotion(
  topic: string,
  motions: readonly string[],
  { print }: { print: (line: string) => void },
): Promise<string | undefined> {
  const all = [...motions, topic];
  const lines = [...motions, `${topic} (the topic as it stands)`];
  const index = await askedNumber(
    { ask: askLine, print },
    { title: 'The topic is no motion. Which one is to be debated?', lines, question: 'Number [1]: ', standard: 0 },
  );
  return index === undefined ? undefined : all[index];
}

interface ListQuestion {
  title: string;
  lines: readonly string[];
  question: string;
  standard?: number;
}

async function askedNumber(
  { ask, print }: Pick<OfferPorts, 'ask' | 'print'>,
  { title, lines, question, standard }: ListQuestion,
): Promise<number | undefined> {
  print(title);
  for (const [index, line] of lines.entries()) print(`  ${String(index + 1).padStart(2)}  ${line}`);
  for (;;) {
    const answer = (await ask(question))?.trim();
    if (answer === undefined || isLeaving(answer)) return undefined;
    if (answer === '' && standard !== undefined) return standard;
    const number = /^\d+$/.test(answer) ? Number(answer) : 0;
    if (number >= 1 && number <= lines.length) return number - 1;
    print(`A number from 1 to ${lines.length}, or "q" to leave.`);
  }
}

export const isLeaving = (answer: string): boolean => /^(n|no|q|quit)$/i.test(answer);

/** Ending the input, or Ctrl-C, means no answer and is not a failure. */
export async function askLine(question: string): Promise<string | undefined> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return await new Promise((resolve, reject) => {
      terminal.on('close', () => resolve(undefined));
      terminal.question(question).then(resolve, reject);
    });
  } catch (error) {
    if (error instanceof Error && error.name === 'AbortError') return undefined;
    throw error;
  } finally {
    terminal.close();
  }
}
