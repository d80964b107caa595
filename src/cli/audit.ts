import { audit as auditOf } from '../session/review/audit';
import { auditLines } from '../session/review/auditWords';
import { type Command, debateFolderOf, onePath, openLog, parsed } from './options';
import { UsageError } from './usage';

/** Checks that a record is still the one that was written. Ends with 1 where it is not. */
export const audit: Command = async (args, output) => {
  const { values, positionals } = parsed(args, { head: { type: 'string' } });
  if (values.head !== undefined && !/^[0-9a-f]{64}$/.test(values.head))
    throw new UsageError('--head takes the 64 hexadecimal digits that a run, an audit or metadata.json printed.');
  const { log } = await openLog(await debateFolderOf(onePath(positionals, 'audit', "a debate's folder")));
  try {
    const found = await auditOf(log, { head: values.head, signal: new AbortController().signal });
    const out = output(values.json);
    if (values.json) out.json(found);
    else for (const line of auditLines(found)) out.print(line);
    return found.ok ? 0 : 1;
  } finally {
    await log.close();
  }
};
