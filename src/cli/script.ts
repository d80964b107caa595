import { resolve } from 'node:path';
import { writeScript } from '../session/recordScript';
import { type Command, onePath, openLog, parsed, writingTo } from './options';

/** `rostrum script DIR [--out FILE]`: the accepted answers of a record as a script, with its snapshots beside it. Nothing of the debate changes. */
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
