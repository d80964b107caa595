import { dataOf } from '../../codec';
import type { Entry } from '../../entry';
import { normaliseText } from '../../quote';
import { headerOf, type Header } from '../../state';
import { byDebater, error, type EntryRule, type Fault, type LintRecord, type LintRule } from './lintRecord';
import { panelFacts } from '../../formats/panel/facts';

/**
 * Rule 15: a challenge names a source of its target and the claim that it fails to support, verbatim. Challenges without
 * data are the ancestors'; what they quote cannot be told from what they say.
 */
export const challenges: EntryRule = (record) => (entry, header) => {
  if (header.type !== 'source_challenge' || (!record.isOwn && entry.data === undefined)) return [];
  const target = header.target === null ? undefined : headerOf(record.state, header.target);
  if (target === undefined || !byDebater(target) || target.seq >= header.seq) return [];
  return challengeFaults(entry, target, record);
};

function challengeFaults(entry: Entry, target: Header, record: LintRecord): Fault[] {
  const data = dataOf(entry, 'source_challenge');
  if (data === undefined) {
    if (record.malformed.has(entry.seq)) return [];
    return [error('15', entry.seq, 'The challenge has no data.url and data.claim: it names neither source nor claim.')];
  }
  if (target.speaker === entry.speaker) {
    return [
      error(
        'structure',
        entry.seq,
        `seq ${target.seq} is an entry of ${entry.speaker} itself; one's own source is corrected, not challenged.`,
      ),
    ];
  }
  if (!target.urls.includes(data.url)) return [error('15', entry.seq, `seq ${target.seq} does not cite ${data.url}.`)];
  const claim = normaliseText(data.claim).text.trim();
  const content = normaliseText(record.view.raw(target.seq)?.content ?? '').text;
  if (claim !== '' && content.includes(claim)) return [];
  const what = claim === '' ? 'names no claim' : `names a claim that does not stand in seq ${target.seq}`;
  return [error('15', entry.seq, `The challenge ${what}; data.claim quotes the target's own words, verbatim.`)];
}

/** Structure: in a record of ours every challenge and every question to the Chair is ruled on before the conclusion. */
export const challengesRuled: LintRule = ({ state, headers, isOwn }) => {
  const end = state.conclusion?.seq;
  if (!isOwn || end === undefined) return [];
  const ruled = new Set<string>();
  for (const { kind, target, url } of state.rulings) {
    if (kind === 'clarification') ruled.add(`question ${target ?? ''}`);
    if (kind === 'challenge') ruled.add(`${target ?? ''} ${url ?? ''}`);
  }
  const isRuled = ({ seq, type, target }: Header): boolean =>
    ruled.has(
      type === 'source_challenge'
        ? `${target ?? ''} ${state.factsOf(panelFacts).challenges.get(seq) ?? ''}`
        : `question ${seq}`,
    );
  return headers
    .filter((header) => header.seq < end && waiting.has(header.type) && !isRuled(header))
    .map(({ seq, type }) =>
      error(
        'structure',
        seq,
        `The Chair never ruled on this ${type}; it always does, at the latest before the conclusion.`,
      ),
    );
};

const waiting: ReadonlySet<string> = new Set(['source_challenge', 'clarification_request']);
