import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { Turns } from '../async/deadline';
import { isFolder } from '../record/logPath';
import { webSourceReader } from '../research/webSourceReader';
import { checkQuoteLine, type CheckedLine, type RefusedLine } from '../session/review/quoteLines';
import { jsonForTerminal, type Output } from './output';
import { whenReaderGone } from './readerGone';
import { UsageError } from './usage';
import { webFlags, webFrom } from './options';

/** Lines checked at once; answers keep the order of the lines. */
const atOnce = 8;
/** Characters; a document of 20 MB in base64 has fewer. */
const longestLine = 32 * 1024 * 1024;

/**
 * Reads JSON objects, one per line, from standard input and writes their answers to standard output as they come. It
 * reads no further than it can write. Returns 1 if a line had an error.
 */
export async function checkQuote(args: readonly string[], output: (json: boolean) => Output): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { root: { type: 'string' }, ...webFlags },
  });
  if (positionals.length > 0)
    throw new UsageError('check-quote reads JSON lines from standard input: rostrum check-quote < lines.jsonl');
  if (values.root !== undefined && !(await isFolder(values.root)))
    throw new UsageError(`--root: “${values.root}” is no folder.`);
  const access = webFrom(values);
  const out = output(true);
  const left = new AbortController();
  const stop = new AbortController();
  // If the reader of the answers leaves, no further line is read or checked.
  const leave = (): void => {
    left.abort();
    stop.abort();
    process.stdin.destroy();
  };
  const gone = once(process.stdout, 'close').then(leave, leave);
  // A pipe without readers reports that only when something is written.
  const stopLooking = whenReaderGone(() => process.exit(1));
  const options = {
    root: values.root,
    web: access === undefined ? undefined : webSourceReader(access),
    signal: stop.signal,
    turns: new Turns(),
    read: new Map(),
  };
  let errors = 0;
  const answers: Promise<CheckedLine | RefusedLine>[] = [];
  const writeFirst = async (): Promise<void> => {
    const answer = await answers.shift();
    if (answer === undefined) return;
    if ('error' in answer) errors += 1;
    if (process.stdout.write(`${jsonForTerminal(answer)}\n`)) return;
    await Promise.race([once(process.stdout, 'drain').catch(() => undefined), gone]);
  };
  try {
    for await (const line of linesOf(process.stdin)) {
      if (left.signal.aborted) return 1;
      const answer = line === undefined ? Promise.resolve(tooLong) : checkQuoteLine(line, options);
      // Its rejection is handled here, because it is not awaited if an earlier one fails.
      answer.catch(() => undefined);
      answers.push(answer);
      if (answers.length >= atOnce) await writeFirst();
    }
    while (answers.length > 0 && !left.signal.aborted) await writeFirst();
  } catch (error) {
    if (!left.signal.aborted) throw error;
  } finally {
    stopLooking();
    stop.abort();
  }
  if (left.signal.aborted) return 1;
  if (errors > 0) out.error(`${errors} of the lines had an error.`);
  return errors > 0 ? 1 : 0;
}

const tooLong: RefusedLine = {
  id: null,
  error: { code: 'bad_line', message: `A line has at most ${longestLine.toLocaleString('en-US')} characters.` },
};

/** Lines that are not empty; undefined for a line that is too long. */
async function* linesOf(stream: NodeJS.ReadStream): AsyncGenerator<string | undefined> {
  stream.setEncoding('utf8');
  let pieces: string[] = [];
  let length = 0;
  const taken = (): string | undefined => {
    const line = length > longestLine ? undefined : pieces.join('');
    [pieces, length] = [[], 0];
    return line;
  };
  for await (const chunk of stream as AsyncIterable<string>) {
    const parts = chunk.split('\n');
    for (const [index, part] of parts.entries()) {
      if (length + part.length <= longestLine) pieces.push(part);
      length += part.length;
      if (index === parts.length - 1) break;
      const line = taken();
      if (line?.trim() !== '') yield line;
    }
  }
  const last = taken();
  if (last?.trim() !== '') yield last;
}
