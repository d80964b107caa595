import * as l10n from '@vscode/l10n';
import { argumentTypes, stepOf } from '../../debate/entry';
import type { Correction } from '../../debate/data/common';
import type { DebateState } from '../../debate/state';
import type { VisibleEntry } from '../../debate/tasks';
import type { RecordView } from '../../debate/view';
import { readableUrl } from '../../projections/words';
import type { Aside } from '../../shared/protocol';
import { formatAsides } from './formatAsides';
import { panelFacts } from '../../debate/formats/panel/facts';
import { cutText } from '../../debate/shortText';
import { dataOf, turnDataOf } from '../../debate/codec';

const longest = 600;

/** What an entry declares beside its words, in a sentence each. */
export function asidesOf(view: RecordView, entry: VisibleEntry): Aside[] {
  if (entry.struck !== undefined) return [];
  const asides = [
    ...addressed(entry),
    ...challenged(entry),
    ...spoken(view, entry),
    ...formatAsides(entry),
    ...condensed(entry),
  ];
  return asides.map(({ kind, text }) => ({ kind, text: cutText(text, longest) }));
}

function addressed(entry: VisibleEntry): Aside[] {
  const to = dataOf(entry, 'audience_question')?.to;
  return to === undefined ? [] : [{ kind: 'to', text: l10n.t('Question to {0}', to) }];
}

/** The record did not fit: the author was given summaries of a part of it. */
function condensed(entry: VisibleEntry): Aside[] {
  const count = stepOf(entry)?.condensed;
  if (count === undefined || entry.type === 'verification_result') return [];
  const text =
    count === 1
      ? l10n.t('Written from the Chair’s summary of 1 earlier entry')
      : l10n.t('Written from the Chair’s summaries of {0} earlier entries', count);
  return [{ kind: 'condensed', text }];
}

/** Nothing is left of it where the challenged entry was struck. */
function challenged(entry: VisibleEntry): Aside[] {
  if (entry.type !== 'source_challenge') return [];
  const { url, claim } = dataOf(entry, 'source_challenge') ?? {};
  if (url === undefined || claim === undefined) return [];
  return [{ kind: 'to', text: l10n.t('Challenges {0}, said to support “{1}”', readableUrl(url), claim) }];
}

const declaringTypes: ReadonlySet<string> = new Set([
  ...argumentTypes,
  'clarification_request',
  'source_challenge',
  'defense',
  'critique',
  'argument',
]);

function spoken(view: RecordView, entry: VisibleEntry): Aside[] {
  if (!declaringTypes.has(entry.type)) return [];
  // The data of a known type was checked when the line was read.
  const { introduces = [], acknowledges = [], concedes = [], correction } = turnDataOf(entry) ?? {};
  return [
    ...(correction === undefined ? [] : corrected(correction)),
    ...concedes.map(({ seq, claim }): Aside => ({
      kind: 'concedes',
      text: l10n.t('Concedes seq {0}: “{1}”', seq, claim),
    })),
    ...introduces.map(({ name }): Aside => ({
      kind: 'introduces',
      text: l10n.t('Introduces the framework “{0}”', name),
    })),
    ...acknowledges.map((seq): Aside => ({ kind: 'acknowledges', text: acknowledged(view, seq) })),
  ];
}

function corrected({ seq, old_url: before, new_url: after, reason, statement, instead }: Correction): Aside[] {
  const source =
    after === undefined
      ? l10n.t('Corrects seq {0}: {1} is withdrawn ({2})', seq, readableUrl(before), reason)
      : l10n.t('Corrects seq {0}: {1} is replaced by {2} ({3})', seq, readableUrl(before), readableUrl(after), reason);
  const sentence =
    statement === undefined
      ? []
      : [
          instead === undefined
            ? l10n.t('Withdraws of seq {0}: “{1}”', seq, statement)
            : l10n.t('Withdraws of seq {0}: “{1}”, and says instead: “{2}”', seq, statement, instead),
        ];
  return [source, ...sentence].map((text): Aside => ({ kind: 'corrects', text }));
}

function acknowledged({ state, mask }: RecordView, seq: number): string {
  const framework = [...state.factsOf(panelFacts).frameworks.values()].find((candidate) => candidate.seq === seq);
  if (framework !== undefined)
    return l10n.t('Acknowledges the framework “{0}” (seq {1})', mask.text(framework.name), seq);
  if (isRedaction(state, seq)) return l10n.t('Acknowledges the redaction at seq {0}', seq);
  return l10n.t('Acknowledges seq {0}', seq);
}

function isRedaction(state: DebateState, seq: number): boolean {
  for (const { by } of state.redactions.values()) if (by === seq) return true;
  return false;
}
