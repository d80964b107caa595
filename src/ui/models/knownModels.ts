import { withDeadline } from '../../async/deadline';
import { type ModelProvider, type ModelProviderName, formatModelRef } from '../../models/provider';
import { errorText } from '../../debate/log/objects';
import { Emitter } from '../kit/emitter';

interface KnownModel {
  /** As it stands in a record: `anthropic:claude-sonnet-5-5`. */
  reference: string;
  name: string;
}

interface KnownModelsParts {
  provider: (name: ModelProviderName) => Promise<ModelProvider>;
  /** A provider that does not list its models blocks nothing. */
  failed: (name: ModelProviderName, reason: string) => void;
  now?: () => number;
  limitMs?: number;
}

const defaultLimitMs = 15_000;
/** Models come and go seldom; a list that failed is asked for again at once. */
const keptMs = 5 * 60_000;

/** Asked of those who bring them, and kept for a while. */
export class KnownModels {
  readonly #forgotten = new Emitter<void>();
  readonly onDidForget = this.#forgotten.event;
  readonly #kept = new Map<ModelProviderName, { found: Promise<KnownModel[]>; at: number }>();

  constructor(private readonly parts: KnownModelsParts) {}

  /** In the order of the providers. Never rejects, and takes no longer than the limit. */
  async of(names: Iterable<ModelProviderName>): Promise<KnownModel[]> {
    const lists = [...new Set(names)].map((name) => this.listed(name).catch((): KnownModel[] => []));
    return (await Promise.all(lists)).flat();
  }

  /** A key was set, a server was named: what is known may be wrong. */
  forget(): void {
    this.#kept.clear();
    this.#forgotten.fire();
  }

  /** Rejects with the reason where the provider gives no list. */
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
    // Not left to the provider: the wait for the list must have an end.
    const models = await withDeadline({ ms: limitMs, late }, async (signal) => (await provider(name)).list(signal));
    return models.map(({ id, name: label }) => ({
      reference: formatModelRef({ kind: 'model', provider: name, model: id }),
      name: label === '' ? id : label,
    }));
  }
}
