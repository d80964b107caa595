import { writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { counted } from '../matching/text/shortText';
import { DebateLog } from '../record/debateLog';
import { makeFolders } from '../record/durableFile';
import { isOfRecord, pathOfLog } from '../record/logPath';
import { exportDebate, exportFormats } from '../reports/export/exportDebate';
import { writeDocuments } from '../reports/writeDocuments';
import { proveForView } from '../session/review/reverify';
import { writeScript } from '../session/library/recordScript';
import { type Command, debateFolderOf, onePath, openLog, parsed, printUnread, writingTo } from './options';
import { UsageError } from './usage';

export const report: Command = async (args, output) => {
  const { values, positionals } = parsed(args, {});
  const folder = await debateFolderOf(onePath(positionals, 'report', "a debate's folder"));
  const out = output(values.json);
  const log = await DebateLog.open(pathOfLog(folder));
  try {
    printUnread(log, out);
    const written = await writeDocuments(log, {
      onDocument: (name, { number, total }) => out.progress(`${number}/${total} ${name}`),
    });
    if (values.json) out.json({ dir: folder, written });
    else out.print(`Written in ${folder}: ${written.join(', ')}`);
    return 0;
  } finally {
    await log.close();
  }
};

export const exportCommand: Command = async (args, output) => {
  const { values, positionals } = parsed(args, { to: { type: 'string' }, out: { type: 'string' } });
  const path = onePath(positionals, 'export', "a debate's folder");
  const format = exportFormats.find((name) => name === values.to);
  if (format === undefined) {
    const wrong = values.to === undefined ? 'export needs --to FORMAT' : `--to ${values.to} is unknown`;
    throw new UsageError(`${wrong}; the formats are ${exportFormats.join(', ')}.`);
  }
  if (values.json && values.out === undefined)
    throw new UsageError('--json says where the file is: give --out FILE with it.');
  const { log } = await openLog(path);
  try {
    if (values.out !== undefined && (await isOverRecord(resolve(values.out), log.path)))
      throw new UsageError(
        `${values.out} is a part of a debate's record, which nothing overwrites. Name another file.`,
      );
    const out = output(values.json);
    printUnread(log, out);
    await proveForView(log, {
      signal: new AbortController().signal,
      onProven: ({ url }) => out.progress(`Held against its body: ${url}`),
    });
    out.progress(`Making ${format} of ${counted(log.state.headers.length, 'entry', 'entries')} …`);
    const text = await exportDebate(log, format);
    if (values.out === undefined) {
      process.stdout.write(text);
      return 0;
    }
    const file = resolve(values.out);
    await writingTo(
      file,
      makeFolders(dirname(file)).then(() => writeFile(file, text)),
    );
    if (values.json) out.json({ file, format, bytes: Buffer.byteLength(text) });
    else out.print(`Exported to ${file}.`);
    return 0;
  } finally {
    await log.close();
  }
};

/** Whether the file belongs to the record; a log that is exported by its path may have any name. */
const isOverRecord = async (file: string, logPath: string): Promise<boolean> =>
  file === resolve(logPath) || (await isOfRecord(file));

export const script: Command = async (args, output) => {
  const { values, positionals } = parsed(args, { out: { type: 'string' } });
  const { log } = await openLog(onePath(positionals, 'script', "a debate's folder"));
  try {
    const file = resolve(values.out ?? `${log.folder}.script.json`);
    const { answers, snapshots } = await writingTo(file, writeScript(log, file));
    const out = output(values.json);
    if (values.json) out.json({ file, snapshots: snapshots ?? null, answers, entries: log.state.headers.length });
    else
      out.print(
        `Written: ${file}${snapshots === undefined ? '' : ` and ${snapshots}`}. It holds all that the log holds, redacted text too; it is no export.`,
      );
    return 0;
  } finally {
    await log.close();
  }
};
