import { parseArgs } from 'node:util';
import { verificationStatuses } from '../debate/entryData';
import { reverify } from '../session/reverify';
import { debateFolderOf, openLog } from './openLog';
import { onePath } from './options';
import type { Output } from './output';

const marks = { verified: '✓', unreliable: '⚠', fabricated: '✗', unverified: '?' } as const;

/** `rostrum verify DIR`: every source checked again, from the snapshots or, with `--refetch`, from where they came. */
export async function verify(args: readonly string[], output: (json: boolean) => Output): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { json: { type: 'boolean', default: false }, refetch: { type: 'boolean', default: false } },
  });
  const { log } = await openLog(await debateFolderOf(onePath(positionals, 'verify', "a debate's folder")));
  try {
    const today = new Date().toISOString().slice(0, 10);
    const results = await reverify(log, { refetch: values.refetch, today, signal: new AbortController().signal });
    const counts = Object.fromEntries(
      verificationStatuses.map((status) => [status, results.filter((result) => result.status === status).length]),
    );
    const out = output(values.json);
    if (values.json) {
      out.json({ results: results.map(({ seq, url, status, checks }) => ({ seq, url, status, checks })), counts });
      return 0;
    }
    for (const { seq, url, status, explanation, logged } of results) {
      const changed = logged !== null && logged !== status ? ` (the record says ${logged})` : '';
      const why = status === 'verified' ? '' : ` — ${explanation}`;
      out.tell(`${marks[status]} seq ${seq}  ${status}${changed}  ${url}${why}`);
    }
    out.tell(Object.entries(counts).map(([status, count]) => `${count} ${status}`).join(', '));
    return 0;
  } finally {
    await log.close();
  }
}
