import * as l10n from '@vscode/l10n';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RuleFaults } from '../../shared/protocol';
import type { CheckedDebate, LintFault } from './checkDebate';

/** Entries that are led to for one rule. */
const mostSeqs = 12;

/**
 * What the rules hold against a debate: a numbered rule each, then what is wrong with the record itself by what is said of it, both by
 * what there is most of. `rules`: the text of `docs/rules.md`.
 */
export function ruleFaults({ faults }: Pick<CheckedDebate, 'faults'>, rules: string): RuleFaults[] {
  const alike = new Map<string, LintFault[]>();
  for (const fault of faults) {
    const key = isNumbered(fault.rule) ? fault.rule : kindOf(fault.message);
    alike.set(key, [...(alike.get(key) ?? []), fault]);
  }
  return [...alike.values()]
    .map((found): RuleFaults & { isNumbered: boolean; count: number } => {
      const seqs = [...new Set(found.flatMap(({ seq }) => seq ?? []))];
      return {
        words: wordsOf(found, rules),
        seqs: seqs.slice(0, mostSeqs),
        isForeign: found.every(({ severity }) => severity === 'information'),
        isNumbered: found.some(({ rule }) => isNumbered(rule)),
        count: found.length,
      };
    })
    .sort((a, b) => Number(b.isNumbered) - Number(a.isNumbered) || b.count - a.count)
    .map(({ words, seqs, isForeign }) => ({ words, seqs, isForeign }));
}

const isNumbered = (rule: string): boolean => /^\d/.test(rule);

/** A message without what differs from one entry to the next: what is quoted, addresses and places, numbers. */
const kindOf = (message: string): string =>
  message
    .replaceAll(/“[^“”]*”|"[^"]*"/g, '“”')
    .split(' ')
    .map((word) => (/[/:]\S|\.[a-z]{1,4}\b/i.test(word) ? '@' : word.replaceAll(/\d+/g, '#')))
    .join(' ');

/** The text of the rules, which comes with the extension; empty where it is not there. */
export const readRules = (extension: string): Promise<string> =>
  readFile(join(extension, 'docs', 'rules.md'), 'utf8').catch(() => '');

/** Without a title, what stands against the first of them, and which that is. */
function wordsOf(found: readonly LintFault[], rules: string): string {
  const [first] = found;
  const title = first !== undefined && isNumbered(first.rule) ? titleOfRule(rules, first.rule) : undefined;
  const count = new Set(found.flatMap(({ seq }) => seq ?? [])).size;
  if (first === undefined || title === undefined || count === 0) {
    const message = first === undefined ? '' : ofEntry(first);
    return found.length > 1 ? l10n.t('{0} And {1} more like it.', message, found.length - 1) : message;
  }
  return count === 1
    ? l10n.t('1 entry does not keep rule {0}: {1}', first.rule, title)
    : l10n.t('{0} entries do not keep rule {1}: {2}', count, first.rule, title);
}

/** A message alone does not always say which entry it is about. */
const ofEntry = ({ seq, message }: LintFault): string =>
  seq === null || new RegExp(`\\bseq ${seq}\\b`).test(message) ? message : `seq ${seq}: ${message}`;

/** The line, from 1 on, on which `docs/rules.md` says what a rule is and where the code holds it; 1 for what no row is about. */
export const lineOfRule = (rules: string, rule: string): number => rowOf(rules, rule) + 1 || 1;

/** What a rule says there, up to its details and without marks of Markdown; undefined for what no row is about. */
export function titleOfRule(rules: string, rule: string): string | undefined {
  const [, , said = ''] = (rules.split('\n')[rowOf(rules, rule)] ?? '').split('|');
  const [title = ''] = said.replaceAll('`', '').split(/[:;]/);
  return title.trim() === '' ? undefined : title.trim();
}

function rowOf(rules: string, rule: string): number {
  return rules.split('\n').findIndex((line) => {
    const [before, numbers = ''] = line.split('|');
    return before === '' && numbers.split(',').some((number) => number.trim() === rule);
  });
}
