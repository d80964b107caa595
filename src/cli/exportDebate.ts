import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { exportDebate, exportFormats } from '../reports/export/exportDebate';
import { onePath, openLog } from './options';
import type { Output } from './output';
import { UsageError } from './usage';

/** `rostrum export DIR --to FORMAT [--out FILE]`: to standard output where no file is named. Nothing of the debate changes. */
export async function exportCommand(args: readonly string[], output: (json: boolean) => Output): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { to: { type: 'string' }, out: { type: 'string' }, json: { type: 'boolean', default: false } },
  });
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
    const text = await exportDebate(log, format);
    if (values.out === undefined) {
      process.stdout.write(text);
      return 0;
    }
    const file = resolve(values.out);
    await writeFile(file, text);
    const out = output(values.json);
    if (values.json) out.json({ file, format, bytes: Buffer.byteLength(text) });
    else out.tell(`Exported to ${file}.`);
    return 0;
  } finally {
    await log.close();
  }
}
