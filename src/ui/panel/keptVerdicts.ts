import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { jsonOf, objectOf } from '../../debate/log/objects';
import { exists, pathOfLog } from '../../record/logPath';
import type { DebateLog } from '../../record/debateLog';
import { LogCache, written } from '../../session/library/logCache';
import { readEndMark, type EndMark } from '../../session/library/logEnds';
import type { ToPage } from '../../shared/protocol';
import { documentsIn } from '../library/documents';

/** Masked, as the page was told it. */
export type KeptVerdict = Omit<Extract<ToPage, { kind: 'verdict' }>, 'kind'>;

/** On what the words of the page depend besides the log. */
interface Circumstances {
  isTrusted: boolean;
}

type Mark = EndMark & Circumstances & { documents: string[] };

/**
 * The verdicts of finished debates, a file each in the extension's storage. One holds as long as the log has the same size, time and last
 * 4 KiB, so an entry that was appended meanwhile, such as a redaction, ends it. Nothing here rejects.
 */
export class KeptVerdicts {
  readonly #files: LogCache<Mark, KeptVerdict>;
  #cleaning: Promise<void> | undefined;

  constructor(
    private readonly folder: string,
    language: string,
  ) {
    this.#files = new LogCache(folder, { schema: verdictSchema, meaning: `verdict 1 ${language}` });
  }

  async find(debate: string, circumstances: Circumstances): Promise<KeptVerdict | undefined> {
    const mark = await markOf(debate, circumstances);
    return mark && (await this.#files.read(pathOfLog(debate), mark));
  }

  /** Keeps nothing where the log is not as it was read. */
  async keep(log: DebateLog, verdict: KeptVerdict, circumstances: Circumstances): Promise<void> {
    const mark = await markOf(log.folder, circumstances);
    const { seen } = log;
    if (mark === undefined || mark.bytes !== seen?.bytes || mark.modifiedMs !== seen.modifiedMs) return;
    await this.#files.write(log.path, mark, verdict);
    // Whoever dropped it meanwhile, because of a redaction or a deletion, came too early.
    const after = await markOf(log.folder, circumstances);
    if (after?.end !== mark.end || after.bytes !== mark.bytes) await this.#files.forget(log.path);
    this.#cleaning ??= this.#removeOrphans();
    await this.#cleaning;
  }

  forget(debate: string): Promise<void> {
    return this.#files.forget(pathOfLog(debate));
  }

  /** Debates may have been deleted while nobody watched. */
  async #removeOrphans(): Promise<void> {
    const names = await readdir(this.folder).catch(() => []);
    for (const name of names.filter((one) => one.endsWith('.json'))) {
      const path = join(this.folder, name);
      const text = await readFile(path, 'utf8').catch(() => '');
      const { folder } = objectOf(objectOf(objectOf(jsonOf(text))['known'])['head']);
      const isOrphan = typeof folder !== 'string' || !(await exists(pathOfLog(folder)));
      if (isOrphan) await rm(path, { force: true }).catch(() => undefined);
    }
  }
}

async function markOf(debate: string, { isTrusted }: Circumstances): Promise<Mark | undefined> {
  try {
    const [end, { list, isWritten }] = await Promise.all([readEndMark(pathOfLog(debate)), documentsIn(debate)]);
    return { ...end, isTrusted, documents: [...list.map(({ name }) => name), isWritten ? 'all' : 'more'] };
  } catch {
    return undefined;
  }
}

const verdictSchema = z.object({
  head: written<KeptVerdict['head']>(),
  verdict: written<KeptVerdict['verdict']>(),
  links: z.array(written<KeptVerdict['links'][number]>()),
});
