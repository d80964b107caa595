import { counted, quoted } from '../../matching/text/shortText';
import type { VisibleEntry } from '../../debate/flow/tasks';
import type { Differing } from './differing';
import { keyOf, quotedIn, type DocumentEvidence } from './evidence';
import type { EvidencePassage } from './passages';
import { fileName, isRecord, isRow, linesOf, phrases, plain, recordOf, tableOf, whySilent } from './words';

interface PageInput {
  brief: { topic: string };
  record: readonly VisibleEntry[];
}

/** Findings of which the page consists. */
interface Findings {
  /** Passages on the topic or quoted, in the order of the files. */
  passages: readonly EvidencePassage[];
  /** The entry that quotes a passage. */
  entries: ReadonlyMap<EvidencePassage, number>;
}

/** The one page of a debate of documents: where they differ, what they say, and how much of it is quoted. */
export async function pageOf({ brief, record }: PageInput, evidence: DocumentEvidence): Promise<string> {
  const quoted = quotedIn(record);
  const onTopic = new Set(await evidence.onTopic(brief.topic));
  const all = await evidence.passages();
  const passages = all.filter((passage) => onTopic.has(passage) || quoted.has(keyOf(passage)));
  const entries = new Map(
    passages.flatMap((passage): [EvidencePassage, number][] => {
      const seq = quoted.get(keyOf(passage));
      return seq === undefined ? [] : [[passage, seq]];
    }),
  );
  const findings = { passages, entries };
  const groups = groupsIn(passages, await evidence.differing());
  const { nowhere } = await evidence.wordsOf(brief.topic);
  const said = saidText(findings, new Set(groups.flat().map(({ passage }) => passage)));
  const silent = await silentText(findings, evidence);
  const pageWithin = (most: Most): string => {
    const sections: [string, string][] = [
      ['What differs', differText(groups, findings, most.groups)],
      ['What the documents say', said],
      ['Passages on the topic', passagesText(findings, most.links)],
      ['Files without a passage on the topic', silent],
      ['Words of the topic that occur nowhere', nowhere.map((word) => `“${plain(word)}”`).join(', ')],
    ];
    const shown = sections.filter(([, body]) => body !== '').map(([title, body]) => `## ${title}\n\n${body}`);
    return [countText(findings, groups.length), ...shown].join('\n\n');
  };
  return fitting(pageWithin);
}

/** Limits of the page; it states how much it leaves out. */
interface Most {
  groups: number;
  links: number;
}

/** Characters. The engine refuses an answer over 131,072 characters, and the answer holds the page twice. */
const mostCharacters = 60_000;
const mostAtFirst: Most = { groups: 12, links: 3_000 };

/** The fullest page that the record accepts. Links are dropped first, because they quote nothing. */
function fitting(pageWithin: (most: Most) => string): string {
  let most = mostAtFirst;
  let page = pageWithin(most);
  while (JSON.stringify(page).length > mostCharacters && most.groups > 0) {
    const { groups, links } = most;
    most = links > 0 ? { groups, links: links >> 1 } : { groups: groups >> 1, links };
    page = pageWithin(most);
  }
  return page;
}

function countText({ passages, entries }: Findings, differing: number): string {
  const quoted = passages.filter((passage) => entries.has(passage)).length;
  const files = new Set(passages.map(({ path }) => path)).size;
  const counts = `${quoted} of ${counted(passages.length, 'passage')} on the topic ${quoted === 1 ? 'is' : 'are'} quoted, from ${counted(files, 'file')}.`;
  return differing === 0 ? `${counts} ${phrases.noDifference}` : counts;
}

/** One of several passages whose figures differ. */
interface Differs {
  passage: EvidencePassage;
  figure: string;
}

/** More passages are not compared: it would take long, and be too much to read. */
const mostCompared = 2_000;
const mostPartners = 5;

/** Groups of differing passages; each passage is in one group. */
function groupsIn(passages: readonly EvidencePassage[], differing: Differing): Differs[][] {
  const known = new Set(passages);
  const groups: Differs[][] = [];
  const groupOf = new Map<EvidencePassage, Differs[]>();
  const put = (one: Differs, group: Differs[]): void => {
    if (groupOf.has(one.passage)) return;
    group.push(one);
    groupOf.set(one.passage, group);
  };
  for (const passage of passages.slice(0, mostCompared)) {
    for (const { other, own, others } of differing.from(passage).slice(0, mostPartners)) {
      if (!known.has(other)) continue;
      const group = groupOf.get(passage) ?? groupOf.get(other) ?? [];
      if (group.length === 0) groups.push(group);
      put({ passage, figure: own }, group);
      put({ passage: other, figure: others }, group);
    }
  }
  // Small groups first: two passages that differ matter more than many files of one kind with a figure each.
  return groups.filter((group) => group.length > 1).sort((one, other) => one.length - other.length);
}

const mostInGroup = 8;
/** Passages shown of a group that has many files. */
const fewInGroup = 3;

function differText(groups: readonly (readonly Differs[])[], findings: Findings, mostGroups: number): string {
  const parts = groups.slice(0, mostGroups).map((group) => {
    const shown = group.slice(0, group.length > mostInGroup ? fewInGroup : mostInGroup);
    const rest = group.length - shown.length;
    const more = rest > 0 ? [phrases.more(rest)] : [];
    const figures = [...new Set(shown.map(({ figure }) => figure)), ...more];
    const lines = shown.map(
      ({ passage }) => `- ${quotation(passage)} (${fileName(passage.path)}, ${placeText(passage, findings)})`,
    );
    return `**${figures.map(plain).join(' · ')}**\n\n${lines.join('\n')}`;
  });
  const rest = groups.length - mostGroups;
  return [...parts, ...(rest > 0 ? [`${phrases.more(rest)}.`] : [])].join('\n\n');
}

const quotation = (passage: EvidencePassage): string =>
  isRow(passage) || isRecord(passage) ? recordOf(passage) : quoted(passage.quote);

const placeText = (passage: EvidencePassage, { entries }: Findings): string => {
  const seq = entries.get(passage);
  return `${linkTo(passage)}, ${seq === undefined ? 'not quoted' : `entry ${seq}`}`;
};

const linkTo = (passage: EvidencePassage): string => `[${linesOf(passage)}](${passage.url})`;

/** Quotations by file and heading, without those shown above. */
function saidText(findings: Findings, above: ReadonlySet<EvidencePassage>): string {
  const quoted = findings.passages.filter((passage) => findings.entries.has(passage));
  if (quoted.length === 0) return phrases.nothingQuoted;
  return [...grouped(quoted, ({ path }) => path)]
    .flatMap(([path, those]) => {
      const title = those[0]?.title ?? '';
      const name = path.endsWith(title) ? plain(fileName(path)) : `${plain(fileName(path))}: ${plain(title)}`;
      const parts = [
        ...grouped(
          those.filter((passage) => !above.has(passage)),
          ({ heading = '' }) => heading,
        ),
      ];
      if (parts.length === 0) return [];
      return [
        `### ${name}`,
        ...parts.flatMap(([heading, own]) => [
          ...(heading === '' || heading === title ? [] : [`**${plain(heading)}**`]),
          quotations(own, findings),
        ]),
      ];
    })
    .join('\n\n');
}

function grouped<K>(
  passages: readonly EvidencePassage[],
  keyOfPassage: (passage: EvidencePassage) => K,
): Map<K, EvidencePassage[]> {
  const groups = new Map<K, EvidencePassage[]>();
  for (const passage of passages) {
    const key = keyOfPassage(passage);
    const known = groups.get(key);
    if (known === undefined) groups.set(key, [passage]);
    else known.push(passage);
  }
  return groups;
}

/** Rows of one table under its header, everything else as a list. */
function quotations(passages: readonly EvidencePassage[], findings: Findings): string {
  return [...grouped(passages, (passage) => (isRow(passage) ? (passage.columns ?? []).join('\t') : ''))]
    .map(([header, those]) => {
      const [first] = those;
      if (header === '')
        return those.map((passage) => `- ${quotation(passage)} (${placeText(passage, findings)})`).join('\n');
      return tableOf(
        [...(first?.columns ?? []), 'Place'],
        those.map((row) => [...(row.cells ?? []), placeText(row, findings)]),
      );
    })
    .join('\n\n');
}

function passagesText({ passages, entries }: Findings, mostLinks: number): string {
  let left = mostLinks;
  const rows = [...grouped(passages, ({ path }) => path)].map(([path, those]) => {
    const open = those.filter((passage) => !entries.has(passage));
    const links = linksTo(open.slice(0, left));
    const more = open.length - Math.min(open.length, left);
    left -= Math.min(open.length, left);
    const rest = more > 0 ? [phrases.more(more)] : [];
    return [plain(fileName(path)), `${those.length - open.length} of ${those.length}`, [...links, ...rest].join(', ')];
  });
  return rows.length === 0 ? '' : tableOf(['File', 'Quoted', 'Not quoted'], rows);
}

/** Passages on the same lines share one link. */
const linksTo = (passages: readonly EvidencePassage[]): string[] =>
  [...grouped(passages, ({ url }) => url).values()].flatMap((those) => {
    const [first] = those;
    return first === undefined ? [] : [`${linkTo(first)}${those.length > 1 ? ` (${those.length})` : ''}`];
  });

const mostFiles = 200;

/** Files without quotations, by reason. */
async function silentText({ passages }: Findings, evidence: DocumentEvidence): Promise<string> {
  const { port } = evidence;
  const speaking = new Set(passages.map(({ path }) => path));
  const reasons = new Map((await evidence.silent()).map(({ path, reason }) => [path, whySilent[reason]]));
  const gone = new Set(port.gone);
  const files = [
    ...port.files.map(({ path }) => ({ path, why: reasons.get(path) ?? whySilent.not_matching })),
    ...(port.changed ?? []).map((path) => ({ path, why: gone.has(path) ? whySilent.gone : whySilent.changed })),
    ...(port.leftOut ?? []).map(({ path, detail }) => ({ path, why: detail })),
  ].filter(({ path }) => !speaking.has(path));
  const byReason = new Map<string, string[]>();
  for (const { path, why } of files) byReason.set(why, [...(byReason.get(why) ?? []), plain(fileName(path))]);
  return [...byReason]
    .map(([why, paths]) => {
      const rest = paths.length - mostFiles;
      return `- ${[...paths.slice(0, mostFiles), ...(rest > 0 ? [phrases.more(rest)] : [])].join(', ')}: ${why}`;
    })
    .join('\n');
}
