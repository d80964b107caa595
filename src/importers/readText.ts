import { readFile } from 'node:fs/promises';
import { ImportError, type Problems } from './importProblem';
import { type FoundFile } from './scanFolder';
import { errorText } from '../debate/objects';

/** A longer file is no argument that anybody wrote. It is kept, but not read. */
const longestRead = 16 * 1024 * 1024;
/** The same of a file that has more: sections are looked at in pairs, lines several times. Counted, so that it is the same everywhere. */
const bounds = { lines: 200_000, headings: 5_000 };

/**
 * The words of a file with `\n` line ends and without a byte order mark; undefined, with a problem, for binary, huge and too complex files.
 * What is not UTF-8 is read as Windows-1252, which every old Western text is.
 *
 * @throws ImportError `unreadable`: without the file the record would have a hole.
 */
export async function readText(file: FoundFile, problems: Problems): Promise<string | undefined> {
  const kept = `It is kept as originals/${file.path}, and nothing in the record comes from it.`;
  if (file.bytes > longestRead) {
    problems.add(file.path, `The file has ${file.bytes} bytes; more than ${longestRead} are not read. ${kept}`);
    return undefined;
  }
  const body = await readFile(file.absolute).catch((error: unknown) => {
    const message = `${file.absolute} cannot be read (${errorText(error)}). Give yourself read access to it, then import again.`;
    throw new ImportError('unreadable', message, { cause: error });
  });
  const text = decoded(body, file.path, problems);
  if (text === undefined) problems.add(file.path, `The file is no text. ${kept}`);
  const words = text?.replace(/\r\n?/g, '\n');
  const excess = excessOf(words ?? '');
  if (excess !== undefined) problems.addTooComplex(file.path, `The file is too complex: ${excess}. ${kept}`);
  return excess === undefined ? words : undefined;
}

function excessOf(text: string): string | undefined {
  const found = { lines: 0, headings: 0 };
  for (let start = 0; start <= text.length && start >= 0; start = text.indexOf('\n', start) + 1 || text.length + 1) {
    found.lines += 1;
    if (/[ #]/.test(text[start] ?? '') && /^ {0,3}#/.test(text.slice(start, start + 4))) found.headings += 1;
  }
  const over = (['headings', 'lines'] as const).find((measure) => found[measure] > bounds[measure]);
  return over === undefined
    ? undefined
    : `${found[over].toLocaleString('en-US')} ${over}; at most ${bounds[over].toLocaleString('en-US')} are read`;
}

function decoded(body: Buffer, path: string, problems: Problems): string | undefined {
  const marked =
    body[0] === 0xff && body[1] === 0xfe ? 'utf-16le' : body[0] === 0xfe && body[1] === 0xff ? 'utf-16be' : undefined;
  if (marked !== undefined) return new TextDecoder(marked).decode(body);
  if (body.includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    problems.add(path, 'The file is not UTF-8; it was read as Windows-1252.');
    return new TextDecoder('windows-1252').decode(body);
  }
}
