import type { VerificationStatus } from '../../debate/entryData';
import { formatIn } from '../../debate/formats/formatName';
import { findingOn } from '../../debate/state';
import type { VisibleEntry } from '../../debate/tasks';
import { positionOf } from '../../projections/status';
import { topicOf } from '../../projections/topic';
import { DebateLog } from '../../record/debateLog';
import { pathOfLog } from '../../record/logPath';
import { isDebateAsked } from './askedDebate';
import { matchesOf, passageOf } from './passage';
import { regExpOf, type SearchQuery } from './query';
import { passesRow } from './ranked';
import { findableTexts } from './findableTexts';
import { nothingFound, type SearchAnswer, type DebateHit } from './debateHit';

interface Scan {
  folder: string;
  query: SearchQuery;
  limit: number;
}

/** Reads one debate through for a regular expression, without an index, the newest entry first. @throws RecordError */
export async function scanDebate({ folder, query, limit }: Scan): Promise<SearchAnswer> {
  const log = await DebateLog.open(pathOfLog(folder));
  try {
    const { view, state } = log;
    const debate = { folder, format: formatIn(state.setup), position: positionOf(state) };
    if (!(await isDebateAsked(debate, query))) return nothingFound;
    const topic = view.mask.text(topicOf(view) ?? '');
    const pattern = regExpOf(query.pattern ?? '');
    const hits: DebateHit[] = [];
    for (let at = state.headers.length - 1; at >= 0 && hits.length < limit; at -= 1) {
      const entry = log.entryAt(at);
      if (entry === undefined) continue;
      const statusOf = (url: string): VerificationStatus | undefined => findingOn(state, entry.seq, url)?.status;
      for (const hit of matchesIn(view.mask.entry(entry), { pattern, query, statusOf })) {
        hits.push({ ...hit, folder, topic });
        if (hits.length >= limit) break;
      }
    }
    const total = hits.length;
    return { ...nothingFound, hits, total, debates: total === 0 ? 0 : 1, isCut: total >= limit };
  } finally {
    await log.close();
  }
}

interface Matching {
  pattern: RegExp;
  query: SearchQuery;
  statusOf: (url: string) => VerificationStatus | undefined;
}

/** More of one text nobody looks at. */
const mostMatches = 100;

function* matchesIn(
  entry: VisibleEntry,
  { pattern, query, statusOf }: Matching,
): Generator<Omit<DebateHit, 'folder' | 'topic'>> {
  const { seq, speaker, type, timestamp } = entry;
  const time = Date.parse(timestamp) || 0;
  for (const { kind, text, url } of findableTexts(entry)) {
    const status = url === undefined ? undefined : statusOf(url);
    if (!passesRow({ speaker, type, kind, status, time }, query.filters)) continue;
    const places = matchesOf(text, pattern, mostMatches);
    if (places.length === 0) continue;
    const passage = passageOf(text, places);
    const ofSource = { ...(url === undefined ? {} : { url }), ...(status === undefined ? {} : { status }) };
    yield { seq, speaker, type, kind, time, passage, ...ofSource };
  }
}
