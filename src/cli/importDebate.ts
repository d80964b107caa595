import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { importDebate as importFolder } from '../importers/importDebate';
import { ImportError, type ImportProblem } from '../importers/importProblem';
import { writeDocumentsIn } from '../reports/writeDocuments';
import { onePath } from './options';
import type { Output } from './output';
import { UsageError } from './usage';
import { counted } from '../debate/shortText';

/** `rostrum import DIR`: a debate of another system becomes a record of ours; the folder itself stays as it is. */
export async function importDebate(args: readonly string[], output: (json: boolean) => Output): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { out: { type: 'string', default: 'output' }, json: { type: 'boolean', default: false } },
  });
  const dir = onePath(positionals, 'import', 'the folder of a debate');
  const out = output(values.json);
  const { folder, format, entries, problems } = await importFolder(dir, {
    parent: values.out,
    now: () => new Date(),
  }).catch((error: unknown) => {
    throw error instanceof ImportError ? new UsageError(error.message) : error;
  });
  out.path(folder);
  const written = await writeDocumentsIn(folder);
  for (const problem of problems) out.tell(problemLine(problem));
  out.say(
    `Imported as a ${format} with ${counted(entries, 'entry', 'entries')}; every file is kept in ${join(folder, 'originals')}.`,
  );
  out.say(
    `Written beside the record: ${written.join(', ')}. "rostrum lint ${folder}" says what in it breaks the rules.`,
  );
  if (values.json) out.json({ dir: folder, format, entries, problems });
  return 0;
}

const problemLine = ({ path, line, message }: ImportProblem): string =>
  `${path}${line === undefined ? '' : `, line ${line}`}: ${message}`;
