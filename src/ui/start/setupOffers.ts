import * as l10n from '@vscode/l10n';
import { basename } from 'node:path';
import type { ModelProviderName } from '../../models/provider';
import { isServer, providers } from '../../models/providers';
import type { KnownModels } from '../models/knownModels';
import { modelOffers, type ModelOffer } from '../models/modelOffers';
import type { StartPorts } from './ports';
import type { DraftRecord } from './draftRecord';
import { evidenceOptions } from './evidenceStep';
import type { SeatOption } from '../../shared/protocol';
import { wordsFor } from '../kit/wordsFor';
import type { ChosenServer, SetupOffers } from './setupFields';
import { endpointsNow } from '../models/settingModels';

type Show = (offers: SetupOffers) => void;

/** Folders that may hold evidence, and models that are there already, as they come. */
export async function findOffers(
  services: StartPorts,
  { subject, subjectText }: Pick<DraftRecord, 'subject' | 'subjectText'>,
  show: Show,
): Promise<void> {
  const names = [...subject.map((path) => basename(path)), ...(subjectText === undefined ? [] : [subjectText.name])];
  show({ evidence: await evidenceOptions(names.length === 0 ? undefined : names.join(', ')) });
  let offered: NonNullable<SetupOffers['offered']> = [];
  const later = modelOffers(services).map(async (offers) => {
    const found = await offers;
    if (found.length === 0) return;
    const options = found.map(({ provider, model, baseUrl, words, from }) => ({
      value: JSON.stringify({ provider, model, baseUrl }),
      label: `${words} (${from})`,
    }));
    offered = [...offered, ...options];
    const places = placesIn(found);
    show({ offered, ...(places.length > 0 ? { places } : {}) });
  });
  await Promise.all(later);
}

/** Addresses of servers on this machine that answer, as `Ollama on this machine`. */
function placesIn(offers: readonly ModelOffer[]): SeatOption[] {
  const names = new Map(
    offers.flatMap(({ baseUrl, server }) =>
      baseUrl === undefined || server === undefined ? [] : [[baseUrl, server] as const],
    ),
  );
  return [...names].map(([value, name]) => ({ value, label: l10n.t('{0} on this machine', name) }));
}

/** Models as they come, and what is known of the server that was chosen. */
export async function findModels(
  services: StartPorts,
  { provider, asked }: { provider: DraftRecord['provider']; asked: readonly ModelProviderName[] },
  show: Show,
): Promise<void> {
  show(await serverNow(services, provider));
  const found = new Map<ModelProviderName, string[]>();
  // Each as it comes: the editor takes its time where somebody has to sign in.
  const ask = async (name: ModelProviderName): Promise<void> => {
    const answer = await answerOf(services.models.known.listed(name));
    found.set(name, answer.references);
    show({
      models: asked.flatMap((one) => found.get(one) ?? []),
      ...(name === provider ? await serverNow(services, name, answer.said) : {}),
    });
  };
  await Promise.all(asked.map(ask));
}

async function serverNow(
  { models, settings }: StartPorts,
  provider: DraftRecord['provider'],
  said: ChosenServer['answer'] = { is: 'asked' },
): Promise<SetupOffers> {
  if (provider === 'offline') return { server: undefined };
  if (!isServer(provider)) return { server: { provider, answer: said } };
  const { settings: names } = providers[provider];
  const address = settings.get(names.baseUrl);
  const origin = endpointsNow({ models })[provider];
  const isKeyKept = origin !== undefined && (await models.keys.get(provider, origin)) !== undefined;
  return { server: { provider, address, isKeyKept, answer: said } };
}

async function answerOf(
  listed: ReturnType<KnownModels['listed']>,
): Promise<{ references: string[]; said: ChosenServer['answer'] }> {
  try {
    const references = (await listed).map(({ reference }) => reference);
    return { references, said: { is: 'given', models: references.length } };
  } catch (error) {
    return { references: [], said: { is: 'failed', message: wordsFor(error) } };
  }
}
