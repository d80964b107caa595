import { defenceStatuses, objectionAreas, severities, type EntryData, type Severity } from '../../debate/log/entryData';
import { itemsOf, plainTitle, sectionNamed, sectionsOf, tableRows, type MarkdownSection } from '../markdownSections';

type DefenseData = EntryData['defense'];
type CritiqueData = EntryData['critique'];
type Spoken = Pick<DefenseData, 'research_log' | 'argument' | 'cited' | 'closed_book'>;

/** A side's text by its headings; a missing section is left out. */
interface SideText {
  spoken: Spoken;
  /** Offset of the list of sources, or the text's length without a list. */
  sourcesAt: number;
  /** Sources with their passages, if Rostrum wrote them below. */
  relied: MarkdownSection | undefined;
  /** Sections without research log and sources. */
  sections: MarkdownSection[];
}

export function readSide(text: string): SideText {
  const all = sectionsOf(text);
  const research = sectionNamed(all, /^research log$/);
  const sources = all.findLast(({ title }) => plainTitle(title) === 'sources');
  const relied = all.findLast(({ title }) => title === 'Passages relied on');
  const hidden = [research, sources, relied].filter((section) => section !== undefined);
  const isShown = (section: MarkdownSection): boolean =>
    !hidden.some((one) => one === section || one.inner.includes(section));
  return {
    spoken: {
      research_log: research && researchLog(research),
      argument: (relied && all.find(({ title }) => title === 'Argument')?.whole) ?? publicText(text, hidden),
      ...(sources === undefined ? {} : citedOf(sources)),
    },
    sourcesAt: sources?.start ?? text.length,
    relied,
    sections: all.filter(isShown),
  };
}

/** Removes these sections and everything nested in them. */
function publicText(text: string, hidden: readonly MarkdownSection[]): string {
  let rest = text;
  for (const { start, level } of [...hidden].sort((one, other) => other.start - one.start)) {
    const after =
      sectionsOf(text).find((section) => section.start > start && section.level <= level)?.start ?? text.length;
    rest = rest.slice(0, start) + rest.slice(after);
  }
  return rest.replace(/\n{3,}/g, '\n\n').trim();
}

const innerItems = (section: MarkdownSection, title: RegExp): string[] => {
  const parts = [...section.inner.map(({ title: own, whole }) => ({ own, whole })), ...labelledLists(section.text)];
  const whole = parts.find(({ own }) => title.test(plainTitle(own)))?.whole ?? '';
  return itemsOf(whole).filter((item) => !/^[\s*_(]*(?:none|n\/a|no)\b[^a-z]*$/i.test(item));
};

/** A list below a label like `Queries:`, as Rostrum writes it. */
const labelledLists = (text: string): { own: string; whole: string }[] =>
  Array.from(
    text.matchAll(/^(\p{Lu}[\p{L} ]{0,40}):\n\n((?:[- ] .*\n?|\n(?=[- ] ))+)/gmu),
    ([, own = '', whole = '']) => ({ own, whole }),
  );

function researchLog(section: MarkdownSection): NonNullable<Spoken['research_log']> {
  const files = innerItems(section, /^evidence/).flatMap(
    (item) =>
      /^\**files (?:examined|read)(.*)$/is
        .exec(item)?.[1]
        ?.replace(/^\**:?\**/, '')
        .trim() ?? [],
  );
  return {
    queries: innerItems(section, /^(?:(?:web )?search|queries$)/).map(
      (item) => /^\**query[*:]*\s*["“](.+?)["”]/i.exec(item)?.[1] ?? item,
    ),
    files_read: [...files, ...innerItems(section, /^files read$/)].filter(
      (file) => file !== '' && !/^(?:none|n\/a|\[\])/i.test(file),
    ),
    key_findings: innerItems(section, /^key findings/),
  };
}

function citedOf(section: MarkdownSection): Pick<Spoken, 'cited' | 'closed_book'> {
  const external = innerItems(section, /^external/);
  const evidence = innerItems(section, /^evidence/);
  const subject = innerItems(section, /^subject/);
  if (section.inner.length === 0 && [...external, ...evidence, ...subject].length === 0)
    return { cited: { external: itemsOf(section.whole) } };
  return { cited: { external, evidence, subject }, closed_book: external.length + evidence.length === 0 };
}

export function defenseData({ spoken, sections }: SideText): DefenseData {
  const items = (title: RegExp): string[] => itemsOf(sectionNamed(sections, title)?.whole ?? '');
  const framing = sectionNamed(sections, /^scope/)?.whole;
  const lists = {
    preemptive_rebuttals: items(/^pre-?emptive rebuttals?/),
    evidence_strengthening: items(/^evidence strengthening/),
    assumption_defence: items(/^assumptions? defen[cs]e/),
    assessments: assessedPoints(sections),
  };
  const filled = Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0));
  return { ...spoken, ...filled, scope_and_framing: framing === '' ? undefined : framing };
}

const statusWord = new RegExp(`\\b(${defenceStatuses.join('|')})\\b`);

/**
 * Separators between a point, its verdict and the reason. Brackets count only if they close or open the verdict’s own.
 */
export const edges = /^[\s*_:|)\]—–-]+|(?<![\s*_:|([—–-])[\s*_:|([—–-]+$/g;

function assessedPoints(sections: readonly MarkdownSection[]): NonNullable<DefenseData['assessments']> {
  const section = sectionNamed(sections, /^counter-?argument assessment/);
  if (section === undefined) return [];
  const headed = section.inner
    .filter(({ title }) => statusWord.test(title))
    .map(({ title, whole }) => `${title}: ${whole}`);
  const rows = tableRows(section.whole).map((cells) => cells.join(' — '));
  const items = section.inner.flatMap(({ title, text }) =>
    statusWord.test(title) || tableRows(text).length > 0 ? [] : itemsOf(text),
  );
  const own = tableRows(section.text).length > 0 ? [] : itemsOf(section.text);
  return [...own, ...rows, ...headed, ...items].flatMap((words) => {
    const found = statusWord.exec(words);
    const status = defenceStatuses.find((one) => one === found?.[1]);
    if (found === null || status === undefined) return [];
    const before = words.slice(0, found.index).replace(edges, '');
    const after = words.slice(found.index + found[0].length).replace(edges, '');
    const [point, answer] = before === '' ? [after, ''] : [before.replace(/^\d+[.)]\s*/, ''), after];
    return point === '' ? [] : [{ point, status, answer: answer === '' ? undefined : answer }];
  });
}

export function critiqueData({ spoken, sections }: SideText): CritiqueData {
  const objections = objectionsIn(sections);
  return { ...spoken, objections: objections.length === 0 ? undefined : objections };
}

const marked =
  /(?:\*\*|\[|\(|\bseverity\b[^\w\n]{0,8})[\s*[(]{0,40}(critical|major|minor)\b|^(critical|major|minor)[\s\])*]*[:—–-]/i;

export function severityIn(text: string): Severity | undefined {
  const found = marked.exec(text);
  const word = (found?.[1] ?? found?.[2])?.toLowerCase();
  return severities.find((one) => one.toLowerCase() === word);
}

type ObjectionData = NonNullable<CritiqueData['objections']>[number];

/** Severity in a line of its own: `Severity: …`, or Rostrum's `*Major, assumptions*`. */
export const severityStated = (text: string): Severity | undefined =>
  severityIn(
    /^[^\w\r\n\u2028\u2029]*severity\b.*$/im.exec(text)?.[0] ?? `(${ratedLine.exec(text)?.groups?.['severity'] ?? ''})`,
  );

/** The id excludes commas, since otherwise each “goes on with” would be tried to the line's end. */
const ratedLine = /^\*(?<severity>Critical|Major|Minor), (?<area>[^*\n]+?)(?:, goes on with (?<issue>[^*\n,]+))?\*$/m;

function objectionsIn(sections: readonly MarkdownSection[]): ObjectionData[] {
  const taken = new Set<MarkdownSection>();
  return sections.flatMap((section): ObjectionData[] => {
    if (taken.has(section)) return [];
    const { 0: line, groups } = ratedLine.exec(section.text) ?? {};
    const { area = areaOf(section, sections), issue } = groups ?? {};
    const severity = severityIn(section.title) ?? severityStated(section.text);
    if (severity !== undefined) {
      for (const inner of section.inner) taken.add(inner);
      const text = line === undefined ? section.whole : section.whole.replace(line, '').trim();
      const title = withoutSeverity(section.title);
      return [{ area, title, text, severity, issue }];
    }
    return itemsOf(section.text).flatMap((item) => {
      const rated = severityIn(item);
      const title = /^\W*\*\*(.+?)\*\*/.exec(item)?.[1];
      const named = title === undefined ? '' : withoutSeverity(title);
      return rated === undefined
        ? []
        : [{ area, title: named === '' ? undefined : named, text: item, severity: rated }];
    });
  });
}

const withoutSeverity = (title: string): string =>
  title
    .replace(/(?:[([]\s*)?(?:\bseverity:?\s*)?\b(?:critical|major|minor)\b\s*[)\]]?/gi, '')
    .replace(/^\d+(?:\.\d+)*[.)]?\s+/, '')
    .replace(edges, '');

const areaWords: Readonly<Record<(typeof objectionAreas)[number], RegExp>> = {
  'logical coherence': /\blogic/,
  'evidence and support': /\bevidence\b/,
  assumptions: /\bassumption/,
  completeness: /\bcompleteness\b/,
  alternatives: /\balternative/,
  'rhetorical weaknesses': /\brhetoric/,
};

/** Area that the section's own heading names, else a heading above it. */
function areaOf(section: MarkdownSection, sections: readonly MarkdownSection[]): string {
  const above = sections.filter((one) => one === section || one.inner.includes(section));
  for (const { title } of above.toReversed()) {
    const area = objectionAreas.find((one) => areaWords[one].test(plainTitle(title)));
    if (area !== undefined) return area;
  }
  return above.findLast((one) => one !== section)?.title ?? '';
}
