import { basename } from 'node:path';
import type { ModelProviderName } from '../../models/provider';
import { isServer, providers } from '../../models/providers';
import { modelOffers } from '../models/modelOffers';
import type { Services } from '../services';
import type { DraftRecord } from './draftRecord';
import { evidenceOptions } from './evidenceStep';
import type { SetupOffers } from './setupFields';
import { endpointsNow } from '../models/settingModels';

type Show = (offers: SetupOffers) => void;

/** Folders that may hold evidence, and models that are there already, as they come. */
export async function findOffers(
  services: Services,
  { subject, subjectText }: Pick<DraftRecord, 'subject' | 'subjectText'>,
  show: Show,
): Promise<void> {
  const names = [...subject.map((path) => basename(path)), ...(subjectText === undefined ? [] : [subjectText.name])];
  show({ evidence: await evidenceOptions(names.length === 0 ? undefined : names.join(', ')) });
  let offered: NonNullable<SetupOffers['offered']> = [];
  const later = modelOffers(services).map(async (offers) => {
    const found = (await offers).map(({ provider, model, baseUrl, words, from }) => ({
      value: JSON.stringify({ provider, model, baseUrl }),
      label: `${words} (${from})`,
    }));
    if (found.length === 0) return;
    offered = [...offered, ...found];
    show({ offered });
  });
  await Promise.all(later);
}

/** Models as they come, and whether a key is missing for the provider that was chosen. */
export async function findModels(
  services: Services,
  { provider, asked }: { provider: DraftRecord['provider']; asked: readonly ModelProviderName[] },
  show: Show,
): Promise<void> {
  show({ isKeyMissing: await isKeyMissing(services, provider) });
  const found = new Map<ModelProviderName, string[]>();
  // Each as it comes: the editor takes its time where somebody has to sign in.
  const ask = async (name: ModelProviderName): Promise<void> => {
    const models = await services.models.known.of([name]);
    const references = models.map(({ reference }) => reference);
    found.set(name, references);
    show({ models: asked.flatMap((one) => found.get(one) ?? []) });
  };
  await Promise.all(asked.map(ask));
}

async function isKeyMissing({ models }: Services, provider: DraftRecord['provider']): Promise<boolean> {
  if (provider === 'offline' || !isServer(provider)) return false;
  const origin = endpointsNow({ models })[provider];
  if (origin === undefined || !providers[provider].server.key.isNeeded) return false;
  return (await models.keys.get(provider, origin)) === undefined;
}
