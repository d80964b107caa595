import { escapeRegExp } from '../../matching/text/shortText';
import { type IssueStatus, issueStatuses, type Severity, type TrackedIssue } from '../../debate/log/entryData';
import {
  isNone,
  itemsOf,
  type MarkdownSection,
  plainTitle,
  sectionNamed,
  sectionsOf,
  tableRecords,
  tableRows,
} from '../markdownSections';
import { severityIn, severityStated } from './sideFile';

/** An issue in a text, with its id if the text gives one. */
export interface StatedIssue {
  id: string | undefined;
  title: string;
  status: IssueStatus;
  severity?: Severity | undefined;
  is_new?: boolean | undefined;
  reason?: string | undefined;
}

const statusNames: readonly (readonly [RegExp, IssueStatus])[] = [
  [/\bresolved\b/i, 'resolved'],
  [/\b(?:stalled|stale)\b/i, 'stalled'],
  [/\b(?:open|new|contested|ongoing)\b/i, 'open'],
];

const statusIn = (text: string): IssueStatus | undefined => statusNames.find(([word]) => word.test(text))?.[1];

/** Issues listed under Resolved, Open, New and Stale issues, as headings or words in bold, or in a table. */
export function assessedIssues(text: string): StatedIssue[] {
  const sections = sectionsOf(text);
  const round = sectionNamed(sections, /^round assessment$/);
  const headed = (round?.inner ?? sections).filter(({ title }) => issueHeading.test(plainTitle(title)));
  if (headed.length > 0) return headed.flatMap(({ title, whole }) => listed(itemsOf(whole), title));
  const whole = round?.whole ?? '';
  return [...labelled(whole).flatMap(({ label, items }) => listed(items, label)), ...tabled(whole, undefined)];
}

const issueHeading = /^(?:newly )?(?:resolved|open|new|stale|stalled)(?: issues)?$/;

function listed(items: readonly string[], label: string): StatedIssue[] {
  const status = statusIn(label);
  const isNew = /\bnew\b/i.test(label) && !/\bnewly\b/i.test(label);
  return items
    .filter((item) => !isNone(item))
    .map((item) => ({ ...issueFrom(item), status: status ?? 'open', is_new: isNew ? true : undefined }));
}

/** Lists like `**Resolved issues**: one; two`, or the same with a list below it. */
function labelled(text: string): { label: string; items: string[] }[] {
  const label =
    /^[ \t]*(?:[-*][ \t]+)?\*\*((?:newly )?(?:resolved|open|new|stale|stalled)(?: issues)?):?\*\*:?(.*)$/gim;
  const marks = [...text.matchAll(label)];
  return marks.map((mark, index) => {
    const below = text
      .slice(mark.index + mark[0].length, marks[index + 1]?.index)
      .replace(/^ {2,4}(?=[-*])/gm, '')
      .trim();
    const inline = (mark[2] ?? '').trim();
    const items = below === '' ? inline.split(/;\s+/) : [...(inline === '' ? [] : [inline]), ...itemsOf(below)];
    return { label: mark[1] ?? '', items: items.filter((item) => item !== '') };
  });
}

/** Title and reason of `**Title**: reason`, `Title — reason`, `I3: Title`. */
function issueFrom(item: string): Pick<StatedIssue, 'id' | 'title' | 'severity' | 'reason'> {
  const [, bold, afterBold] = /^\*\*((?:(?!\*\*).)+)\*\*([\s\S]*)$/.exec(item.trimStart()) ?? [];
  const [plain, afterPlain] = titled(item);
  const words = (bold ?? plain ?? item).replace(/:\s*$/, '').trim();
  const [, id, behind] = /^[[`]?((?:issue|i|#)[\s-]*\d+)(?!\d)(.*)$/i.exec(words) ?? [];
  const named = behind?.replace(/^[\]`]?\s*[:.—–-]?\s*/, '');
  const rest = (bold === undefined ? (afterPlain ?? '') : (afterBold ?? '').replace(/^\s*[:—–-]?/, '')).trim();
  // The text before the colon in `I3: Title — reason` is the id alone.
  const isIdOnly = id !== undefined && (named ?? '') === '';
  const inner = isIdOnly && rest !== '' ? issueFrom(rest) : undefined;
  const reason = inner === undefined ? rest : inner.reason;
  return {
    id: id === undefined ? undefined : idOf(id),
    title:
      inner?.title ??
      (named === undefined || named === '' ? words : named)
        .replace(/(?<!\s)\s*[[(](?:critical|major|minor)[\])]\s*/i, ' ')
        .trim(),
    severity: severityIn(item),
    reason: reason === '' ? undefined : reason,
  };
}

/** The text before the first colon or dash of the first line, and the text after it. */
function titled(item: string): [string?, string?] {
  const cut = /(?!^)(?::\s|\s(?:[—–]|--)\s)/.exec(item);
  const title = item.slice(0, cut?.index);
  return cut === null || title.trimEnd().includes('\n') ? [] : [title, item.slice(cut.index + cut[0].length)];
}

const idOf = (text: string): string => text.replace(/^#\s*/, '').replace(/\s+/g, '-');

/** Rows of `issue-tracker.md` by the round after which they were written; undefined is the final state. */
export function trackedIssues(text: string): Map<number | undefined, StatedIssue[]> {
  const sections = sectionsOf(text);
  const rows = new Map<number | undefined, StatedIssue[]>();
  const add = (round: number | undefined, issues: readonly StatedIssue[]): void => {
    if (issues.length > 0) rows.set(round, [...(rows.get(round) ?? []), ...issues]);
  };
  const addRows = (round: number | undefined, words: string, status: IssueStatus | undefined): void => {
    const byRound = roundColumns(words);
    for (const [at, issues] of byRound) add(at, issues);
    if (byRound.length === 0) add(round, rowsIn(words, status));
  };
  const first = sections[0]?.start ?? text.length;
  addRows(undefined, text.slice(0, first), undefined);
  const own = new Set<MarkdownSection>();
  for (const section of sections) {
    const above = sections.filter((one) => one === section || one.inner.includes(section));
    if (above.some((one) => one !== section && own.has(one))) continue;
    const round = above.map(({ title }) => roundIn(title)).findLast((one) => one !== undefined);
    const alone = issueWithFields(section);
    if (alone !== undefined) {
      own.add(section);
      const history = historyOf(section.whole, alone);
      for (const [at, issue] of history) add(at, [issue]);
      if (history.length === 0) add(round, [alone]);
    } else
      addRows(
        round,
        section.text,
        above
          .map(({ title }) => (roundIn(title) === undefined && !/tracker/i.test(title) ? statusIn(title) : undefined))
          .findLast((one) => one !== undefined),
      );
  }
  return rows;
}

const roundIn = (text: string): number | undefined => {
  const found = /\bround\s+(\d{1,6})\b/i.exec(text)?.[1];
  return found === undefined ? undefined : Number(found);
};

/** An issue with `Status: …` below its title, or with its id and its status in each round. */
function issueWithFields({ title, text, whole }: MarkdownSection): StatedIssue | undefined {
  if (roundIn(title) !== undefined) return undefined;
  const stated = /^[^\w\r\n\u2028\u2029]*status\W+(\w.*)$/im.exec(text)?.[1];
  const named = issueFrom(title).id === undefined ? undefined : roundLines(text).at(-1)?.words;
  const status = statusIn(stated ?? named ?? '');
  if (status === undefined) return undefined;
  const { id, title: name, severity } = issueFrom(title);
  return { id, title: name, status, severity: severityStated(whole) ?? severity };
}

/** Lines like `- Round 2: open — the figures are disputed`. */
const roundLines = (text: string): { round: number; words: string }[] =>
  [...text.matchAll(/^[ \t]*[-*][ \t]*\**round (\d{1,6})\**[ \t]*[:—–-](.*)$/gim)].map(([, round, words = '']) => ({
    round: Number(round),
    words: words.replace(/^[:—–-]*\**/, '').trim(),
  }));

function historyOf(text: string, issue: StatedIssue): [number, StatedIssue][] {
  return roundLines(text).flatMap(({ round, words }): [number, StatedIssue][] => {
    const status = statusIn(words);
    const [, then, reason] = /^\w+, (\w+)(?: — (.*))?$/.exec(words) ?? [];
    const severity = severityIn(`(${then ?? ''})`);
    const known =
      severity === undefined ? { reason: words } : { severity, ...(reason === undefined ? {} : { reason }) };
    return status === undefined ? [] : [[round, { ...issue, status, ...known }]];
  });
}

/** Issues in tables and lists. A row without a status has its heading's; without either it is not an issue. */
function rowsIn(text: string, status: IssueStatus | undefined): StatedIssue[] {
  if (tableRows(text).length > 0) return tabled(text, status);
  return itemsOf(text).flatMap((item) => {
    const stated =
      statusIn(/\bstatus\W+(\w+)/i.exec(item)?.[1] ?? '') ??
      status ??
      statusIn(/[[(*]{1,2}(resolved|open|stalled|stale|new)[\])*]{1,2}/i.exec(item)?.[1] ?? '');
    return stated === undefined || isNone(item) || !/^[ \t]*(?:[-*+]|\d+[.)])\s/m.test(text)
      ? []
      : [{ ...issueFrom(item), status: stated }];
  });
}

/** Columns of a table that show which issue a row is about. */
export const issueColumns = { id: /^(?:#|id|no\.?)$/i, title: /issue|title|objection|point/i };

const columns = {
  ...issueColumns,
  status: /status|state/i,
  severity: /severity/i,
  reason: /reason|note|resolution|summary|verdict/i,
};

/** Status columns by round in `| Issue | Status after R1 | Status after R2 |`. */
const roundColumns = (text: string): [number, StatedIssue[]][] =>
  (tableRows(text)[0] ?? []).flatMap((head): [number, StatedIssue[]][] => {
    const plain = head.replace(/\*/g, '').trim();
    const round = /\br(?:ound)?[ -]?(\d{1,6})\b/i.exec(plain)?.[1];
    const issues =
      round === undefined || !columns.status.test(plain)
        ? []
        : tabled(text, undefined, new RegExp(`^${escapeRegExp(plain)}$`));
    return issues.length === 0 ? [] : [[Number(round), issues]];
  });

function tabled(text: string, status: IssueStatus | undefined, column = columns.status): StatedIssue[] {
  return tableRecords(text, { ...columns, status: column }).flatMap((cell) => {
    const stated =
      issueStatuses.find((one) => one === cell('status').toLowerCase()) ?? statusIn(cell('status')) ?? status;
    const title = cell('title');
    if (stated === undefined || title === '') return [];
    const severity = severityIn(`(${cell('severity')})`);
    return [
      {
        ...issueFrom(title),
        ...(cell('id') === '' ? {} : { id: idOf(cell('id')) }),
        status: stated,
        ...(severity === undefined ? {} : { severity }),
        ...(cell('reason') === '' ? {} : { reason: cell('reason') }),
      },
    ];
  });
}

/** Identifies issues that texts name by id, by title, or by both, and keeps their last state. */
export class IssueBook {
  #last: readonly TrackedIssue[] = [];
  readonly #ids = new Map<string, string>();
  readonly #titles = new Map<string, string>();
  #count = 0;

  /** An issue keeps its first title, and gets the next number if no text gave it an id. */
  tracked(issue: StatedIssue): TrackedIssue {
    const { id: stated, title } = issue;
    const known =
      (stated === undefined ? undefined : this.#ids.get(stated.toLowerCase())) ?? this.#ids.get(keyOf(title));
    const id = known ?? stated ?? `issue-${(this.#count += 1)}`;
    this.#ids.set(keyOf(title), id);
    this.#ids.set(id.toLowerCase(), id);
    if (!this.#titles.has(id)) this.#titles.set(id, title);
    return { ...issue, id, title: this.#titles.get(id) ?? title };
  }

  /**
   * The tracker after a round. A listed issue was argued in that round, and is new if no earlier round lists it. An
   * unlisted one keeps its state, marked `carried`, because the system's trackers list only changes.
   */
  after(stated: readonly StatedIssue[]): readonly TrackedIssue[] {
    const listed = stated.map((issue) => this.tracked(issue));
    const unique = listed.filter(({ id }, index) => listed.findIndex((other) => other.id === id) === index);
    const marked = unique.map((issue): TrackedIssue => {
      const before = this.#last.find(({ id }) => id === issue.id);
      const isSettled = issue.status === 'resolved' && before?.status === 'resolved';
      return { ...issue, is_new: before === undefined, argued: !isSettled };
    });
    const kept = this.#last
      .filter(({ id }) => !unique.some((issue) => issue.id === id))
      .map(({ id, title, status, severity }): TrackedIssue => ({
        id,
        title,
        status,
        severity,
        argued: false,
        carried: true,
      }));
    this.#last = [...kept, ...marked];
    return this.#last;
  }

  /** Returns the issue's id, or the title itself if no issue has it. */
  idOf(title: string): string {
    const { id = title } = issueFrom(title);
    return this.#ids.get(keyOf(title)) ?? this.#ids.get(id.toLowerCase()) ?? title;
  }
}

/** Ignores marks, capitals and punctuation, in which texts differ. */
const keyOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
