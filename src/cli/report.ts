import { DebateLog } from '../record/debateLog';
import { pathOfLog } from '../record/logPath';
import { writeDocuments } from '../reports/writeDocuments';
import { type Command, debateFolderOf, onePath, parsed } from './options';
import { printUnread } from './unreadLines';

/** `rostrum report DIR`: the documents once more, from the log alone. */
export const report: Command = async (args, output) => {
  const { values, positionals } = parsed(args, {});
  const folder = await debateFolderOf(onePath(positionals, 'report', "a debate's folder"));
  const out = output(values.json);
  const log = await DebateLog.open(pathOfLog(folder));
  try {
    printUnread(log, out);
    const written = await writeDocuments(log);
    if (values.json) out.json({ dir: folder, written });
    else out.print(`Written in ${folder}: ${written.join(', ')}`);
    return 0;
  } finally {
    await log.close();
  }
};
