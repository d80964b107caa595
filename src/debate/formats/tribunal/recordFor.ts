import type { Entry } from '../../log/entry';
import { type EntryType, isEntryType } from '../../log/entryData';
import { headerOf } from '../../fold/state';
import type { VisibleEntry } from '../../flow/tasks';
import type { RecordView } from '../../fold/view';
import { assessmentText, critiqueText, defenseText } from './judgeTexts';
import { valueWithoutMentions } from './roundMentions';
import { isSight, visibility, type Sight } from './visibility';
import { isObject, objectOf } from '../../log/objects';

export type TribunalAgent = 'advocate' | 'critic' | 'judge';

export interface SightOptions {
  handover: 'public' | 'raw';
  /** Guidance of the user counts up to here, by seq: what comes in mid-round is for the next one. */
  guidanceBefore: number;
  /** The last round runs, or the ruling is due: the Judge knows. */
  isLast: boolean;
}

/** Redacted text is masked. */
export const recordFor = (view: RecordView, agent: TribunalAgent, options: SightOptions): VisibleEntry[] =>
  view.all().flatMap((entry) => entryFor(entry, view, { agent, ...options }) ?? []);

interface Viewer extends SightOptions {
  agent: TribunalAgent;
}

/** Undefined if hidden from that agent. */
export function entryFor(entry: VisibleEntry, view: RecordView, viewer: Viewer): VisibleEntry | undefined {
  if (!isEntryType(entry.type)) return undefined;
  const table = visibility[entry.type];
  if (table === 'none') return undefined;
  const seen = sightOf(entry, view, viewer);
  if (!seen(typeof table.entry === 'function' ? table.entry(entry) : table.entry)) return undefined;
  if (entry.type === 'intervention' && entry.seq >= viewer.guidanceBefore) return undefined;
  const shown =
    entry.redacted === undefined ? shownEntry(entry, table, seen) : redactedEntry(entry, entry.redacted, seen);
  return isSide(viewer.agent) && isOfficials(entry) ? valueWithoutMentions(shown) : shown;
}

const isSide = (agent: TribunalAgent): boolean => agent !== 'judge';

/** Sides may say what they like, and quote what they like: only who knows the number of rounds could tell it. */
const isOfficials = ({ speaker }: Entry): boolean => speaker !== 'advocate' && speaker !== 'critic';

type SightCheck = (sight: Sight | { side: string }) => boolean;

function sightOf(entry: Entry, { state }: RecordView, { agent, handover, isLast }: Viewer): SightCheck {
  const concerned = [entry.speaker, entry.target_seq === null ? undefined : headerOf(state, entry.target_seq)?.speaker];
  const isRaw =
    handover === 'raw' && (entry.type === 'defense' || entry.type === 'critique' || entry.type === 'assessment');
  const isAuthor = agent === 'judge' || isRaw || concerned.includes(agent);
  const allowed: Record<Sight, boolean> = {
    all: true,
    author: isAuthor,
    judge: agent === 'judge',
    last: agent === 'judge' && isLast,
    none: false,
  };
  return (sight) => (typeof sight === 'string' ? allowed[sight] : isRaw || sight.side === agent);
}

function shownEntry(
  entry: VisibleEntry,
  { content, sources, fields }: Exclude<(typeof visibility)[EntryType], 'none'>,
  seen: SightCheck,
): VisibleEntry {
  const data = entry.data === undefined ? undefined : objectOf(partsOf(entry.data, fields, seen));
  const cited = seen(sources) ? entry.sources : null;
  const text =
    content === 'composed'
      ? composed(entry, { data: data ?? {}, sources: cited ?? [], seen })
      : seen(content)
        ? entry.content
        : '';
  return { ...envelope(entry), content: text, sources: cited, ...(data === undefined ? {} : { data }) };
}

/** Fields of other writers are not among these. */
const envelope = ({ seq, timestamp, phase, speaker, type, rebuttal_to_seq, target_seq }: Entry) => ({
  seq,
  timestamp,
  phase,
  speaker,
  type,
  rebuttal_to_seq,
  target_seq,
});

const redactedWords = 'Struck from the record.';

/** Why an entry was redacted is the Verifier's finding: the Judge and its author know. */
function redactedEntry(
  entry: VisibleEntry,
  redacted: NonNullable<VisibleEntry['redacted']>,
  seen: SightCheck,
): VisibleEntry {
  const reason = seen('author') ? redacted.reason : redactedWords;
  return {
    ...envelope(entry),
    content: `[REDACTED — ${reason}]`,
    sources: null,
    redacted: { by: redacted.by, reason },
  };
}

/** Fields that the table does not know are left out. */
function partsOf(value: unknown, sights: unknown, seen: SightCheck): unknown {
  if (isSight(sights)) return seen(sights) ? value : undefined;
  if (!isObject(sights)) return undefined;
  const { each, of, parts = sights } = sights;
  if (each !== undefined && Array.isArray(value)) {
    const own = value.filter((item: unknown) => typeof of !== 'string' || isFor(item, of, seen));
    return own.map((item: unknown) => partsOf(item, each, seen) ?? {});
  }
  if (!isObject(value)) return undefined;
  const kept = Object.entries(objectOf(parts)).flatMap(([key, sight]) => {
    const part = Object.hasOwn(value, key) ? partsOf(value[key], sight, seen) : undefined;
    return part === undefined ? [] : [[key, part] as const];
  });
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}

/** Whether the item's side may see it. */
function isFor(item: unknown, field: string, seen: SightCheck): boolean {
  const side = objectOf(item)[field];
  return typeof side !== 'string' || seen('judge') || seen({ side });
}

interface VisibleParts {
  data: Record<string, unknown>;
  sources: readonly { url: string; title: string }[];
  seen: SightCheck;
}

/** The entry's text, composed from the fields that the agent sees. */
function composed(entry: VisibleEntry, { data, sources, seen }: VisibleParts): string {
  switch (entry.type) {
    case 'defense':
      return seen('author') ? entry.content : defenseText(data, sources);
    case 'critique':
      return seen('author') ? entry.content : critiqueText(data, sources);
    case 'assessment':
      return seen('judge') ? entry.content : assessmentText(data);
    case 'setup':
      return `Topic: ${typeof data['topic'] === 'string' ? data['topic'] : ''}`;
    case 'note':
      return seen('judge') ? entry.content : failureWords(data);
    case 'redaction':
      return seen('author') ? entry.content : `REDACTED: seq ${entry.target_seq ?? ''}. ${redactedWords}`;
    case 'intervention':
      return typeof data['guidance'] === 'string'
        ? data['guidance']
        : entry.data?.['change'] === undefined
          ? entry.content
          : '';
    default:
      return '';
  }
}

function failureWords({ side, round }: Record<string, unknown>): string {
  const who =
    side === 'judge'
      ? 'There is no assessment of'
      : `The ${typeof side === 'string' ? side : 'other side'} made no contribution in`;
  return `${who} round ${typeof round === 'number' ? round : ''}.`;
}
