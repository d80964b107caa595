import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { writeScript } from '../session/recordScript';
import { onePath, openLog } from './options';
import type { Output } from './output';

/** `rostrum script DIR [--out FILE]`: the accepted answers of a record as a script, with its snapshots beside it. Nothing of the debate changes. */
export async function script(args: readonly string[], output: (json: boolean) => Output): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { out: { type: 'string' }, json: { type: 'boolean', default: false } },
  });
  const { log } = await openLog(onePath(positionals, 'script', "a debate's folder"));
  try {
    const file = resolve(values.out ?? `${log.folder}.script.json`);
    const { answers, snapshots } = await writeScript(log, file);
    const out = output(values.json);
    if (values.json) out.json({ file, snapshots: snapshots ?? null, answers, entries: log.state.headers.length });
    else
      out.tell(
        `Written: ${file}${snapshots === undefined ? '' : ` and ${snapshots}`}. It holds all that the log holds, redacted text too; it is no export.`,
      );
    return 0;
  } finally {
    await log.close();
  }
}
