import { withDeadline } from '../../async/deadline';
import { type ModelProvider, type ModelProviderName, formatModelRef } from '../../models/provider';
import { errorText } from '../../debate/log/objects';
import { Emitter } from '../kit/emitter';

interface KnownModel {
  /** Reference as in a record: `anthropic:claude-sonnet-5-5`. */
  reference: string;
  name: string;
}

interface KnownModelsParts {
  provider: (name: ModelProviderName) => Promise<ModelProvider>;
  /** Reports a provider that cannot list its models; others are still listed. */
  failed: (name: ModelProviderName, reason: string) => void;
  now?: () => number;
  limitMs?: number;
}

const defaultLimitMs = 15_000;
/** Milliseconds that a list is kept, since models rarely change; a failed list is requested again at once. */
const keptMs = 5 * 60_000;

/** Lists of models, requested from their providers and kept for a while. */
export class KnownModels {
  readonly #forgotten = new Emitter<void>();
  readonly onDidForget = this.#forgotten.event;
  readonly #kept = new Map<ModelProviderName, { found: Promise<KnownModel[]>; at: number }>();

  constructor(private readonly parts: KnownModelsParts) {}

  /** Models in the order of the providers. Never rejects, and takes no longer than the limit. */
  async of(names: Iterable<ModelProviderName>): Promise<KnownModel[]> {
    const lists = [...new Set(names)].map((name) => this.listed(name).catch((): KnownModel[] => []));
    return (await Promise.all(lists)).flat();
  }

  /** Drops the lists, because a new key or server may have changed them. */
  forget(): void {
    this.#kept.clear();
    this.#forgotten.fire();
  }

  /** Rejects with the reason if the provider gives no list. */
  listed(name: ModelProviderName): Promise<KnownModel[]> {
    const now = (this.parts.now ?? Date.now)();
    const kept = this.#kept.get(name);
    if (kept !== undefined && now - kept.at < keptMs) return kept.found;
    const entry = { at: now, found: Promise.resolve<KnownModel[]>([]) };
    entry.found = this.#listed(name).catch((error: unknown) => {
      if (this.#kept.get(name) === entry) this.#kept.delete(name);
      this.parts.failed(name, errorText(error));
      throw error;
    });
    this.#kept.set(name, entry);
    return entry.found;
  }

  async #listed(name: ModelProviderName): Promise<KnownModel[]> {
    const { provider, limitMs = defaultLimitMs } = this.parts;
    const late = (): Error => new Error(`Nothing came for ${limitMs / 1_000} seconds.`);
    // Limited here and not by the provider, so that the wait for the list always ends.
    const models = await withDeadline({ ms: limitMs, late }, async (signal) => (await provider(name)).list(signal));
    return models.map(({ id, name: label }) => ({
      reference: formatModelRef({ kind: 'model', provider: name, model: id }),
      name: label === '' ? id : label,
    }));
  }
}
