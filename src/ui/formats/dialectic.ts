import * as l10n from '@vscode/l10n';
import { dialecticOptions } from '../../debate/formats/dialectic/options';
import type { AttackType, DefenceType, EntryData } from '../../debate/log/entryData';
import { dialecticFacts, scoreOf, toHundredths } from '../../debate/formats/dialectic/facts';
import { signedHundredths } from '../../matching/text/shortText';
import { isRedacted } from '../../debate/fold/state';
import type { Aside } from '../../shared/protocol';
import { groupNode, rowsFor, rowText, toEntry, treeNode, type OutlineSource, type TreeNode } from './treeNode';
import { aside, type FieldsDraft, type FormatUi, type OptionField } from './formatUi';

export const dialecticUi: FormatUi = {
  offer: () => ({
    label: l10n.t('Dialectic'),
    detail: l10n.t('Two sides in short, strict arguments with zero-sum scores, open-ended.'),
  }),
  forModels: () => 'two sides argue blind, a Judge scores each argument, nobody wins',
  fieldsBehind: { motion: termsField },
  started: () => [l10n.t('Format: dialectic; two sides argue at once, the Judge scores each argument')],
  tree: [{ key: 'arguments', group: argumentsGroup, nodes: argumentNodes }],
  asides: { argument: ofArgument, judgment: ofJudgment, intervention: ofIntervention },
  steps: [
    { step: /^e\d+\/start$/, doing: () => l10n.t('is moving on') },
    {
      step: /^e\d+\/arguments$/,
      doing: () => l10n.t('is arguing'),
      whole: () => l10n.t('both sides are arguing'),
    },
    {
      step: /^e\d+\/judgment(?:\/.+)?$/,
      doing: () => l10n.t('is scoring the exchange'),
      by: () => l10n.t('the Judge'),
    },
    { step: /^report\/e\d+$/, doing: () => l10n.t('is writing the report'), by: () => l10n.t('the reporter') },
  ],
};

function termsField({ options }: FieldsDraft): OptionField {
  const { definitions, scope = '' } = dialecticOptions.safeParse(options).data ?? dialecticOptions.parse({});
  const terms = definitions.map(({ term, meaning }) => `- **${term}**: ${meaning}`).join('\n');
  const scopeSection = scope === '' ? '' : `## Scope\n\n${scope}`;
  return {
    id: 'terms',
    label: l10n.t('Definitions'),
    value: [terms, scopeSection].filter((part) => part !== '').join('\n\n'),
    isLong: true,
    hint: l10n.t('Items like “- **Term**: meaning”, and a section “## Scope”. Leave empty to use the usual meanings.'),
  };
}

// Arguments by side, the strongest first.

function argumentsGroup({ folder, view }: OutlineSource): TreeNode | undefined {
  const { arguments: all } = view.state.factsOf(dialecticFacts);
  if (all.size === 0) return undefined;
  return groupNode(folder, { key: 'arguments', label: l10n.t('Arguments'), description: String(all.size) });
}

function argumentNodes(source: OutlineSource): TreeNode[] {
  const { folder, view } = source;
  const facts = view.state.factsOf(dialecticFacts);
  const sorted = [...facts.arguments.values()].sort(
    (a, b) => (scoreOf(facts, b.id) ?? -Infinity) - (scoreOf(facts, a.id) ?? -Infinity) || a.seq - b.seq,
  );
  return rowsFor({ folder, key: 'arguments' }, sorted, (argument) => {
    const score = scoreOf(facts, argument.id);
    const redacted = isRedacted(view.state, argument.seq);
    const title = redacted ? l10n.t('struck from the record') : view.mask.text(argument.title);
    const points = score === undefined ? l10n.t('not judged yet') : signedHundredths(score);
    return treeNode({
      folder,
      key: `arguments/${argument.id}`,
      label: rowText(`${argument.id} ${title}`),
      description: points,
      tooltip: [argument.id, title, redacted ? '' : view.mask.text(argument.claim), points]
        .filter((line) => line !== '')
        .join('\n'),
      spoken: `${argument.id}, ${title}, ${points}`,
      icon: redacted
        ? { name: 'eye-closed' }
        : argument.side === 'proposition'
          ? { name: 'thumbsup', colour: 'charts.green' }
          : { name: 'thumbsdown', colour: 'charts.red' },
      ...toEntry(argument.seq),
    });
  });
}

// Ids in entries' fields are links on the page.

function ofArgument(data: EntryData['argument']): Aside[] {
  const { attacks = [], defends = [] } = data.argument;
  return [
    ...attacks.map(({ target_id: target, type }): Aside => ({
      kind: 'attacks',
      text: l10n.t('Attacks the {0} of {1}', attackWord(type), target),
    })),
    ...defends.map(({ target_id: target, type }): Aside => ({ kind: 'defends', text: defenceWord(type, target) })),
  ];
}

function ofJudgment({ order = [], seed, rescores = [], passes = [], spread }: EntryData['judgment']): Aside[] {
  const widest = Math.max(0, ...Object.values(spread ?? {}));
  return [
    ...aside('judged', order.length > 0 && orderText(order, seed)),
    ...aside(
      'judged',
      passes.length > 1 && l10n.t('{0} passes, apart by {1} at most', passes.length, widest.toFixed(2)),
    ),
    ...rescores.map(({ argument_id: id, old_score: before, new_score: now }): Aside => ({
      kind: 'moves',
      text: l10n.t(
        'Moves {0} from {1} to {2}',
        id,
        signedHundredths(toHundredths(before)),
        signedHundredths(toHundredths(now)),
      ),
    })),
  ];
}

const orderText = (order: readonly string[], seed: number | string | undefined): string =>
  seed === undefined
    ? l10n.t('Shown to the Judge as {0}', order.join(', '))
    : l10n.t('Shown to the Judge as {0} (drawn from the seed “{1}”)', order.join(', '), seed);

function ofIntervention(data: EntryData['intervention']): Aside[] {
  const { exchanges, skip } = data.change ?? {};
  const more =
    exchanges === 1 ? l10n.t('Asks for 1 more exchange') : l10n.t('Asks for {0} more exchanges', exchanges ?? 0);
  return [
    ...aside('to', exchanges !== undefined && more),
    ...aside('to', skip !== undefined && l10n.t('Goes on without the step {0}', skip)),
  ];
}

/** Word for the attacked part of an argument. */
const attackWord = (type: AttackType): string =>
  ({
    claim_attack: l10n.t('claim'),
    grounds_attack: l10n.t('grounds'),
    warrant_attack: l10n.t('warrant'),
    backing_attack: l10n.t('backing'),
  })[type];

const defenceWord = (type: DefenceType, target: string): string =>
  ({
    reinforce: l10n.t('Reinforces {0}', target),
    clarify: l10n.t('Clarifies {0}', target),
    concede_and_pivot: l10n.t('Concedes {0} and pivots', target),
  })[type];
