import { parseArgs } from 'node:util';
import { writeDocumentsIn } from '../reports/writeDocuments';
import { debateFolderOf, onePath } from './options';
import type { Output } from './output';

/** `rostrum report DIR`: the documents once more, from the log alone. */
export async function report(args: readonly string[], output: (json: boolean) => Output): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { json: { type: 'boolean', default: false } },
  });
  const folder = await debateFolderOf(onePath(positionals, 'report', "a debate's folder"));
  const written = await writeDocumentsIn(folder);
  const out = output(values.json);
  if (values.json) out.json({ dir: folder, written });
  else out.tell(`Written in ${folder}: ${written.join(', ')}`);
  return 0;
}
