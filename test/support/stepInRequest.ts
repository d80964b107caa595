import type { TaskKind } from '../../src/debate/flow/tasks';

/**
 * The step of a request, from its words alone: for a model without the engine's events, for example behind a server
 * that a window uses. The result is a script's name of the step: `r1/turn/ada`, `opening/bob/review`; the kind if the
 * words say no more. `research` has the step of its speech.
 */
export function stepInRequest(kind: TaskKind | 'research', text: string): string {
  switch (kind) {
    case 'research':
    case 'debater/opening':
    case 'debater/turn':
    case 'debater/closing':
      return speechIn(text);
    case 'chair/review_turn':
      return `${reviewedIn(text)}/review`;
    case 'chair/choose_questions':
      return `r${last(text, /The audience asks in round (\d+)/g)}/questions`;
    case 'chair/go_on':
      return `r${last(text, /Round (\d+) of at most \d+ is over\. Decide/g)}/go-on`;
    case 'audience/questions':
      return text.includes('The openings are over.')
        ? 'r1/audience'
        : `r${last(text, /Round (\d+) of at most \d+ is over/g)}/audience`;
    case 'chair/name_unresolved':
      return 'unresolved';
    case 'chair/name_crux':
      return `r${last(text, /Round (\d+) begins\. From the whole record/g)}/crux`;
    case 'chair/conclude':
    case 'chair/word_conclusion':
      return 'conclusion';
    case 'chair/review_documents':
      return 'documents/review';
    case 'audience/conclusion':
      return 'audience-conclusion';
    case 'assessor/report':
      return 'assessor-report';
    default:
      return kind;
  }
}

/** Kind of the request, among those that share one schema. */
export function kindInRequest(kinds: readonly TaskKind[], text: string): TaskKind | undefined {
  const speech = speechIn(text);
  const words: Partial<Record<TaskKind, boolean>> = {
    'debater/opening': speech.startsWith('opening'),
    'debater/turn': /^r\d/.test(speech),
    'debater/closing': speech.startsWith('closing'),
    'chair/revise_lineup': text.includes('The user wants the proposed debaters changed.'),
  };
  return kinds.find((kind) => words[kind] === true);
}

const speeches =
  /Give your (?:opening|closing) statement|Prepare your opening statement|It is your turn in round \d+|Prepare your turn in round \d+/g;

function speechIn(text: string): string {
  const name = last(text, /<persona-\S+ name="([^"]+)">/g);
  const words = [...text.matchAll(speeches)].at(-1)?.[0] ?? '';
  const [round] = /\d+/.exec(words) ?? [];
  return round === undefined
    ? `${words.includes('closing') ? 'closing' : 'opening'}/${name}`
    : `r${round}/turn/${name}`;
}

/** The Chair sees the turn's entries and their speaker, but no round. */
function reviewedIn(text: string): string {
  const name = last(text, /<entry-\S+ seq="\d+" speaker="([^"]+)"/g);
  const type = last(text, /<entry-\S+ seq="\d+" speaker="[^"]+" type="([a-z_]+)"/g);
  if (type === 'opening_statement') return `opening/${name}`;
  return type === 'closing_statement' ? `closing/${name}` : `turn/${name}`;
}

function last(text: string, pattern: RegExp): string {
  return [...text.matchAll(pattern)].at(-1)?.[1] ?? '?';
}
