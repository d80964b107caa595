import * as l10n from '@vscode/l10n';
import { dataOf } from '../../debate/codec';
import {
  defenceStatuses,
  severities,
  type EntryData,
  type AttackType,
  type DefenceType,
  type Severity,
} from '../../debate/entryData';
import { toHundredths } from '../../debate/formats/dialectic/facts';
import type { VisibleEntry } from '../../debate/tasks';
import type { Aside } from '../../shared/protocol';
import { signedHundredths } from '../../debate/shortText';

/** What the entries of tribunals and dialectics declare beside their words. Ids in them are links on the page. */
export function formatAsides(entry: VisibleEntry): Aside[] {
  switch (entry.type) {
    case 'defense':
      return ofDefence(dataOf(entry, 'defense'));
    case 'critique':
      return ofCritique(dataOf(entry, 'critique'));
    case 'assessment':
      return ofAssessment(dataOf(entry, 'assessment'));
    case 'judges_ruling':
      return ofRuling(dataOf(entry, 'judges_ruling'));
    case 'argument':
      return ofArgument(dataOf(entry, 'argument'));
    case 'judgment':
      return ofJudgment(dataOf(entry, 'judgment'));
    case 'intervention':
      return ofIntervention(dataOf(entry, 'intervention'));
    default:
      return [];
  }
}

const closedBook = (isClosed: boolean | undefined): Aside[] =>
  isClosed === true
    ? [{ kind: 'closed-book', text: l10n.t('Closed book: argued from the subject material alone') }]
    : [];

function ofDefence(data: EntryData['defense'] | undefined): Aside[] {
  const assessments = data?.assessments ?? [];
  const counts = defenceStatuses.flatMap((status) => {
    const count = assessments.filter((one) => one.status === status).length;
    return count === 0 ? [] : [l10n.t('{0} {1}', count, defenceStatusWord(status))];
  });
  const issues = [...new Set(assessments.flatMap(({ issue }) => issue ?? []))];
  return [
    ...closedBook(data?.closed_book),
    ...(counts.length === 0
      ? []
      : [{ kind: 'defends' as const, text: l10n.t('Of the Critic’s points: {0}', counts.join(', ')) }]),
    ...(issues.length === 0 ? [] : [{ kind: 'defends' as const, text: l10n.t('Answers {0}', issues.join(', ')) }]),
  ];
}

function ofCritique(data: EntryData['critique'] | undefined): Aside[] {
  const objections = data?.objections ?? [];
  const counts = severities.flatMap((severity) => {
    const count = objections.filter((one) => one.severity === severity).length;
    return count === 0 ? [] : [l10n.t('{0} {1}', count, severityWord(severity))];
  });
  const issues = [...new Set(objections.flatMap(({ issue }) => issue ?? []))];
  return [
    ...closedBook(data?.closed_book),
    ...(counts.length === 0 ? [] : [{ kind: 'attacks' as const, text: l10n.t('Objections: {0}', counts.join(', ')) }]),
    ...(issues.length === 0 ? [] : [{ kind: 'attacks' as const, text: l10n.t('Goes on with {0}', issues.join(', ')) }]),
  ];
}

function ofAssessment(data: EntryData['assessment'] | undefined): Aside[] {
  const { advocate, critic } = data?.round_score ?? {};
  const covers = data?.covers ?? [];
  return [
    ...(advocate === undefined || critic === undefined
      ? []
      : [{ kind: 'judged' as const, text: l10n.t('Round: Advocate {0}, Critic {1}, of 10', advocate, critic) }]),
    ...(covers.length === 0
      ? []
      : [
          {
            kind: 'judged' as const,
            text: l10n.t('Covers round {0} as well, which nobody had assessed', covers.join(', ')),
          },
        ]),
    ...(data?.end === true
      ? [
          {
            kind: 'judged' as const,
            text: l10n.t('Ends the rounds: {0}', data.end_reason ?? l10n.t('no reason is given')),
          },
        ]
      : []),
  ];
}

const ofRuling = (data: EntryData['judges_ruling'] | undefined): Aside[] =>
  data?.early === true ? [{ kind: 'judged', text: l10n.t('Ruled before the planned number of rounds') }] : [];

function ofArgument(data: EntryData['argument'] | undefined): Aside[] {
  if (data === undefined) return [];
  const { attacks = [], defends = [] } = data.argument;
  return [
    ...attacks.map(({ target_id: target, type }): Aside => ({
      kind: 'attacks',
      text: l10n.t('Attacks the {0} of {1}', attackWord(type), target),
    })),
    ...defends.map(({ target_id: target, type }): Aside => ({ kind: 'defends', text: defenceWord(type, target) })),
  ];
}

function ofJudgment(data: EntryData['judgment'] | undefined): Aside[] {
  const { order = [], seed, rescores = [], passes = [], spread } = data ?? {};
  const widest = Math.max(0, ...Object.values(spread ?? {}));
  return [
    ...(order.length === 0 ? [] : [{ kind: 'judged' as const, text: orderText(order, seed) }]),
    ...(passes.length < 2
      ? []
      : [
          {
            kind: 'judged' as const,
            text: l10n.t('{0} passes, apart by {1} at most', passes.length, widest.toFixed(2)),
          },
        ]),
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

function ofIntervention(data: EntryData['intervention'] | undefined): Aside[] {
  const { exchanges, skip } = data?.change ?? {};
  return [
    ...(exchanges === undefined
      ? []
      : [
          {
            kind: 'to' as const,
            text:
              exchanges === 1 ? l10n.t('Asks for 1 more exchange') : l10n.t('Asks for {0} more exchanges', exchanges),
          },
        ]),
    ...(skip === undefined ? [] : [{ kind: 'to' as const, text: l10n.t('Goes on without the step {0}', skip) }]),
  ];
}

/** Words for what tribunals and dialectics rate. */

function severityWord(severity: Severity): string {
  switch (severity) {
    case 'Critical':
      return l10n.t('critical');
    case 'Major':
      return l10n.t('major');
    case 'Minor':
      return l10n.t('minor');
  }
}

function defenceStatusWord(status: (typeof defenceStatuses)[number]): string {
  switch (status) {
    case 'DEFENDED':
      return l10n.t('defended');
    case 'NEEDS TIGHTENING':
      return l10n.t('needs tightening');
    case 'VULNERABLE':
      return l10n.t('vulnerable');
  }
}

/** The part of an argument that is attacked. */
function attackWord(type: AttackType): string {
  switch (type) {
    case 'claim_attack':
      return l10n.t('claim');
    case 'grounds_attack':
      return l10n.t('grounds');
    case 'warrant_attack':
      return l10n.t('warrant');
    case 'backing_attack':
      return l10n.t('backing');
  }
}

/** What is done for an own argument. */
function defenceWord(type: DefenceType, target: string): string {
  switch (type) {
    case 'reinforce':
      return l10n.t('Reinforces {0}', target);
    case 'clarify':
      return l10n.t('Clarifies {0}', target);
    case 'concede_and_pivot':
      return l10n.t('Concedes {0} and pivots', target);
  }
}
