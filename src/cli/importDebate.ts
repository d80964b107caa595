import { join } from 'node:path';
import { importDebate as importFolder } from '../importers/importDebate';
import { ImportError, type ImportProblem } from '../importers/importProblem';
import { writeDocumentsIn } from '../reports/writeDocuments';
import { type Command, onePath, parsed, writingTo } from './options';
import { UsageError } from './usage';
import { counted, shellWord } from '../matching/text/shortText';

/** Makes a record of another system's debate, whose folder is not changed. */
export const importDebate: Command = async (args, output) => {
  const { values, positionals } = parsed(args, { out: { type: 'string', default: 'output' } });
  const dir = onePath(positionals, 'import', 'the folder of a debate');
  const out = output(values.json);
  const importing = importFolder(dir, { parent: values.out, now: () => new Date() });
  const { folder, format, entries, problems } = await writingTo(values.out, importing).catch((error: unknown) => {
    throw error instanceof ImportError ? new UsageError(error.message) : error;
  });
  out.path(folder);
  const written = await writeDocumentsIn(folder);
  for (const problem of problems) out.print(problemLine(problem));
  out.say(
    `Imported as a ${format} with ${counted(entries, 'entry', 'entries')}; every file is kept in ${join(folder, 'originals')}.`,
  );
  out.say(
    `Written beside the record: ${written.join(', ')}. "rostrum lint ${shellWord(folder)}" says what in it breaks the rules.`,
  );
  if (values.json) out.json({ dir: folder, format, entries, problems });
  return 0;
};

const problemLine = ({ path, line, message }: ImportProblem): string =>
  `${path}${line === undefined ? '' : `, line ${line}`}: ${message}`;
