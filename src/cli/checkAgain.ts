import type { DebateLog } from '../record/debateLog';
import { checkAgainAll, unreadSources } from '../session/sourceReview';
import type { WebAccess } from '../session/webAccess';
import type { Output } from './output';
import { counted } from '../debate/counted';

/**
 * `rostrum verify DIR --again`: what could not be read when it was checked is read now, and what that comes to is logged. Whether a passage
 * supports a claim is not asked: for that, resume the debate or check the source again in the editor.
 */
export async function checkAgain(log: DebateLog, web: WebAccess | undefined, out: Output): Promise<number> {
  const total = unreadSources(log).length;
  const results: { seq: number; url: string; status: string; changed: boolean }[] = [];
  const added = await checkAgainAll(log, {
    web,
    signal: new AbortController().signal,
    onProgress: ({ seq, url, status, isChanged, done }) => {
      results.push({ seq, url, status, changed: isChanged });
      out.tell(`${done}/${total} seq ${seq}  ${status}${isChanged ? '' : ' (as before)'}  ${url}`);
    },
  });
  if (out.isJson) out.json({ results, logged: added.map(({ seq }) => seq) });
  if (total === 0) out.tell('No source of this debate is unverified because it could not be read.');
  else
    out.tell(
      `${added.length} of ${counted(total, 'result')} changed and ${added.length === 1 ? 'was' : 'were'} logged.`,
    );
  return 0;
}
