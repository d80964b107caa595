import { formatIn } from '../../debate/formats/formatName';
import { findingOn } from '../../debate/state';
import type { VisibleEntry } from '../../debate/tasks';
import type { RecordView } from '../../debate/view';
import { positionOf } from '../../projections/status';
import { topicOf } from '../../projections/topic';
import type { DebateLog } from '../../record/debateLog';
import type { IndexInfo } from './debateIndex';
import { IndexWriter } from './indexWriter';
import { findableTexts } from './findableTexts';

/** What one debate may be found by: nothing that is struck is in it. `key`: by what the log is known again. */
export function makeIndex(log: DebateLog, key: string): Uint8Array<ArrayBuffer> {
  const { state, view } = log;
  const writer = new IndexWriter();
  for (const at of state.headers.keys()) {
    const [entry, place] = [log.entryAt(at), log.placeAt(at)];
    if (entry !== undefined && place !== undefined) addEntry(writer, { view, entry: view.mask.entry(entry), place });
  }
  return writer.bytes(key, infoOf(view));
}

interface PlacedEntry {
  view: RecordView;
  entry: VisibleEntry;
  /** The line in the log, in bytes. */
  place: { offset: number; length: number };
}

function addEntry(writer: IndexWriter, { view: { state }, entry, place }: PlacedEntry): void {
  const { seq, type, speaker, timestamp } = entry;
  const time = Date.parse(timestamp) || 0;
  let sources = 0;
  for (const { kind, text, url } of findableTexts(entry)) {
    const status = url === undefined ? undefined : findingOn(state, seq, url)?.status;
    const source = url === undefined ? 0 : sources++;
    writer.add({ seq, kind, type, speaker, status, source, time, ...place }, text);
  }
}

function infoOf(view: RecordView): IndexInfo {
  const { state } = view;
  const { kind, isOver } = positionOf(state);
  return {
    topic: view.mask.text(topicOf(view) ?? ''),
    format: formatIn(state.setup),
    position: { kind, isOver },
    hasStruck: state.redactions.size > 0,
  };
}
