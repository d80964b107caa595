import { firstWords, wordCount } from '../../debate/text';
import type { TaskInputs, TaskOutput, VisibleEntry } from '../../debate/tasks';
import type { EvidenceIndex } from './evidenceIndex';
import { sentenceCase } from './grammar';
import { calledIn } from './persona';
import { fileName, sourceName } from './place';
import { answersIn, argumentsIn, quotesIn, spokenBy, type DebateRecord } from './record';
import { subjectOfQuote } from './subjectName';
import { termsIn } from './terms';

const fewestWords = 215;
const mostWords = 390;

/** 200 to 400 words, whatever the record holds, on two or three arguments that stand in it. */
export function audienceConclusion(
  { brief, record, outcome }: TaskInputs['audience/conclusion'],
  index: EvidenceIndex,
): TaskOutput<'audience/conclusion'> {
  const chosen = choose(
    record,
    brief.debaters.map(({ name }) => name),
  );
  const topic = new Set(termsIn(brief.topic));
  const about = chosen.map((entry, at) => reaction({ record, index, topic, entry, at, debaters: brief.debaters }));
  const frame = {
    start: opening(brief, outcome),
    end: 'That is where I come down for the moment. I would change my mind for a better page, and I know now which kind of page it would have to be.',
  };
  return { content: fitted(frame, about, positions(brief, record)), seqs: chosen.map(({ seq }) => seq) };
}

/** Arguments of different debaters; where too few stand, whatever the debaters or the Chair have said. */
function choose(record: DebateRecord, names: readonly string[]): VisibleEntry[] {
  const answers = answersIn(record);
  const weightOf = (entry: VisibleEntry): number =>
    (answers.has(entry.seq) ? 0 : 2) + Math.min(3, quotesIn(entry).length) + (entry.type === 'rebuttal' ? 1 : 0);
  const best = names.flatMap((name) => {
    const own = argumentsIn(record, name).sort((a, b) => weightOf(b) - weightOf(a) || a.seq - b.seq);
    return own.slice(0, 2).map((entry, at) => ({ entry, at }));
  });
  const ordered = best.sort((a, b) => a.at - b.at || a.entry.seq - b.entry.seq).map(({ entry }) => entry);
  const spoken = names.flatMap((name) => spokenBy(record, name));
  const standing = record.filter((entry) => entry.struck === undefined);
  const all = [...ordered, ...spoken, ...standing].filter((entry, at, list) => list.indexOf(entry) === at);
  const count = ordered.length >= 3 ? 3 : 2;
  const chosen = all.slice(0, count).sort((a, b) => a.seq - b.seq);
  // A record of one entry: there is nothing else to name.
  return chosen.length === 1 ? [...chosen, ...chosen] : chosen;
}

function opening({ topic, debaters }: TaskInputs['audience/conclusion']['brief'], outcome: string): string {
  const question = firstWords(topic, 24).replace(/[.!]+$/, '');
  const words =
    outcome === 'draw'
      ? 'a draw'
      : outcome === 'void'
        ? 'that no fair conclusion could be drawn'
        : `that ${winnerOf(outcome, debaters)} made the better case`;
  return `I came to listen with one question in mind: ${question}${/[?…]$/.test(question) ? '' : '.'} The Chair has counted what can be counted, and the outcome is ${words}. I have no vote in that. What I can say is which arguments I shall still remember next week, and why.`;
}

function winnerOf(outcome: string, debaters: TaskInputs['audience/conclusion']['brief']['debaters']): string {
  const name = outcome.replace(/_wins$/, '');
  return calledIn(debaters.find((debater) => debater.name === name) ?? { name, persona: '' });
}

/** Sides in their own words, cut short. */
function positions({ debaters }: TaskInputs['audience/conclusion']['brief'], record: DebateRecord): string[] {
  // Where an entry is struck, its words are struck wherever they stand, the position among them.
  const struck = new Set(record.filter((entry) => entry.struck !== undefined).map(({ speaker }) => speaker));
  return debaters
    .filter(({ name }) => !struck.has(name))
    .slice(0, 4)
    .map((debater) => {
      const position = firstWords(debater.starting_position, 18).replace(/[.!?;:]+$/, '');
      return position === '' ? '' : `${sentenceCase(calledIn(debater))} began from this: “${position}”.`;
    });
}

interface Reaction {
  record: DebateRecord;
  index: EvidenceIndex;
  topic: ReadonlySet<string>;
  entry: VisibleEntry;
  at: number;
  debaters: TaskInputs['audience/conclusion']['brief']['debaters'];
}

const reactions = [
  'The passage that stayed with me first stands at seq {seq}, where {name} went to {file} for {subject}. It is the sort of thing that one can look up, and I have more patience with a side that lets me do so.',
  'Then there is seq {seq}. {Name} turned to {subject}, with {file} open, and from then on I could no longer think about the question without it.',
  'And I keep coming back to seq {seq}, in which {name} put {subject} on the table from {file}. Whoever decides in the end will have to say what becomes of that.',
];

function reaction({ record, index, topic, entry, at, debaters }: Reaction): string {
  const quote = quotesIn(entry)[0];
  const debater = debaters.find(({ name }) => name === entry.speaker);
  if (quote === undefined || debater === undefined) {
    return `Of what was said, seq ${entry.seq} is worth reading again, if only because so little else is there to be read.`;
  }
  const name = calledIn(debater);
  const replies = (answersIn(record).get(entry.seq) ?? []).map((reply) => reply.seq);
  const answered = ` ${(replies.length === 0 ? unansweredWords : answeredWords)[at % 3] ?? ''}`;
  const values: Record<string, string> = {
    seq: String(entry.seq),
    name,
    Name: sentenceCase(name),
    file: quote.path === undefined ? 'its source' : fileName(sourceName(quote)),
    subject: subjectOfQuote(quote, index, topic) ?? 'the matter itself',
  };
  const wording = reactions[at % reactions.length] ?? '';
  return wording.replace(/\{(\w+)\}/g, (_, key: string) => values[key] ?? '') + answered;
}

const unansweredWords = [
  'I heard no reply to it.',
  'Nobody came back to it, which surprised me.',
  'It was left where it stood.',
];
const answeredWords = [
  'It was answered, and the answer made me read it more carefully without making me forget it.',
  'There was a reply, and I think that the two should be printed side by side.',
  'The other side did take it up, to its credit.',
];

/** True of any exchange of quotations; added as far as the words are needed. */
const reflections = [
  'What I liked is that both the strong and the weak moments can be checked. A quotation with a file and a line is a modest thing, but it cannot be talked away, and it cannot be stretched either.',
  'What I missed was an agreed way of weighing one kind of gain against another kind of loss. Two true sentences can stand side by side and still leave the choice to those who have to live with it.',
  'I also noticed what nobody could show. Where the evidence ends, a listener is left with temperament, and mine is to ask who would have to bear the mistake if the answer turned out to be wrong.',
  'I do not hold it against anyone to have argued one side. That is what I came for. I would hold it against myself if I left with only one of them in my head.',
  'Before I acted on any of this, I should want to read the files myself, from beginning to end and not only at the lines that were read out.',
  'It is a question on which sensible people will differ, and the record shows them differing about pages and not about persons, which is rarer than it should be.',
];

interface Frame {
  start: string;
  end: string;
}

function fitted({ start, end }: Frame, about: readonly string[], sides: readonly string[]): string {
  let extra = 1;
  let shown = sides.length;
  const text = (): string =>
    [[start, ...sides.slice(0, shown)], about.slice(0, 1), about.slice(1), reflections.slice(0, extra), [end]]
      .map((sentences) => sentences.filter((sentence) => sentence !== '').join(' '))
      .filter((paragraph) => paragraph !== '')
      .join('\n\n');
  while (wordCount(text()) < fewestWords && extra < reflections.length) extra += 1;
  while (wordCount(text()) > mostWords && shown > 0) shown -= 1;
  while (wordCount(text()) > mostWords && extra > 0) extra -= 1;
  return text();
}
