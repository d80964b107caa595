import type { TaskKind } from '../../src/debate/flow/tasks';

/**
 * The step that a request is about, from its words alone: for a model that nobody tells what the engine hands over, such as one
 * behind a server that a window talks to. A script's name of it: `r1/turn/ada`, `opening/bob/review`; the kind where its words tell no
 * more. `research` goes with the speech that it is for.
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

/** Which of the kinds that share one schema is asked for. */
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

/** The Chair sees the turn's entries and who spoke, but no round. */
function reviewedIn(text: string): string {
  const name = last(text, /<entry-\S+ seq="\d+" speaker="([^"]+)"/g);
  const type = last(text, /<entry-\S+ seq="\d+" speaker="[^"]+" type="([a-z_]+)"/g);
  if (type === 'opening_statement') return `opening/${name}`;
  return type === 'closing_statement' ? `closing/${name}` : `turn/${name}`;
}

function last(text: string, pattern: RegExp): string {
  return [...text.matchAll(pattern)].at(-1)?.[1] ?? '?';
}
