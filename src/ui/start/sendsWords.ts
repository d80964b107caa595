import * as l10n from '@vscode/l10n';
import { parseModelRef } from '../../models/modelRef';
import type { ModelProviderName } from '../../models/provider';
import { descriptorOf } from '../../models/providers';
import { providersIn } from '../models/roleModels';

export interface Sending {
  /** Of all roles and debaters. */
  references: readonly string[];
  /** The origins that requests go to, by provider. */
  endpoints: Readonly<Record<string, string>>;
  /** Whether debaters may read web pages. */
  isWebRead: boolean;
}

/** What leaves this machine and where it goes, a line per place. */
export function sendsWords({ references, endpoints, isWebRead }: Sending): string {
  const providers = providersIn(references);
  if (providers.length === 0)
    return l10n.t('Nothing: quotations are dealt from these files, and nothing leaves this machine.');
  const places = providers.map((provider) => {
    const models = modelsOf(provider, references).join(', ');
    return l10n.t(
      'To {0} ({1}): the topic, the lineup, the record as it grows, and the passages of these files that debaters read.',
      placeOf(provider, endpoints),
      models,
    );
  });
  const web = l10n.t(
    'To search services and web sites: what debaters search for, and the addresses of the pages that they read.',
  );
  return [...places, ...(isWebRead ? [web] : [])].join('\n');
}

/** Who argues, in a line. */
export function noticeWords({ references, endpoints }: Pick<Sending, 'references' | 'endpoints'>): string {
  const providers = providersIn(references);
  if (providers.length === 0)
    return l10n.t(
      'Offline: quotations from the evidence are dealt to the seats and not judged; no language model is used.',
    );
  return l10n.t(
    'Language models argue: {0}.',
    providers
      .map((provider) => `${modelsOf(provider, references).join(', ')} (${placeOf(provider, endpoints)})`)
      .join('; '),
  );
}

export function placeOf(provider: ModelProviderName, endpoints: Readonly<Record<string, string>>): string {
  return descriptorOf(provider).place?.() ?? endpoints[provider] ?? provider;
}

function modelsOf(provider: ModelProviderName, references: readonly string[]): string[] {
  const refs = references.map((text) => parseModelRef(text));
  return [...new Set(refs.flatMap((ref) => (ref?.kind === 'model' && ref.provider === provider ? [ref.model] : [])))];
}
