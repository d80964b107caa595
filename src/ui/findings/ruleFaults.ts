import * as l10n from '@vscode/l10n';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RuleFaults } from '../../shared/protocol';
import { isNumbered, type FoundFaults, type LintFault } from './foundFaults';

const mostSeqs = 12;

/**
 * A numbered rule each, then what is wrong with the record itself, both by what there is most of. `rules`: the text
 * of `docs/rules.md`.
 */
export function ruleFaults({ faults, kinds }: FoundFaults, rules: string): RuleFaults[] {
  return kinds
    .flatMap((kind, at) => {
      const ofKind = faults.filter((fault) => fault.kind === at);
      const [first] = ofKind;
      if (first === undefined) return [];
      const seqs = [...new Set(ofKind.flatMap(({ seq }) => seq ?? []))];
      const row = {
        words: wordsOf(first, kind, rules),
        seqs: seqs.slice(0, mostSeqs),
        isForeign: first.severity === 'information',
      };
      return [{ row, isNumbered: isNumbered(first.rule), count: kind.count }];
    })
    .sort((a, b) => Number(b.isNumbered) - Number(a.isNumbered) || b.count - a.count)
    .map(({ row }) => row);
}

/** Empty where it is not there. */
export const readRules = (extension: string): Promise<string> =>
  readFile(join(extension, 'docs', 'rules.md'), 'utf8').catch(() => '');

function wordsOf(first: LintFault, { count, entries }: FoundFaults['kinds'][number], rules: string): string {
  const title = isNumbered(first.rule) ? titleOfRule(rules, first.rule) : undefined;
  if (title === undefined || entries === 0) {
    const message = ofEntry(first);
    return count > 1 ? l10n.t('{0} And {1} more like it.', message, count - 1) : message;
  }
  return entries === 1
    ? l10n.t('1 entry does not keep rule {0}: {1}', first.rule, title)
    : l10n.t('{0} entries do not keep rule {1}: {2}', entries, first.rule, title);
}

/** A message alone does not always say which entry it is about. */
const ofEntry = ({ seq, message }: LintFault): string =>
  seq === null || new RegExp(`\\bseq ${seq}\\b`).test(message) ? message : `seq ${seq}: ${message}`;

/** Line number from 1 on; 1 for a rule without a row. */
export const lineOfRule = (rules: string, rule: string): number => rowOf(rules, rule) + 1 || 1;

/** The rule up to its details, without marks of Markdown; undefined for a rule without a row. */
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
