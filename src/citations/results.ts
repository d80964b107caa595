import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { version } from '../../package.json';
import { jsonOf } from '../debate/log/objects';
import { sha256 } from '../record/sha256';
import { answerSchema, type CitationAnswer } from './answer';

/** Raised when the same text may be answered otherwise. */
const checkerRevision = 1;

const fileSchema = z.object({ answers: z.array(z.tuple([z.string(), answerSchema])) });

/** Answers that are kept for one root. */
const mostKept = 20_000;

/** Answers by what they follow from, so that an unchanged citation of an unchanged source is not looked at again. */
export class CitationCache {
  readonly #answers: Map<string, CitationAnswer>;
  #isChanged = false;

  private constructor(
    private readonly folder: string,
    private readonly root: string,
    answers: readonly (readonly [string, CitationAnswer])[],
  ) {
    this.#answers = new Map(answers);
  }

  static async open(folder: string, root: string): Promise<CitationCache> {
    const text = await readFile(pathIn(folder, root), 'utf8').catch(() => '');
    return new CitationCache(folder, root, fileSchema.safeParse(jsonOf(text)).data?.answers ?? []);
  }

  get(key: string): CitationAnswer | undefined {
    return this.#answers.get(key);
  }

  set(key: string, answer: CitationAnswer): void {
    this.#answers.set(key, answer);
    this.#isChanged = true;
  }

  /** A cache that cannot be written is made again next time. */
  async save(): Promise<void> {
    if (!this.#isChanged) return;
    const path = pathIn(this.folder, this.root);
    const draft = `${path}.${process.pid}.draft`;
    try {
      await mkdir(this.folder, { recursive: true, mode: 0o700 });
      const answers = [...this.#answers].slice(-mostKept);
      await writeFile(draft, JSON.stringify({ answers }), { mode: 0o600 });
      await rename(draft, path);
    } catch {
      // The disk is full or read-only.
    }
  }
}

const pathIn = (folder: string, root: string): string => join(folder, `${sha256(root).slice(0, 32)}.answers.json`);

/** `source`: the hash of what was read. */
export const answerKey = (about: {
  form: string;
  quote?: string | undefined;
  statement: string;
  url: string;
  anchor?: string | undefined;
  source: string;
}): string => {
  const { form, quote, statement, url, anchor, source } = about;
  return sha256(
    JSON.stringify([version, checkerRevision, form, quote ?? null, statement, url, anchor ?? null, source]),
  );
};
