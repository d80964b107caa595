import { collapsed } from '../../matching/text/shortText';
import { factVerdicts, issueVerdicts, type EntryData, type FactVerdict } from '../../debate/log/entryData';
import { outcomeOf } from '../../debate/formats/tribunal/judgeTexts';
import { firstWords } from '../../matching/text/text';
import {
  hasWords,
  isNone,
  itemsOf,
  type MarkdownSection,
  plainTitle,
  sectionNamed,
  sectionsOf,
  tableRecords,
  tableRows,
  urlsIn,
  withoutTables,
} from '../markdownSections';
import { issueColumns } from './issues';
import { edges } from './sideFile';

type AssessmentData = EntryData['assessment'];
type RulingData = EntryData['judges_ruling'];

/** A heading that does not deny the ruling (“No Judge's Ruling yet”), or bold text. */
const rulingLine =
  /^(?: {0,3}#{1,6}[ \t](?![^\n]*(?<!\p{L})(?:no|not|never|without)(?!\p{L})[^.:;—–\n]{0,80}JUDGE['’]S RULING)[^\n]*|\*\*[^\p{L}\n]*(?:(?:the|final)\s+){0,2})(?<!\p{L})JUDGE['’]S RULING(?!\p{L})[^\n]*$/imu;

/** Code fences: a quoted template is not a ruling. */
const fenced = /^ {0,3}(```|~~~)[\s\S]*?^ {0,3}\1/gm;

/** Splits a judge's text into an assessment and, in the last round, the ruling after it. */
export function splitJudge(text: string): { assessment: string | undefined; ruling: string | undefined } {
  const at = rulingLine.exec(text.replace(fenced, (block) => block.replace(/./g, ' ')))?.index;
  if (at === undefined) return { assessment: text, ruling: undefined };
  const before = text.slice(0, at).trim();
  // The file's own title does not count as an assessment.
  const isAssessment = hasWords(before.replace(/^ {0,3}#{1,6}[ \t].*$/gm, ''));
  return { assessment: isAssessment ? before : undefined, ruling: isAssessment ? text.slice(at).trim() : text };
}

/** Receives an unknown word, as written. */
export type Unknown = (words: string) => void;

export function assessmentData(text: string, unknown: Unknown): AssessmentData {
  const sections = sectionsOf(text);
  const whole = (title: RegExp): string | undefined => sectionNamed(sections, title)?.whole;
  const facts = factCheck(sections, unknown);
  const evaluation = whole(/^argument evaluation/);
  const evidence = whole(/^evidence (?:& |and )?(?:support )?quality/);
  const score = whole(/^round score/);
  return {
    ...(facts.length === 0 ? {} : { fact_check: facts }),
    ...(evaluation === undefined ? {} : { argument_evaluation: { text: evaluation } }),
    ...(evidence === undefined ? {} : { evidence_quality: { text: evidence } }),
    ...(score === undefined ? {} : { round_score: { reason: score } }),
  };
}

const verdictWord = new RegExp(`\\b(${factVerdicts.join('|')})\\b`);

function factCheck(sections: readonly MarkdownSection[], unknown: Unknown): NonNullable<AssessmentData['fact_check']> {
  const report = sectionNamed(sections, /^fact[- ]?check/);
  const parts = report === undefined ? [] : [report, ...report.inner];
  return parts.flatMap(({ title, text }) => {
    const rows = tableRows(text).slice(1);
    const items = [...itemsOf(withoutTables(text)), ...rows.map((cells) => cells.join(' — '))];
    return items.flatMap((item) => {
      const fact = factOf(item, /^fabricated/.test(plainTitle(title)));
      const isClaim =
        capitalsIn(item) !== undefined || (isList(text) && /claim|citation|source|fact|disputed/i.test(title));
      if (fact === undefined && !isNone(item) && isClaim)
        unknown(`the fact check ${unknownVerdict(item)} none of ${factVerdicts.join(', ')}`);
      return fact ?? [];
    });
  });
}

function factOf(item: string, isFabricated: boolean): NonNullable<AssessmentData['fact_check']>[number] | undefined {
  const found = verdictWord.exec(item);
  const verdict: FactVerdict | undefined =
    factVerdicts.find((one) => one === found?.[1]) ?? (isFabricated ? 'FABRICATED' : undefined);
  if (verdict === undefined || isNone(item)) return undefined;
  const at = found?.index ?? item.length;
  const claim = item.slice(0, at).replace(edges, '');
  const explanation = item.slice(at + (found?.[0].length ?? 0)).replace(edges, '');
  const side =
    /^\W*(advocate|critic)\b/i.exec(claim)?.[1]?.toLowerCase() ??
    /\bby (?:the )?(advocate|critic)\b/i.exec(claim)?.[1]?.toLowerCase();
  return {
    claim: claim === '' ? explanation : claim,
    verdict,
    side,
    url: urlsIn(item)[0],
    explanation: claim === '' || explanation === '' ? undefined : explanation,
  };
}

/** Verdicts as they are written: after a colon, a dash, an arrow, or in bold. */
const capitals =
  /(?:[:—–=→]|--|->|\*\*)\s{0,4}[[(*_]{0,6}(\p{Lu}[\p{Lu}'’-]{2,}(?: \p{Lu}[\p{Lu}'’-]+){0,3})(?![\p{Ll}\p{N}])/u;

const capitalsIn = (item: string): string | undefined => capitals.exec(item.split('\n', 1)[0] ?? '')?.[1];

const shortened = (item: string): string => firstWords(collapsed(item.replace(/[*_`]/g, '')), 12);

const isList = (text: string): boolean => /^ {0,3}(?:[-*+]|\d+[.)])\s/m.test(text);

function unknownVerdict(item: string): string {
  const word = capitalsIn(item);
  return word === undefined ? `says of “${shortened(item)}”` : `says “${word}” of “${shortened(item)}”, which is`;
}

interface RulingReader {
  /** Returns the id of the issue with this title. */
  idOf: (title: string) => string;
  unknown: Unknown;
}

export function rulingData(text: string, { idOf, unknown }: RulingReader): RulingData {
  const sections = sectionsOf(text);
  const named = (title: RegExp): MarkdownSection | undefined => sectionNamed(sections, title);
  const list = (title: RegExp): string[] => itemsOf(named(title)?.whole ?? '');
  const place = named(/^per-?issue verdicts\b/) ?? named(/^verdicts\b/) ?? named(/judge's ruling/);
  const verdicts = verdictsIn(place, { idOf, unknown });
  const lists = {
    agreements: list(/^points of agreement/),
    concessions: list(/^concessions/),
    dismissed: list(/^dismissed arguments/),
    unresolved: list(/^unresolved disagreements/),
  };
  const metrics = list(/^quality metrics/);
  const overall = named(/^(?:overall )?verdict$/)?.whole;
  if (verdicts.length === 0)
    unknown(
      `the ruling gives no issue one of the verdicts ${issueVerdicts.join(', ')}, so that its outcome is not known`,
    );
  return {
    verdicts,
    ...Object.fromEntries(Object.entries(lists).filter(([, items]) => items.length > 0)),
    ...(metrics.length === 0 ? {} : { metrics: { stated: metrics } }),
    overall,
    outcome:
      verdicts.length === 0
        ? undefined
        : outcomeOf(
            verdicts.map(({ verdict }) => verdict),
            { hasCase: true },
          ),
  };
}

const rulingWord = new RegExp(`\\b(${issueVerdicts.join('|')})\\b`);

/** Words that change a verdict: "NOT ACCEPTED" is not "ACCEPTED". */
const qualifiers = 'not|never|partially|partly';
const qualifier = new RegExp(`\\b(?:${qualifiers})\\s+$`, 'i');
const isQualified = (words: string, found: RegExpExecArray | null): boolean =>
  qualifier.test(words.slice(0, found?.index ?? 0));

/**
 * Verdict lines below the heading of an issue, the plainest first: `Verdict: ACCEPTED`, `**ACCEPTED**: the reason`,
 * `Ruling: ACCEPTED`, `ACCEPTED in part`.
 */
const verdictLines = [
  /^\W*verdict[\s*_]*[:=—–-][\s*_[(]*\w/i,
  new RegExp(`^\\W*(?:${issueVerdicts.join('|')})\\b[*_\\])]*\\s*(?:[:;.,(—–-]|$)`),
  new RegExp(`(?:[:—–=→]|\\*\\*)[\\s*_[(]{0,6}(?:${issueVerdicts.join('|')})\\b`),
  new RegExp(`^\\W*(?:${issueVerdicts.join('|')})\\b`),
  new RegExp(`^\\W*(?:${qualifiers})\\s+(?:${issueVerdicts.join('|')})\\b`, 'i'),
];

/**
 * The text that holds a verdict: the heading, or a line below an issue's heading. Elsewhere ("ACCEPTED by both sides")
 * the word is no verdict.
 */
function headedVerdict({ title, text, whole }: MarkdownSection, isOfIssue: boolean): string[] {
  if (rulingWord.test(title)) return [`${title}\n${whole}`];
  const lines = isOfIssue ? text.split('\n') : [];
  const [line] = verdictLines.flatMap((pattern) => lines.find((one) => pattern.test(one)) ?? []);
  if (line !== undefined) {
    const at = rulingWord.exec(line)?.index ?? 0;
    const words = line.slice(qualifier.exec(line.slice(0, at))?.index ?? at);
    return [`${title}: ${words.replace(/^\W*(?:verdict\b)?\W*/i, '')}\n${text.replace(line, '').trim()}`];
  }
  if (capitals.test(title)) return [`${title}\n${whole}`];
  const other = lines.find((one) => capitals.test(one));
  return other === undefined ? [] : [`${title}: ${other.replace(/^\W*/, '')}`];
}

const issueTitle = /^[^\w#]*(?:issue|objection|i|#)[\s#-]*\d+(?!\d)|\b(?:issue[\s#-]*|i-?)\d+\W*$/i;
const orderNumber = /^\d+(?:\.\d+)*[.)]?\s+/;
/** Headings among the verdicts that are not about an issue. */
const ofNoIssue = /^(?:(?:overall|final) )?(?:verdicts?|summary|tally|totals?|outcome)\b|^overall$/;

type Verdicts = NonNullable<RulingData['verdicts']>;

function verdictsIn(section: MarkdownSection | undefined, reader: RulingReader): Verdicts {
  if (section === undefined) return [];
  const { idOf, unknown } = reader;
  const isOfVerdicts = /^(?:per-?issue )?verdicts\b/.test(plainTitle(section.title));
  const isOfIssue = ({ title }: MarkdownSection): boolean =>
    issueTitle.test(title) ||
    idOf(title.replace(orderNumber, '')) !== title.replace(orderNumber, '') ||
    (isOfVerdicts && !ofNoIssue.test(plainTitle(title)));
  const headed = section.inner.flatMap((inner) => headedVerdict(inner, isOfIssue(inner)));
  const listed = [...itemsOf(withoutTables(section.text)), ...headed].flatMap((item) => {
    const [first = '', ...rest] = item.split('\n');
    const found = rulingWord.exec(first);
    const verdict = issueVerdicts.find((one) => one === found?.[1]);
    if (found === null || verdict === undefined || isQualified(first, found)) {
      const isVerdict =
        found !== null || capitalsIn(first) !== undefined || (isList(section.text) && /verdict/i.test(section.title));
      if (isVerdict && !isNone(first))
        unknown(`the ruling ${unknownVerdict(first)} none of ${issueVerdicts.join(', ')}`);
      return [];
    }
    const title = first.slice(0, found.index).replace(edges, '').replace(orderNumber, '');
    const field = (name: string): string | undefined =>
      new RegExp(`^\\W*${name}\\W*:\\**\\s*(.*)$`, 'im').exec(rest.join('\n'))?.[1]?.trim();
    const after = first.slice(found.index + found[0].length).replace(edges, '');

    const reason = field('reason(?:ing)?') ?? (after === '' ? rest.join('\n').trim() : after);
    return [{ issue: idOf(title), title, verdict, reason, evidence_quality: field('evidence quality') }];
  });
  const tabled = [section, ...section.inner].flatMap(({ text }) => tabledVerdicts(text, reader));
  // A table may sum up verdicts that headings give at length.
  return [...tabled.filter(({ issue }) => !listed.some((one) => one.issue === issue)), ...listed];
}

const verdictColumns = {
  ...issueColumns,
  verdict: /verdict|ruling|decision/i,
  reason: /reason|note|basis|explanation/i,
  quality: /^evidence/i,
};

/** Verdicts in `| Issue | Verdict | Reason |`; a reason may name another verdict. */
function tabledVerdicts(text: string, { idOf, unknown }: RulingReader): Verdicts {
  return tableRecords(text, verdictColumns).flatMap((cell) => {
    const title = cell('title').replace(orderNumber, '');
    const [id, words, quality] = [cell('id'), cell('verdict'), cell('quality')];
    if (title === '' || words === '' || ofNoIssue.test(plainTitle(title))) return [];
    const found = rulingWord.exec(words);
    const verdict = issueVerdicts.find((one) => one === found?.[1]);
    if (verdict === undefined || isQualified(words, found)) {
      unknown(`the ruling says “${words}” of “${title}”, which is none of ${issueVerdicts.join(', ')}`);
      return [];
    }
    const issue = [title, id].map(idOf).find((one) => one !== title && one !== id) ?? title;
    return [{ issue, title, verdict, reason: cell('reason'), evidence_quality: quality === '' ? undefined : quality }];
  });
}
