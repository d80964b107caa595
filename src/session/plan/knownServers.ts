import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import type { KnownServers } from '../../agents/model/languageModelPerformer';
import { jsonOf } from '../../debate/log/objects';
import type { Learned } from '../../models/provider';
import { writeDurably } from '../../record/durableFile';
import { sha256 } from '../../record/sha256';

/** Name of the file beside a record. Its extension is not read as evidence. */
const fileName = 'servers.learned';

const fileSchema = z.record(z.string(), z.unknown());

/**
 * What requests have taught about the servers of a debate's models, by the digest of their address: a resumed debate does not try again what
 * was refused. A file that cannot be read or written costs a refused request and nothing else.
 */
export class KnownServerFile implements KnownServers {
  readonly #facts: Map<string, unknown>;
  #written: Promise<void> = Promise.resolve();

  private constructor(
    private readonly path: string,
    facts: Readonly<Record<string, unknown>>,
  ) {
    this.#facts = new Map(Object.entries(facts));
  }

  static async open(debateFolder: string): Promise<KnownServerFile> {
    const path = join(debateFolder, fileName);
    const text = await readFile(path, 'utf8').catch(() => '');
    return new KnownServerFile(path, fileSchema.safeParse(jsonOf(text)).data ?? {});
  }

  recall(place: string, model: string): unknown {
    return this.#facts.get(keyOf(place, model));
  }

  keep(place: string, { model, facts }: Learned): void {
    this.#facts.set(keyOf(place, model), facts);
    const text = `${JSON.stringify(Object.fromEntries(this.#facts), undefined, 2)}\n`;
    this.#written = this.#written.then(() => writeDurably(this.path, text)).catch(() => undefined);
  }

  async flush(): Promise<void> {
    await this.#written;
  }
}

/** Records name no addresses. */
const keyOf = (place: string, model: string): string => `${sha256(place).slice(0, 16)} ${model}`;
