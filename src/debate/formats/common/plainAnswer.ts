import { counted } from '../../../matching/text/shortText';
import { wordCount } from '../../../matching/text/text';
import { dataOf } from '../../log/codec';
import type { Entry } from '../../log/entry';
import type { EntryData } from '../../log/entryData';
import { defined } from '../../log/objects';
import { areVotesSealed } from '../../fold/sealed';
import { hasStep, isDebater, type DebateState } from '../../fold/state';
import { plainAnswers } from '../../flow/judges';
import { namedPerformer, performing, providerInForce } from '../../flow/seats';
import { failedWith, notedFailure, type Step, undated, type Written } from '../../flow/step';
import type { TaskOutput, Violation } from '../../flow/tasks';
import { lengthWish, structure } from '../../rules/violation';
import { datedSources } from './arguing';
import { BlindLabels } from './blindLabels';
import { briefOf } from './brief';
import { drawn } from './drawn';
import { noticesOf, type Host } from './notices';
import { agentStep, failureReason } from './steps';
import { seedOf } from './verdicts';

type Vote = EntryData['vote'];
type Option = NonNullable<Vote['options']>[number];
type Kind = 'voter/choose';

/** What the plain answer chooses from: debaters' positions, sides or verdicts. */
export interface OfferedPosition {
  name: string;
  text: string;
}

interface PlainAnswer {
  host: Host;
  /** Whoever concludes the debate answers. */
  agent: string;
  of: 'debater' | 'side' | 'verdict';
  positions: readonly OfferedPosition[];
}

export const plainAnswerId = 'baseline/1';
const voter = 'b1';

/** The choice of none of the positions. */
export const noPosition = 'none';
const mostWords = 60;
const kind: Kind = 'voter/choose';

/** Whether one model answers before the debate begins: by option, and never where a person concludes. */
function isDue(state: DebateState, agent: string): boolean {
  if (plainAnswers(state.setup) === 0 || hasStep(state, plainAnswerId) || state.concludeRequested) return false;
  const by = performing(namedPerformer(state, agent, kind), providerInForce(state));
  const hasBegun = state.headers.some(({ speaker }) => isDebater(state, speaker));
  return by !== 'human' && by !== 'offline' && !hasBegun;
}

/** The step of the plain answer; undefined where it was given or failed, and where none is asked for. */
export function plainAnswerStep(state: DebateState, wanted: PlainAnswer): Step | undefined {
  const { host, agent, of, positions } = wanted;
  if (!isDue(state, agent)) return undefined;
  const names = drawn(
    positions.map(({ name }) => name),
    `${seedOf(state)}/${voter}`,
  );
  // Sides and verdicts are words of the question; only debaters have names to hide.
  const blind = new BlindLabels(of === 'debater' ? names.map((name) => ({ name })) : []);
  const labels = Object.keys(blind.names);
  const options = names.map((name, index): Option => ({
    label: labels[index] ?? name,
    text: positions.find((one) => one.name === name)?.text ?? '',
    [of]: name,
  }));
  const model = namedPerformer(state, agent, kind);
  return agentStep<Kind>(
    {
      id: plainAnswerId,
      agent,
      kind,
      input: (view) =>
        blind.blind({
          brief: { ...briefOf(view.state), debaters: [], guidance: [] },
          positions: options.map(({ label, text }) => ({ label, text })),
          passages: [],
        }),
      check: (answer, { view }) => choiceViolations(answer, options, view.state),
    },
    (answer, { outcome, today }) => {
      if (answer === undefined) return [failedVote(host, outcome?.ok === false ? failureReason(outcome) : '')];
      const { sources = [] } = answer;
      const data: Vote = {
        stage: 'baseline',
        voter,
        model,
        options,
        order: options.map(({ label }) => label),
        choice: nameIn(optionFor(answer.choice, options)),
        reason: blind.unblind(answer.reason),
        ...(sources.length === 0 && { from_memory: true }),
      };
      const cited = datedSources(sources, today);
      return [
        {
          phase: 'system',
          speaker: 'judge',
          type: 'vote',
          content: voteText(data, sources.length),
          sources: cited,
          data,
        },
      ];
    },
    { visibility: [], lineage: 'voter' },
  );
}

const nameIn = (option: Option | undefined): string => option?.debater ?? option?.side ?? option?.verdict ?? noPosition;

/** The option that the label, or the name that it stands for, means. */
const optionFor = (choice: string, options: readonly Option[]): Option | undefined =>
  options.find((option) =>
    [option.label, nameIn(option)].some((name) => name.toLowerCase() === choice.trim().toLowerCase()),
  );

/** The objections do not repeat the choice, which progress shows to everybody. */
function choiceViolations(
  { choice, reason }: TaskOutput<Kind>,
  options: readonly Option[],
  state: DebateState,
): Violation[] {
  const isKnown = choice.trim().toLowerCase() === noPosition || optionFor(choice, options) !== undefined;
  const words = wordCount(reason);
  return [
    ...(isKnown ? [] : [structure(`The choice is none of the positions; give a label exactly, or “${noPosition}”.`)]),
    ...(words > mostWords
      ? [lengthWish(state, `The reason has ${words} words; at most ${mostWords} are asked for.`)]
      : []),
  ];
}

function failedVote(host: Host, reason: string) {
  const draft = noticesOf(host).failureNote('The plain answer', reason, 'Its place stays empty.');
  return { ...draft, data: { ...draft.data, voter } };
}

function voteText({ model = '', options = [], choice, reason = '' }: Vote, passages: number): string {
  const positions = options.map((option) => {
    const name = nameIn(option);
    return `- ${option.label === name ? name : `${option.label} (${name})`}: ${option.text}`;
  });
  const from =
    passages === 0 ? 'from memory, without evidence' : `from ${counted(passages, 'passage')} of the evidence`;
  const given = choice === noPosition ? 'none of them' : choice;
  return [
    `Plain answer ${voter} of ${model}, given before the debate, ${from}. Choice: ${given}. Reason: ${reason}`,
    `The positions in the order in which they were read:\n${positions.join('\n')}`,
  ].join('\n\n');
}

/** The answer that a logged vote was made of. */
export function plainAnswerIn({ entries: [entry] }: Written): object {
  const data = dataOf(entry, 'vote');
  if (data === undefined) return notedFailure(entry) ?? failedWith('');
  const { choice, reason = '' } = data;
  return { choice, reason, ...defined({ sources: entry?.sources == null ? undefined : undated(entry.sources) }) };
}

/** Seq of the plain answer once it may be read; undefined before the end, and where none was given. */
export function openedPlainAnswer(state: DebateState): number | undefined {
  const seq = areVotesSealed(state) ? undefined : state.steps.get(plainAnswerId);
  return seq === undefined || !isVote(state.headers, seq) ? undefined : seq;
}

const isVote = (headers: readonly Pick<Entry, 'seq' | 'type'>[], seq: number): boolean =>
  headers.some((header) => header.seq === seq && header.type === 'vote');
