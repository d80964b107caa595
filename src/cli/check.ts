import { resolve } from 'node:path';
import { type FindingKind, findingKinds } from '../citations/answer';
import { checkDocuments } from '../citations/checkDocuments';
import { documentFiles } from '../citations/documentFiles';
import { type CheckReport, type CitationFinding, reportOf } from '../citations/findings';
import { CitedPages } from '../citations/pages';
import { counted, quoted } from '../matching/text/shortText';
import { isFolder } from '../record/logPath';
import { cacheFolder } from '../research/fileCache';
import { type Command, numberFlag, parsed, webFlags, webFrom } from './options';
import type { Output } from './output';
import { encodedPath, sarifLog } from './sarif';
import { UsageError } from './usage';

const dayMs = 24 * 60 * 60_000;
const usualDays = 7;

/** Checks the citations of Markdown documents. Returns 1 if one is missing or gone, 2 if no document could be read. */
export const check: Command = async (args, output) => {
  const { values, positionals } = parsed(args, {
    sarif: { type: 'boolean', default: false },
    root: { type: 'string' },
    'max-age': { type: 'string' },
    since: { type: 'string' },
    cache: { type: 'string' },
    ...webFlags,
  });
  if (positionals.length === 0) throw new UsageError('check needs documents: rostrum check README.md docs/');
  if (values.json && values.sarif) throw new UsageError('check takes --json or --sarif, not both.');
  if (values.root !== undefined && !(await isFolder(values.root)))
    throw new UsageError(`--root: “${values.root}” is no folder.`);
  const days = numberFlag('max-age', values['max-age']) ?? usualDays;
  if (days < 0) throw new UsageError('--max-age must be 0 or more days.');
  const out = output(values.json || values.sarif);
  const { signal } = new AbortController();
  const folder = values.cache === undefined ? cacheFolder(process.env, 'citations') : resolve(values.cache);
  const pages = new CitedPages({ folder, web: webFrom(values), maxAgeMs: days * dayMs, now: () => Date.now() });
  const checked = await checkDocuments(await documentFiles(positionals, signal), {
    root: values.root,
    cacheFolder: folder,
    pages,
    since: values.since,
    signal,
    onProgress: (done, total) => {
      if (done % Math.ceil(total / 10) === 0) out.progress(`${done} of ${counted(total, 'source')} looked at.`);
    },
  });
  for (const { file, reason } of checked.unreadable) out.error(`${file} could not be read: ${reason}.`);
  if (checked.documents.length === 0) throw new UsageError('No document could be read.');
  const report = reportOf(checked);
  if (values.sarif) out.json(toSarif(report));
  else if (values.json) out.json(report);
  else printReport(report, out);
  return report.findings.some(({ severity }) => severity === 'error') ? 1 : 0;
};

const labels: Readonly<Record<FindingKind, string>> = {
  missing: 'missing',
  gone: 'gone',
  figure: 'figure not there',
  approximate: 'approximate',
  unread: 'could not be read',
};

const styles: Readonly<Record<FindingKind, 'red' | 'yellow'>> = {
  missing: 'red',
  gone: 'red',
  figure: 'yellow',
  approximate: 'yellow',
  unread: 'yellow',
};

function printReport(report: CheckReport, out: Output): void {
  for (const finding of report.findings) printFinding(finding, out);
  const { counts, citations, files, not_checked: notChecked } = report;
  const found = findingKinds.filter((kind) => counts[kind] > 0).map((kind) => `${counts[kind]} ${labels[kind]}`);
  const said = [`${counts.quoted} quoted`, ...found].join(', ');
  out.print(`${counted(citations, 'citation')} in ${counted(files, 'document')}: ${said}.`);
  for (const { why, n, at } of notChecked) {
    const places = at.slice(0, 5).map(({ file, line }) => `${file}:${line}`);
    out.print(`Not checked: ${n}, ${why} (${places.join(', ')}${at.length > places.length ? ' …' : ''}).`);
  }
}

function printFinding(finding: CitationFinding, out: Output): void {
  const { file, line, column, kind, looked_for: lookedFor, stands_there: standsThere, place, words } = finding;
  out.print(`${out.paint(styles[kind], labels[kind])}  ${file}:${line}:${column}`);
  out.print(`  looked for    ${lookedFor}`);
  if (standsThere !== null) out.print(`  stands there  ${standsThere}`);
  out.print(`  in            ${place}`);
  if (words !== '') out.print(`  ${words}`);
}

const ruleTexts: Readonly<Record<FindingKind, string>> = {
  missing: 'Quoted words stand in the source that is cited for them.',
  gone: 'A cited source is there.',
  figure: 'A figure stands at the place that is cited for it.',
  approximate: 'A quotation is written as its source writes it.',
  unread: 'A cited source can be read.',
};

/** Rules are the kinds of findings; paths are relative to the root of the sources. */
export function toSarif({ findings }: Pick<CheckReport, 'findings'>): object {
  return sarifLog({
    rules: findingKinds.map((id) => ({
      id,
      shortDescription: { text: ruleTexts[id] },
      defaultConfiguration: { level: id === 'missing' || id === 'gone' ? 'error' : 'warning' },
    })),
    results: findings.map((finding) => ({
      ruleId: finding.kind,
      ruleIndex: findingKinds.indexOf(finding.kind),
      level: finding.severity,
      message: { text: messageOf(finding) },
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: encodedPath(finding.file), uriBaseId: '%SRCROOT%' },
            region: { startLine: finding.line, startColumn: finding.column },
          },
        },
      ],
    })),
  });
}

function messageOf({ looked_for: lookedFor, stands_there: standsThere, place, words }: CitationFinding): string {
  const there = standsThere === null ? '' : ` There stands: ${quoted(standsThere)}.`;
  return `${quoted(lookedFor)} (${place}): ${words}${there}`;
}
