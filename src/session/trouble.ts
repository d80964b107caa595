import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';

const metadataSchema = z.looseObject({
  verification_results: z.looseObject({ unreliable: z.number().optional(), fabricated: z.number() }),
});

/** How many sources of finished debates were found unreliable or fabricated, as `metadata.json` counts them. */
export class TroubleReader {
  readonly #known = new Map<string, { mark: string; trouble: number | undefined }>();

  /** Undefined while there is no `metadata.json`: it is written last, after the log's last entry. */
  async troubleIn(folder: string): Promise<number | undefined> {
    const path = join(folder, 'metadata.json');
    const stats = await stat(path).catch(() => undefined);
    if (stats === undefined) return undefined;
    const mark = `${stats.size} ${stats.mtimeMs}`;
    const before = this.#known.get(folder);
    if (before?.mark === mark) return before.trouble;
    const trouble = troubleFrom(await readFile(path, 'utf8').catch(() => ''));
    this.#known.set(folder, { mark, trouble });
    return trouble;
  }

  forget(folder: string): void {
    this.#known.delete(folder);
  }
}

function troubleFrom(text: string): number | undefined {
  try {
    const { verification_results: counts } = metadataSchema.parse(JSON.parse(text));
    return counts.fabricated + (counts.unreliable ?? 0);
  } catch {
    return undefined; // Not there any more, being written, or another program's.
  }
}
