import * as l10n from '@vscode/l10n';
import { chairNodes, redactionNodes, redactionsGroup, rulingsGroup } from './treeActs';
import { debaterNodes, debatersGroup, roundNodes, roundsGroup, turnNodes } from './treeRounds';
import { citingNodes, resultNodes, sourceNodes, sourcesGroup, statusNodes, verificationGroup } from './treeSources';
import { foundText } from './debateNode';
import { groupNode, rowsFor, rowText, treeNode, type OutlineSource, type TreeNode } from './treeNode';
import { headerOf, isStruck, type DebateState } from '../../debate/state';
import { shownConcessions, standingConcessions, type Concession } from '../../projections/concessions';
import { dialecticFacts, scoreOf } from '../../debate/formats/dialectic/facts';
import { signedHundredths } from '../../debate/shortText';
import type { IssueStatus } from '../../debate/entryData';
import { tribunalFacts } from '../../debate/formats/tribunal/facts';
import type { TrackerRow } from '../../debate/tasks/tribunal';
import { openIssues, verdictsOf } from '../../projections/formats/tribunal';
import { verdictWords } from '../../projections/issueVerdict';

/** The rows below a row. */
export function childrenOf({ key }: Pick<TreeNode, 'key'>, source: OutlineSource): TreeNode[] {
  const [group = '', ...rest] = key.split('/');
  const part = rest.join('/');
  switch (group) {
    case '':
      return groups(source);
    case 'debaters':
      return debaterNodes(source);
    case 'rounds':
      return part === '' ? roundNodes(source) : turnNodes(source, part);
    case 'issues':
      return issueNodes(source);
    case 'arguments':
      return argumentNodes(source);
    case 'rulings':
      return chairNodes(source);
    case 'redactions':
      return redactionNodes(source);
    case 'concessions':
      return concessionNodes(source);
    case 'verification':
      return part === '' ? statusNodes(source) : resultNodes(source, part);
    case 'sources':
      return part === '' ? sourceNodes(source) : citingNodes(source, part);
    case 'documents':
      return documentNodes(source);
    case 'problems':
      return problemNodes(source);
    case 'faults':
      return faultNodes(source);
    default:
      return [];
  }
}

/** Groups without anything in them are left out. */
function groups(source: OutlineSource): TreeNode[] {
  const { view, folder } = source;
  if (view.state.headers.length === 0 && source.problems.length === 0) {
    return [treeNode({ folder, key: 'empty', label: l10n.t('There are no entries yet.'), icon: { name: 'info' } })];
  }
  const all = [
    problemsGroup(source),
    faultsGroup(source),
    debatersGroup(source),
    roundsGroup(source),
    issuesGroup(source),
    argumentsGroup(source),
    rulingsGroup(source),
    redactionsGroup(source),
    concessionsGroup(source),
    verificationGroup(source),
    sourcesGroup(source),
    documentsGroup(source),
  ];
  return all.filter((node) => node !== undefined);
}

function problemsGroup({ folder, problems }: OutlineSource): TreeNode | undefined {
  if (problems.length === 0) return undefined;
  const unreadable = new Set(problems.filter(({ raw }) => raw !== undefined).map(({ line }) => line)).size;
  const counted =
    unreadable === 1 ? l10n.t('1 line could not be read') : l10n.t('{0} lines could not be read', unreadable);
  const label = unreadable > 0 ? counted : l10n.t('Irregularities of the log');
  const icon = { name: 'warning', colour: 'list.warningForeground' };
  return groupNode(folder, {
    key: 'problems',
    label,
    description: String(problems.length),
    icon,
  });
}

/** What is wrong with a line may quote it. */
function problemNodes({ folder, problems, view }: OutlineSource): TreeNode[] {
  return rowsFor({ folder, key: 'problems' }, problems, ({ line, message }, index) => {
    const words = view.mask.text(message);
    return treeNode({
      folder,
      key: `problems/${index}`,
      label: l10n.t('Line {0}', line),
      description: rowText(words),
      tooltip: words,
      icon: { name: 'warning' },
      context: 'line',
      click: 'line',
      line,
    });
  });
}

/** What the rules hold against it; while nobody knows, a row that says so. */
function faultsGroup({ folder, check }: OutlineSource): TreeNode | undefined {
  const [key, label] = ['faults', l10n.t('Rules')];
  if (check?.kind !== 'checked')
    return check === undefined ? undefined : treeNode({ folder, key, label, description: uncheckedWords(check.kind) });
  const description = foundText(check.found.counts);
  return description === '' ? undefined : groupNode(folder, { key, label, description });
}

function uncheckedWords(kind: 'pending' | 'too_large' | 'failed'): string {
  switch (kind) {
    case 'pending':
      return l10n.t('not checked yet');
    case 'too_large':
      return l10n.t('too large to be checked here');
    case 'failed':
      return l10n.t('could not be checked');
  }
}

function faultNodes({ folder, check }: OutlineSource): TreeNode[] {
  const faults = check?.kind === 'checked' ? check.found.faults : [];
  return rowsFor({ folder, key: 'faults' }, faults, ({ rule, severity, seq, line, message }, index) => {
    const about = seq === null ? '' : ` · ${l10n.t('seq {0}', seq)}`;
    return treeNode({
      folder,
      key: `faults/${index}`,
      label: `${/^\d/.test(rule) ? l10n.t('rule {0}', rule) : rule}${about}`,
      description: rowText(message),
      tooltip: message,
      icon: faultIcons[severity],
      ...(line === 0 ? {} : { context: 'line', click: 'line', line }),
    });
  });
}

const faultIcons = {
  error: { name: 'error', colour: 'list.errorForeground' },
  warning: { name: 'warning', colour: 'list.warningForeground' },
  information: { name: 'info' },
} as const;

function documentsGroup({ folder, documents }: OutlineSource): TreeNode | undefined {
  if (documents.length === 0) return undefined;
  const label = l10n.t('Documents');
  const description = String(documents.length);
  return groupNode(folder, {
    key: 'documents',
    label,
    description,
  });
}

function documentNodes({ folder, documents }: OutlineSource): TreeNode[] {
  return documents.map(({ name, label }) =>
    treeNode({
      folder,
      key: `documents/${name}`,
      label,
      description: name,
      icon: { name: 'markdown' },
      context: 'document',
      click: 'document',
      name,
    }),
  );
}

/** Who moved, when, and because of what. */

function concessionsGroup(source: OutlineSource): TreeNode | undefined {
  const { length } = standingConcessions(source.view.state);
  if (length === 0) return undefined;
  const label = l10n.t('Concessions');
  return groupNode(source.folder, {
    key: 'concessions',
    label,
    description: String(length),
  });
}

function concessionNodes(source: OutlineSource): TreeNode[] {
  const { folder, view } = source;
  return rowsFor({ folder, key: 'concessions' }, shownConcessions(view), (concession, index) => {
    const words = wordsOf(view.state, concession);
    const name = rowText(view.mask.text(concession.by));
    return treeNode({
      folder,
      key: `concessions/${index}`,
      label: name,
      description: rowText(`${l10n.t('seq {0}', concession.at)} · ${words}`),
      spoken: `${name}, ${words}`,
      context: 'entry',
      click: 'entry',
      seq: concession.at,
    });
  });
}

/** What it answers is the reason, where that is another entry than the one that it grants. */
function wordsOf(state: DebateState, { at, seq, claim }: Concession): string {
  const what = isStruck(state, seq)
    ? l10n.t('conceded a claim of seq {0}, which was struck', seq)
    : l10n.t('conceded seq {0}: {1}', seq, claim);
  const cause = headerOf(state, at)?.rebuttalTo ?? null;
  return cause === null || cause === seq ? what : l10n.t('{0} (because of seq {1})', what, cause);
}

/** The arguments of a dialectic by side, the strongest first. */

function argumentsGroup({ folder, view }: OutlineSource): TreeNode | undefined {
  const { arguments: all } = view.state.factsOf(dialecticFacts);
  if (all.size === 0) return undefined;
  return groupNode(folder, {
    key: 'arguments',
    label: l10n.t('Arguments'),
    description: String(all.size),
  });
}

function argumentNodes(source: OutlineSource): TreeNode[] {
  const { folder, view } = source;
  const facts = view.state.factsOf(dialecticFacts);
  const sorted = [...facts.arguments.values()].sort(
    (a, b) => (scoreOf(facts, b.id) ?? -Infinity) - (scoreOf(facts, a.id) ?? -Infinity) || a.seq - b.seq,
  );
  return rowsFor({ folder, key: 'arguments' }, sorted, (argument) => {
    const score = scoreOf(facts, argument.id);
    const struck = isStruck(view.state, argument.seq);
    const title = struck ? l10n.t('struck from the record') : view.mask.text(argument.title);
    const points = score === undefined ? l10n.t('not judged yet') : signedHundredths(score);
    return treeNode({
      folder,
      key: `arguments/${argument.id}`,
      label: rowText(`${argument.id} ${title}`),
      description: points,
      tooltip: [argument.id, title, struck ? '' : view.mask.text(argument.claim), points]
        .filter((line) => line !== '')
        .join('\n'),
      spoken: `${argument.id}, ${title}, ${points}`,
      icon: struck
        ? { name: 'eye-closed' }
        : argument.side === 'proposition'
          ? { name: 'thumbsup', colour: 'charts.green' }
          : { name: 'thumbsdown', colour: 'charts.red' },
      context: 'entry',
      click: 'entry',
      seq: argument.seq,
    });
  });
}

/** The issues of a tribunal, as they stand. */

function issuesGroup({ folder, view }: OutlineSource): TreeNode | undefined {
  const facts = view.state.factsOf(tribunalFacts);
  const { tracker, ruling } = facts;
  if (tracker.length === 0) return undefined;
  const { length: open } = openIssues(facts);
  const settled =
    ruling === undefined
      ? l10n.t('{0}, all resolved', tracker.length)
      : l10n.t('{0}, all with a verdict', tracker.length);
  const description = open === 0 ? settled : l10n.t('{0}, {1} open', tracker.length, open);
  return groupNode(folder, {
    key: 'issues',
    label: l10n.t('Issues'),
    description,
  });
}

function issueNodes({ folder, view }: OutlineSource): TreeNode[] {
  const facts = view.state.factsOf(tribunalFacts);
  const { tracker, rounds, ruling } = facts;
  const verdicts = verdictsOf(facts);
  return rowsFor({ folder, key: 'issues' }, tracker, (row) => {
    const verdict = verdicts.get(row.id);
    const seq =
      ruling !== undefined && verdict !== undefined
        ? ruling.seq
        : rounds.findLast(({ round }) => round === row.history.at(-1)?.round)?.assessment;
    const title = view.mask.text(row.title);
    const stands = verdict === undefined ? statusWords(row.status) : verdictWords(l10n, verdict);
    const state = [row.severity, stands].filter((part) => part !== undefined).join(' · ');
    return treeNode({
      folder,
      key: `issues/${row.id}`,
      label: rowText(`${row.id} ${title}`),
      description: state,
      tooltip: [`${row.id} ${title}`, state, ...historyLines(row, (text) => view.mask.text(text))].join('\n'),
      spoken: `${row.id} ${title}, ${state}`,
      icon: verdict === undefined ? icons[row.status] : { name: 'law' },
      ...(seq === undefined ? {} : { context: 'entry', click: 'entry', seq }),
    });
  });
}

const historyLines = ({ history }: TrackerRow, masked: (text: string) => string): string[] =>
  history.map(({ round, status, reason }) =>
    l10n.t(
      'Round {0}: {1}',
      round,
      [statusWords(status), reason === undefined ? '' : masked(reason)].filter((part) => part !== '').join('. '),
    ),
  );

const icons: Record<IssueStatus, { name: string; colour?: string }> = {
  open: { name: 'issue-opened', colour: 'charts.yellow' },
  resolved: { name: 'issue-closed', colour: 'charts.green' },
  stalled: { name: 'watch', colour: 'list.warningForeground' },
};

function statusWords(status: IssueStatus): string {
  switch (status) {
    case 'open':
      return l10n.t('open');
    case 'resolved':
      return l10n.t('resolved');
    case 'stalled':
      return l10n.t('stalled');
  }
}
