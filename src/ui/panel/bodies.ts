import { unstatedWords } from '../../projections/words';
import { stepOf, argumentTypes } from '../../debate/log/entry';
import { wordCount } from '../../matching/text/text';
import type { VisibleEntry } from '../../debate/flow/tasks';
import type { DebateLog } from '../../record/debateLog';
import { isProcedural, longestContent, type Body, type FeedRow, type Aside } from '../../shared/protocol';
import { sourceLinesOf } from './sourceLines';
import { firstUnits, cutText, unquoted } from '../../matching/text/shortText';
import * as l10n from '@vscode/l10n';
import { correctionsOf, type Correction } from '../../debate/log/data/common';
import type { RecordView } from '../../debate/fold/view';
import { readableUrl, withPlaces } from '../../projections/sourcePlace';
import { declaredAsides } from '../formats/registry';
import { contentForm, entryContent } from '../../projections/contentForm';
import { withCorrections } from '../../projections/correctedContent';
import { frameworkAt } from '../../projections/formats/declared';
import { dataOf, declaredIn } from '../../debate/log/codec';

const longestOfMany = 4 * 1024;
/** Of one message; past it the texts are cut short. Units of its JSON, roughly. */
const messageBudget = 2 * 1024 * 1024;

interface BodyOptions {
  isWhole?: boolean;
  /** UTF-16 code units of texts after which no further body is wanted. */
  enough?: number;
  isBeingChecked: boolean;
}

/** As anyone may see them: each that exists, up to `enough`; too many long ones are cut short. */
export function bodiesAt(log: DebateLog, positions: readonly number[], options: BodyOptions): Body[] {
  const bodies: Body[] = [];
  let left = messageBudget - longestContent;
  let wanted = options.enough ?? Infinity;
  for (const at of positions) {
    if (wanted <= 0) break;
    const limit = options.isWhole === true ? Infinity : left > 0 ? longestContent : longestOfMany;
    const body = bodyAt(log, at, { limit, isBeingChecked: options.isBeingChecked });
    if (body === undefined) continue;
    left -= sizeOf(body);
    wanted -= body.content.length;
    bodies.push(body);
  }
  return bodies;
}

/** The entry as anyone may see it. */
export function visibleAt(log: DebateLog, at: number): VisibleEntry | undefined {
  const entry = log.entryAt(at);
  return entry && log.view.mask.entry(entry);
}

export function bodyAt(
  log: DebateLog,
  at: number,
  { limit, isBeingChecked }: { limit: number; isBeingChecked: boolean },
): Body | undefined {
  const header = log.state.headers[at];
  const entry = visibleAt(log, at);
  if (header === undefined || entry === undefined) return undefined;
  const { redacted } = entry;
  const content = redacted === undefined ? withCorrections(entryContent(entry), entry.seq, log.view, l10n) : '';
  const shown = firstUnits(content, limit);
  const form = contentForm(entry);
  const mark = stepOf(entry);
  return {
    at,
    seq: entry.seq,
    content: shown,
    ...(form === 'markdown' ? {} : { form }),
    ...(shown.length < content.length ? { wholeLength: content.length } : {}),
    sources: sourceLinesOf(log.view, header, entry, isBeingChecked),
    asides: asidesOf(log.view, entry),
    redacted: redacted && { by: redacted.by, reason: withPlaces(l10n, redacted.reason) },
    words: wordCount(content),
    attempt: mark?.attempt,
    elapsedMs: mark?.elapsed_ms,
    line: log.lineAt(at),
  };
}

/** The text of a redacted entry, for an auditor who asked for it and was warned. Nothing else may call this. */
export function disclosedAt(log: DebateLog, at: number): Body | undefined {
  const body = bodyAt(log, at, { limit: longestContent, isBeingChecked: false });
  const entry = log.entryAt(at);
  return body?.redacted === undefined || entry === undefined ? undefined : { ...body, disclosed: entry.content };
}

function sizeOf({ content, sources, asides }: Body): number {
  let size = content.length + 300;
  for (const { url, label, quote = '', claim = '', explanation, checks } of sources) {
    size += url.length + label.length + quote.length + claim.length + explanation.length + 200;
    for (const { note } of checks) size += note.length + 60;
  }
  for (const { text } of asides) size += text.length + 40;
  return size;
}

const before = 6;
const behind = 18;
/** Two screens of a large window: more would keep the first from being seen. */
export const firstText = 16 * 1024;

/**
 * Orders rows by how soon they are seen: around an entry, else at the end of a debate that runs, else at the beginning.
 */
export function firstSeen(
  rows: readonly FeedRow[],
  { focus, isRunning }: { focus: number | undefined; isRunning: boolean },
): number[] {
  if (focus === undefined)
    return isRunning ? walked(rows, rows.length - 1, -1, before + behind) : walked(rows, 0, 1, before + behind);
  const above = walked(rows, focus - 1, -1, before);
  return [focus, ...above.slice(0, 1), ...walked(rows, focus + 1, 1, behind), ...above.slice(1)];
}

function walked(rows: readonly FeedRow[], from: number, by: 1 | -1, count: number): number[] {
  const found: number[] = [];
  for (let at = from; found.length < count; at += by) {
    const row = rows[at];
    if (row === undefined) break;
    if (!isProcedural(row.type)) found.push(at);
  }
  return found;
}

const longest = 600;

/** A sentence each. */
export function asidesOf(view: RecordView, entry: VisibleEntry): Aside[] {
  if (entry.redacted !== undefined) return [];
  const asides = [
    ...addressed(entry),
    ...challenged(entry),
    ...spoken(view, entry),
    ...declaredAsides(entry),
    ...condensed(entry),
    ...unstated(entry),
  ];
  return asides.map(({ kind, text }) => ({ kind, text: cutText(text, longest) }));
}

function addressed(entry: VisibleEntry): Aside[] {
  const to = dataOf(entry, 'audience_question')?.to;
  // Most say so themselves.
  return to === undefined || entry.content.startsWith(`To ${to}:`)
    ? []
    : [{ kind: 'to', text: l10n.t('Question to {0}', to) }];
}

function condensed(entry: VisibleEntry): Aside[] {
  const count = stepOf(entry)?.condensed;
  if (count === undefined || entry.type === 'verification_result') return [];
  const text =
    count === 1
      ? l10n.t('Written from the Chair’s summary of 1 earlier entry')
      : l10n.t('Written from the Chair’s summaries of {0} earlier entries', count);
  return [{ kind: 'condensed', text }];
}

function unstated(entry: VisibleEntry): Aside[] {
  const figures = stepOf(entry)?.unstated ?? [];
  return figures.length === 0 ? [] : [{ kind: 'unstated', text: unstatedWords(l10n, figures) }];
}

/** Nothing is left of it where the challenged entry was redacted. */
function challenged(entry: VisibleEntry): Aside[] {
  if (entry.type !== 'source_challenge') return [];
  const { url, claim } = dataOf(entry, 'source_challenge') ?? {};
  if (url === undefined || claim === undefined) return [];
  return [{ kind: 'to', text: l10n.t('Challenges {0}, said to support “{1}”', readableUrl(url), unquoted(claim)) }];
}

const declaringTypes: ReadonlySet<string> = new Set([
  ...argumentTypes,
  'clarification_request',
  'source_challenge',
  'defense',
  'critique',
  'argument',
]);

function spoken(view: RecordView, entry: VisibleEntry): Aside[] {
  if (!declaringTypes.has(entry.type)) return [];
  // The data of a known type was checked when the line was read.
  const { introduces = [], acknowledges = [], concedes = [], left_out = [], ...said } = declaredIn(entry) ?? {};
  return [
    ...correctionsOf(said).flatMap(corrected),
    ...concedes.map(({ seq, claim }): Aside => ({
      kind: 'concedes',
      text: l10n.t('Concedes seq {0}: “{1}”', seq, unquoted(claim)),
    })),
    ...introduces.map(({ name }): Aside => ({
      kind: 'introduces',
      text: l10n.t('Introduces the framework “{0}”', name),
    })),
    ...acknowledges.map((seq): Aside => ({ kind: 'acknowledges', text: acknowledged(view, seq) })),
    ...left_out.map(({ url, reason }): Aside => ({
      kind: 'left-out',
      text: l10n.t('Left out, because nobody could read it: {0} ({1})', readableUrl(url), reason),
    })),
  ];
}

function corrected({ seq, old_url: before, new_url: after, reason, statement, instead }: Correction): Aside[] {
  const source =
    after === undefined
      ? l10n.t('Corrects seq {0}: {1} is withdrawn ({2})', seq, readableUrl(before), reason)
      : l10n.t('Corrects seq {0}: {1} is replaced by {2} ({3})', seq, readableUrl(before), readableUrl(after), reason);
  const sentence =
    statement === undefined
      ? []
      : [
          instead === undefined
            ? l10n.t('Withdraws of seq {0}: “{1}”', seq, unquoted(statement))
            : l10n.t(
                'Corrects in seq {0}: “{1}”, and says instead: “{2}”',
                seq,
                unquoted(statement),
                unquoted(instead),
              ),
        ];
  return [source, ...sentence].map((text): Aside => ({ kind: 'corrects', text }));
}

function acknowledged(view: RecordView, seq: number): string {
  const framework = frameworkAt(view, seq);
  if (framework !== undefined) return l10n.t('Acknowledges the framework “{0}” (seq {1})', framework, seq);
  return [...view.state.redactions.values()].some(({ by }) => by === seq)
    ? l10n.t('Acknowledges the redaction at seq {0}', seq)
    : l10n.t('Acknowledges seq {0}', seq);
}
