import type { VerificationData } from '../debate/entryData';
import type { SourceUrl } from '../debate/sourceUrl';
import type { RefusalOutcome } from '../research/fetch/fetchedPage';
import type { UnreadSource } from '../research/sourceReader';

const notJudged = {
  quote: 'not_judged',
  figures: 'not_judged',
  attribution: 'not_judged',
  support: 'not_judged',
} as const;

/** What the user can do about an unreadable source. */
export const whatToDo = 'Check Again tries once more; whoever has read it can say so with I Read It.';

const byHand = 'It may be there all the same: open it in a browser, and say so with I Read It.';

/** What to do, by the barrier in the page's place. */
const advice: Record<RefusalOutcome, string> = {
  refused:
    'Such addresses are reached only where the user allows the host in the settings. Whoever has read it can say so with I Read It.',
  dead: `That it is not there now does not prove that it never was. ${whatToDo}`,
  no_host: `That nobody has this name now does not prove that nobody ever had. ${whatToDo}`,
  blocked: byHand,
  robots: byHand,
  server: whatToDo,
  timeout: whatToDo,
  tls: `It may have come from somebody else, so nothing was read. ${whatToDo}`,
  too_large: byHand,
  too_complex: byHand,
  unsupported: byHand,
  deadline: whatToDo,
  failed: whatToDo,
};

/** The result on an unreadable source: undecided, unless the source certainly never existed. */
export function unreadResult(
  { url, parsed }: { url: string; parsed: SourceUrl },
  read: UnreadSource,
): VerificationData {
  const { refusal, status, neverSeenBy } = read;
  const facts = {
    ...(refusal === undefined ? {} : { refusal }),
    ...(status === undefined ? {} : { http_status: status }),
  };
  if (parsed.kind === 'workspace' && read.outcome === 'absent')
    return fabricated(url, `No file ${parsed.path} was in the evidence when the debate began.`);
  if (isWitnessedTwice(parsed, read)) {
    const explanation = `There is no such page, and by two witnesses there never was: ${read.reason}.`;
    return { ...fabricated(url, explanation), ...facts, never_seen_by: neverSeenBy };
  }
  const more = refusal === undefined ? '' : ` ${advice[refusal]}`;
  const explanation = `The source could not be checked: ${read.reason}.${more}`;
  return {
    url,
    status: 'unverified',
    confidence: 'low',
    checks: { exists: 'not_judged', ...notJudged },
    notes: { exists: explanation },
    snapshot: null,
    passage: null,
    explanation,
    ...facts,
  };
}

/** Its own server says that it is missing, and an archive never saw it. One of them alone accuses nobody. */
const isWitnessedTwice = (parsed: SourceUrl, { outcome, refusal, neverSeenBy }: UnreadSource): boolean =>
  parsed.kind === 'web' &&
  outcome === 'absent' &&
  (refusal === 'dead' || refusal === 'no_host') &&
  neverSeenBy !== undefined;

function fabricated(url: string, explanation: string): VerificationData {
  return {
    url,
    status: 'fabricated',
    confidence: 'high',
    checks: { exists: 'fail', ...notJudged },
    notes: { exists: explanation },
    snapshot: null,
    passage: null,
    explanation,
  };
}
