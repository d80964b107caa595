import { collapsed, cutText } from '../../matching/text/shortText';
import type { Draft, Source } from '../../debate/log/entry';
import type { Problems } from '../importProblem';
import { itemsOf, type MarkdownSection, unescaped } from '../markdownSections';
import { dayOf, stepMark, type TimedDraft } from '../scanFolder';
import { assessedIssues, type IssueBook, type StatedIssue } from './issues';
import { assessmentData, rulingData, splitJudge, type Unknown } from './judgeFile';
import type { LogEvent, RoundPart } from './roundFiles';
import { critiqueData, defenseData, readSide } from './sideFile';
import { formatWorkspaceUrl, parseSourceUrl } from '../../matching/text/sourceUrl';
import { sentences } from '../../matching/text/text';

const link = /\[((?:[^[\]]|\[[^[\]]*\])*)\]\((https?:\/\/(?:[^\s()]|\([^\s()]*\))+)\)/gi;
const bare = /https?:\/\/[^\s<>()[\]"'`]+/gi;

/**
 * Each cited source once, in order. Its sentence becomes the claim, but not below `until`, where the list of sources
 * begins.
 */
function citationsIn(text: string, { until, accessed }: { until: number; accessed: string }): Source[] {
  const spans = sentences(text.slice(0, until));
  const links = [...text.matchAll(link)].map((match) => ({
    at: match.index,
    title: titleIn(match[1] ?? ''),
    url: match[2] ?? '',
  }));
  const covered = (at: number): boolean =>
    links.some(
      (one) =>
        at >= one.at && at < one.at + one.title.length + one.url.length + 60 && text.indexOf(one.url, one.at) === at,
    );
  const plain = [...text.matchAll(bare)]
    .filter(({ index }) => !covered(index))
    .map((match) => ({ at: match.index, title: '', url: match[0].replace(/(?<![.,;:!?*_])[.,;:!?*_]+$/, '') }));
  const found = new Map<string, Source>();
  for (const { at, title, url } of [...links, ...plain].sort((one, other) => one.at - other.at)) {
    if (found.has(url) || parseSourceUrl(url).kind === 'invalid') continue;
    const claim = at < until ? spans.find(({ start, end }) => at >= start && at <= end)?.text : undefined;
    found.set(url, { url, title: title === '' ? url : title, accessed, claim });
  }
  return [...found.values()];
}

/** Title in the system's citation form: `Source: "Title", Author, Year`. */
const titleIn = (words: string): string => collapsed(words.replace(/^\s*source:\s*/i, ''));

/** An address ends where another could begin, since otherwise it would be tried to the line's end. */
const listedLink = /^\[(.*)\]\((?:<(https?:[^<>\s]*)>|(https?:[^()<>\s]*))\)$/;

/** Sources in the list that Rostrum writes below a contribution: place, quotation and claim of each, one line each. */
function passagesIn(
  { text, line }: MarkdownSection,
  { path, accessed, problems }: { path: string; accessed: string; problems: Problems },
): Source[] {
  const [list = ''] = text.split(/^How the Verifier left them:/m);
  return itemsOf(list).flatMap((item) => {
    const [head = '', ...rest] = item.split('\n').map((one) => one.trim());
    const [, label, bracketed, plain] = listedLink.exec(head) ?? [];
    const [, named, place] = /^(?:(.*), )?`([^`]+)`$/.exec(head) ?? [];
    const url = bracketed ?? plain ?? (place === undefined ? undefined : urlOfPlace(place));
    if (url === undefined || parseSourceUrl(url).kind === 'invalid') {
      problems.add(path, `Of the passages relied on, “${cutText(head, 80)}” names no source that can be read.`, line);
      return [];
    }
    const stated = (pattern: RegExp): string | undefined =>
      rest.flatMap((one) => pattern.exec(one)?.[1] ?? []).map(unescaped)[0];
    const title = unescaped(label ?? named ?? '');
    return [
      {
        url,
        title: title === '' ? url : title,
        accessed,
        quote: stated(/^> “(.*)”$/),
        claim: stated(/^Supports: (.*)$/),
      },
    ];
  });
}

/** Reads a place in the form for people: `a.md:3–9`, `a.pdf, page 2`. */
function urlOfPlace(place: string): string {
  const [, file = place, start, end = start, page] = /^(.+?)(?::(\d+)(?:–(\d+))?|, page (\d+))$/.exec(place) ?? [];
  const lines = start === undefined ? undefined : { start: Number(start), end: Number(end) };
  return formatWorkspaceUrl({ path: file, lines, page: page === undefined ? undefined : Number(page) });
}

/** Facts about the debate that a part needs. */
export interface PartContext {
  time: number;
  book: IssueBook;
  /** Tracker rows by round. */
  tracker: ReadonlyMap<number | undefined, readonly StatedIssue[]>;
  /** Last round that the Judge assessed. */
  lastJudged: number;
  /** Last round with a ruling; a debate has one ruling. */
  lastRuled: number;
  problems: Problems;
}

/** The entries of one agent's text; their content is the whole text. */
export function partDrafts(part: RoundPart, context: PartContext): TimedDraft[] {
  return draftsOf(part, context).map((draft) => ({ time: context.time, draft }));
}

function draftsOf(part: RoundPart, context: PartContext): Draft[] {
  const { round, agent, path, text } = part;
  const imported = { file: path };
  switch (agent) {
    case 'preface':
      return [noteDraft('preface', text, path)];
    case 'advocate':
    case 'critic':
      return [sideDraft(part, agent, context)];
    case 'judge':
      return judgeDrafts(part, context);
    case 'moderator':
      return [
        {
          phase: 'system',
          speaker: 'moderator',
          type: 'handoff',
          content: text,
          data: { from: 'advocate', to: 'critic', round, imported },
        },
      ];
    case 'scribe':
      return [
        {
          phase: 'system',
          speaker: 'reporter',
          type: 'document',
          content: text,
          data: { name: `round-${round}/scribe.md`, round, imported },
        },
      ];
  }
}

function sideDraft(
  { round, path, text }: RoundPart,
  side: 'advocate' | 'critic',
  { time, problems }: PartContext,
): Draft {
  const read = readSide(text);
  const data = side === 'advocate' ? defenseData(read) : critiqueData(read);
  const accessed = dayOf(time);
  const sources =
    read.relied === undefined
      ? citationsIn(text, { until: read.sourcesAt, accessed })
      : passagesIn(read.relied, { path, accessed, problems });
  // A list of sources may omit some that the text cites.
  if (sources.length > 0 && data.closed_book === true) data.closed_book = false;
  return {
    phase: 'rebuttal',
    speaker: side,
    type: side === 'advocate' ? 'defense' : 'critique',
    content: text,
    sources: sources.length === 0 ? null : sources,
    data: { round, ...data, imported: { file: path }, step: stepMark(`r${round}/${side}`) },
  };
}

function judgeDrafts(
  { round, path, text }: RoundPart,
  { book, tracker, lastJudged, lastRuled, problems }: PartContext,
): Draft[] {
  const unknown: Unknown = (words) =>
    problems.add(path, `In round ${round} ${words}; it stands in the entry’s text only.`);
  const split = splitJudge(text);
  const isInterim = split.ruling !== undefined && round < lastRuled;
  if (isInterim)
    problems.add(
      path,
      `In round ${round} the Judge rules already, and again in round ${lastRuled}: the last ruling counts, this one stands in the assessment’s text.`,
    );
  const { assessment, ruling } = isInterim ? { assessment: text } : split;
  const imported = { file: path };
  const common = { phase: 'system', speaker: 'judge' } as const;
  const stated = [...(tracker.get(round) ?? []), ...(round === lastJudged ? (tracker.get(undefined) ?? []) : [])];
  const issues = book.after(stated.length > 0 ? stated : assessedIssues(assessment ?? text));
  const drafts: Draft[] = [];
  if (assessment !== undefined) {
    const data = {
      round,
      ...assessmentData(assessment, unknown),
      ...(issues.length === 0 ? {} : { issues }),
      imported,
      step: stepMark(`r${round}/judge`),
    };
    drafts.push({ ...common, type: 'assessment', content: assessment, data });
  }
  if (ruling !== undefined) {
    const known = assessment === undefined && issues.length > 0 ? { issues } : {};
    const data = {
      round,
      ...rulingData(ruling, { idOf: (title) => book.idOf(title), unknown }),
      ...known,
      imported,
      step: stepMark('ruling'),
    };
    drafts.push({ ...common, type: 'judges_ruling', content: ruling, data });
  }
  return drafts;
}

export const roundStart = (round: number, time: number): TimedDraft => ({
  time,
  draft: {
    phase: 'rebuttal',
    speaker: 'moderator',
    type: 'announcement',
    content: `Round ${round} beginning.`,
    data: { kind: 'round_start', round, step: stepMark(`r${round}/start`) },
  },
});

/** An error in the log, with the lost turn if the log names it. */
export function failureDraft({ time, text, tag, line, round, agent }: LogEvent, isMissing: boolean): TimedDraft {
  const step = isMissing && agent !== undefined && round !== undefined ? { step: stepMark(`r${round}/${agent}`) } : {};
  const data = {
    kind: 'failure',
    round,
    side: isMissing ? agent : undefined,
    imported: { file: 'debate.log', line },
    ...step,
  };
  return {
    time,
    draft: { phase: 'system', speaker: 'moderator', type: 'note', content: text === '' ? tag : text, data },
  };
}

/** A user's message during the debate, as the log has it. */
export const guidanceDraft = ({ time, text, line }: LogEvent): TimedDraft => ({
  time,
  draft: {
    phase: 'system',
    speaker: 'user',
    type: 'intervention',
    content: text,
    data: { guidance: text, imported: { file: 'debate.log', line } },
  },
});

export const noteDraft = (kind: string, content: string, file: string): Draft => ({
  phase: 'system',
  speaker: 'moderator',
  type: 'note',
  content,
  data: { kind, imported: { file } },
});

export const documentDraft = (name: string, content: string): Draft => ({
  phase: 'system',
  speaker: 'reporter',
  type: 'document',
  content,
  data: { name, imported: { file: name } },
});
