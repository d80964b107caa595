import { statSync } from 'node:fs';
import { pathOfLog } from '../../record/logPath';
import type { EntryLink } from './previewLinks';

/** Of a larger log nothing is read for the sake of hovers. */
const largestRead = 16 * 2 ** 20;

/**
 * What the hover of a link in a document's preview says of its entry. The preview does not wait: what is not known yet is read, once for each
 * state of a log, and then `refresh` has it rendered again.
 */
export class PreviewTitles {
  #last: { folder: string; stamp: string; titles: ReadonlyMap<number, string> } | undefined;

  constructor(private readonly refresh: () => void) {}

  of({ folder, seq }: EntryLink): string | undefined {
    const { size, mtimeMs } = statSync(pathOfLog(folder), { throwIfNoEntry: false }) ?? { size: 0, mtimeMs: 0 };
    const stamp = `${size} ${mtimeMs}`;
    if (this.#last?.folder === folder && this.#last.stamp === stamp) return this.#last.titles.get(seq);
    this.#last = { folder, stamp, titles: new Map() };
    if (size > 0 && size <= largestRead) void this.#read(folder, stamp);
    return undefined;
  }

  async #read(folder: string, stamp: string): Promise<void> {
    const titles = await titlesIn(folder).catch(() => new Map<number, string>()); // The panel says what is wrong with it.
    if (this.#last?.folder !== folder || this.#last.stamp !== stamp || titles.size === 0) return;
    this.#last = { folder, stamp, titles };
    this.refresh();
  }
}

async function titlesIn(folder: string): Promise<Map<number, string>> {
  const [{ DebateLog }, { entryText }] = await Promise.all([import('../../record/debateLog'), import('./entryWords')]);
  const log = await DebateLog.open(pathOfLog(folder));
  try {
    return new Map(log.state.headers.map(({ seq }) => [seq, entryText(log.view, seq) ?? '']));
  } finally {
    await log.close();
  }
}
