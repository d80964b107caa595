import type { BaseUrl } from '../models/baseUrl';
import { parseModelRef } from '../models/modelRef';
import type { ModelProviderName } from '../models/provider';
import { isServer } from '../models/providers';
import { UsageError } from './usage';

type BaseUrls = Partial<Record<ModelProviderName, BaseUrl>>;

/**
 * Whether every model that has a seat can be reached from here, as far as that shows without asking.
 *
 * @throws UsageError naming the seat and the flag that helps.
 */
export function checkReachable(seats: Readonly<Record<string, string>>, baseUrls: BaseUrls): void {
  for (const [seat, text] of Object.entries(seats)) {
    const ref = parseModelRef(text);
    if (ref?.kind !== 'model') continue;
    const { provider } = ref;
    if (!isServer(provider))
      throw new UsageError(
        `${seat} is to be ${text}, but the editor’s models can be reached from the editor only. Name another model with --models ${seat}=ID.`,
      );
    if (baseUrls[provider] !== undefined) continue;
    throw new UsageError(
      `${seat} is to be ${text}, but where is that server? Give --base-url ${provider}=URL, for example --base-url ${provider}=http://localhost:11434/v1.`,
    );
  }
}
