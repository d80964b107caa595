import * as l10n from '@vscode/l10n';
import { outcomeIn } from '../../projections/outcome';
import { outcomeWords } from '../../projections/words';
import type { DebaterLedger, SpeakerInput, TaskInputs, TaskKind, TaskRequest } from '../../debate/tasks';
import { plainLine } from '../../debate/shortText';
import { arguing, formatCues, lineAt, part, you, type Cue } from './formatCues';

type CueMakers = { [K in TaskKind]?: (input: TaskInputs[K]) => Cue };

/** What the answer has to take up, as a model would be told it, the most pressing first; the record itself stands above the composer. */
export function seatCue<K extends TaskKind>({ kind, input }: Pick<TaskRequest<K>, 'kind' | 'input'>): Cue {
  return (makers[kind]?.(input) ?? []).filter(({ lines }) => lines.length > 0);
}

const spoke = (turns: readonly { name: string; seqs: readonly number[]; summary?: string }[]): string[] =>
  turns.map(({ name, seqs, summary = '' }) => {
    const place = seqs.length === 1 ? l10n.t('seq {0}', seqs[0] ?? 0) : l10n.t('seqs {0}', seqs.join(', '));
    return summary === ''
      ? l10n.t('{0} ({1})', name, place)
      : l10n.t('{0} ({1}): {2}', name, place, plainLine(summary));
  });

/** Frameworks come right behind what was struck. */
const speaker = (input: SpeakerInput): Cue =>
  arguing(input, [
    part(
      l10n.t('Frameworks to take up or defer'),
      input.frameworks.map(({ seq, by, name, description }) =>
        l10n.t('“{0}” of {1} (seq {2}): {3}', name, by, seq, plainLine(description)),
      ),
    ),
  ]);

/** What waits for an answer, and what was granted. */
const held = ({ unanswered, granted }: Pick<TaskInputs['debater/turn'], 'unanswered' | 'granted'>): Cue => [
  part(
    l10n.t('Answered by no rebuttal yet'),
    unanswered.map(({ seq, by }) => l10n.t('{0} ({1})', by, l10n.t('seq {0}', seq))),
  ),
  part(
    l10n.t('What you have granted'),
    granted.map(({ seq, claim }) => lineAt(seq, claim)),
  ),
];

function ledgerLine({
  name,
  turns,
  cited,
  verification,
  rebutted,
  unanswered,
  infractions,
  concessions,
}: DebaterLedger): string {
  const { verified, unreliable, fabricated } = verification;
  return [
    l10n.t('{0}: turns {1}', name, turns),
    l10n.t('sources {0} (verified {1}, unreliable {2}, fabricated {3})', cited, verified, unreliable, fabricated),
    l10n.t('arguments answered {0}, unanswered {1}', rebutted.length, unanswered.length),
    l10n.t('concessions {0}, infractions {1}', concessions, infractions.length),
  ].join('; ');
}

const outcomeLine = (outcome: string) => part(l10n.t('Outcome'), [outcomeWords(l10n, outcomeIn({ outcome }))]);

const makers: CueMakers = {
  ...formatCues,
  'debater/opening': (input) => [
    ...speaker(input),
    you(input),
    part(l10n.t('Spoken already'), spoke(input.priorOpeners)),
  ],
  'debater/turn': (input) => [
    ...speaker(input),
    part(l10n.t('Said in this round'), spoke(input.spokenThisRound)),
    ...held(input),
    you(input),
  ],
  'debater/closing': (input) => [
    ...speaker(input),
    part(
      l10n.t('Unresolved points to address'),
      input.unresolved.map(({ text, seqs }) =>
        seqs.length === 0 ? text : l10n.t('{0} (seqs {1})', text, seqs.join(', ')),
      ),
    ),
    ...held(input),
    part(l10n.t('Spoken already'), spoke(input.priorClosers)),
    you(input),
  ],
  'audience/questions': ({ turns }) => [part(l10n.t('Said in this round'), spoke(turns))],
  'audience/conclusion': ({ outcome }) => [outcomeLine(outcome)],
  'chair/conclude': ({ ledgers, barred }) => [
    part(l10n.t('Cannot win, for a fabricated source'), barred),
    part(l10n.t('What the code counted'), ledgers.map(ledgerLine)),
  ],
  'chair/rule_on_challenge': ({ challenge, target, url, claim, finding }) => [
    part(l10n.t('The challenge'), [
      l10n.t(
        '{0} in seq {1} challenges {2} of seq {3}, said to support “{4}”',
        challenge.speaker,
        challenge.seq,
        url,
        target.seq,
        claim,
      ),
    ]),
    part(l10n.t('The Verifier’s finding'), [l10n.t('{0}: {1}', finding.status, finding.explanation)]),
  ],
  'chair/answer_clarification': ({ request }) => [
    part(l10n.t('The question'), [
      l10n.t('{0}, seq {1}: {2}', request.speaker, request.seq, plainLine(request.content)),
    ]),
  ],
  'chair/review_turn': ({ speaker: { name }, entries }) => [
    part(
      l10n.t('The turn of {0}', name),
      entries.map(({ seq, content }) => lineAt(seq, content)),
    ),
  ],
  'verifier/support': ({ claim, passage, note }) => [
    part(l10n.t('The claim'), [claim]),
    part(l10n.t('The passage'), [passage]),
    ...(note === undefined ? [] : [part(l10n.t('Figures'), [note])]),
  ],
  'reporter/summary': ({ outcome }) => [outcomeLine(outcome)],
  'reporter/blog_post': ({ outcome, verified }) => [
    outcomeLine(outcome),
    part(
      l10n.t('Sources that may be named'),
      verified.map(({ seq, title, url }) => l10n.t('{0}, {1} (seq {2})', title, url, seq)),
    ),
  ],
  'assessor/report': ({ outcome }) => [outcomeLine(outcome)],
};
