import type { Header } from '../../state';
import { error, type Fault, type LintRule } from './lintRecord';

/** Structure: no entry is older than the one before it. */
export const monotonicTime: LintRule = ({ headers }) => {
  const faults: Fault[] = [];
  let before: Header | undefined;
  for (const header of headers) {
    if (before !== undefined && header.time < before.time) faults.push(earlier(header, before));
    before = header;
  }
  return faults;
};

function earlier({ seq, time }: Header, before: Header): Fault {
  const [now, then] = [time, before.time].map((moment) => new Date(moment).toISOString());
  const mend = 'a writer clamps a clock that was set back';
  return error('structure', seq, `The timestamp ${now} is earlier than that of seq ${before.seq} (${then}); ${mend}.`);
}
