import { parseSourceUrl } from '../debate/sourceUrl';
import type { DebateLog } from '../record/debateLog';
import { PlanError } from './planError';
import { verifierFor } from './reviewedSource';
import type { WebAccess } from './webAccess';

interface AddedSource {
  url: string;
  title: string;
  /** Characters of its text. */
  length: number;
}

/**
 * Fetches a page of the web and keeps its snapshot with the debate, so that debaters may cite it. One that the debate has already is not
 * fetched again.
 *
 * @throws PlanError `source_address`, `source_unread` with the reason of the fetch; the signal's reason; RecordError.
 */
export async function addSource(
  log: DebateLog,
  url: string,
  { web, signal }: { web: WebAccess | undefined; signal: AbortSignal },
): Promise<AddedSource> {
  log.requireWritable();
  const parsed = parseSourceUrl(url);
  if (parsed.kind === 'invalid')
    throw new PlanError('source_address', `“${url}” is no address of a source: ${parsed.reason}.`);
  if (parsed.kind === 'workspace') {
    throw new PlanError(
      'source_address',
      'Files are evidence, which a debate is given when it starts. Only pages of the web can be added, by an address that begins with https:// or http://.',
    );
  }
  const verifier = verifierFor({ evidence: log.state.setup?.evidence, folder: log.folder, web, now: () => new Date() });
  const captured = await verifier.capture(parsed.url, signal, { isPerson: true });
  if (captured.outcome !== 'read')
    throw new PlanError('source_unread', `${parsed.url} could not be added: ${captured.reason}.`);
  return { url: parsed.url, title: captured.title, length: captured.text.length };
}
