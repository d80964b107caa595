import type { RecordView } from '../../debate/view';
import { unreadWords } from '../facts';
import type { Claim, ClaimRelation } from './claims';
import { discussionOf } from './discussion';

/**
 * The debate in Argdown (https://argdown.org): the motion as a statement, each argument with its claim, premises from the sources, and
 * what it attacks (`-`) or supports (`+`).
 */
export function argdown(view: RecordView): string {
  const { topic, claims, relations } = discussionOf(view);
  const titles = uniqueTitles(claims);
  const head = `===\ntitle: ${quoted(topic)}\n===`;
  const motion = `[Motion]: ${text(topic)}`;
  const unread = unreadWords(view);
  const parts = claims.map((claim) =>
    argument(
      claim,
      relations.filter(({ from }) => from === claim.id),
      titles,
    ),
  );
  return `${[head, ...(unread === undefined ? [] : [`// Incomplete: ${unread}`]), motion, ...parts].join('\n\n')}\n`;
}

function argument(claim: Claim, own: readonly ClaimRelation[], titles: ReadonlyMap<string, string>): string {
  const { id, speaker, seq, text: words } = claim;
  const lines = [`<${titles.get(id) ?? id}>: ${text(words)} #${tag(speaker)} {seq: ${seq}}`];
  for (const { to, kind } of own) {
    const target = to === undefined ? '[Motion]' : `<${titles.get(to) ?? to}>`;
    lines.push(`  ${kind === 'attack' ? '->' : '+>'} ${target}`);
  }
  return [lines.join('\n'), ...premises(claim, titles)].join('\n\n');
}

/** The reconstruction: sources are premises, the claim is what is drawn from them. */
function premises({ id, text: words, grounds }: Claim, titles: ReadonlyMap<string, string>): string[] {
  if (grounds.length === 0) return [];
  const numbered = grounds.map(
    (ground, index) =>
      `(${index + 1}) ${text(ground.text)}${ground.url === undefined ? '' : ` {source: ${quoted(ground.url)}, status: ${quoted(ground.status ?? '')}}`}`,
  );
  return [`<${titles.get(id) ?? id}>`, [...numbered, '----', `(${grounds.length + 1}) ${text(words)}`].join('\n')];
}

/** Argdown names arguments by their titles: one that comes twice gets its id. */
function uniqueTitles(claims: readonly Claim[]): Map<string, string> {
  const titles = new Map<string, string>();
  const used = new Set<string>(['motion']);
  for (const { id, title } of claims) {
    const clean = name(title);
    const wanted = clean === '' || used.has(clean.toLowerCase()) ? `${clean} ${name(id)}`.trim() : clean;
    used.add(wanted.toLowerCase());
    titles.set(id, wanted);
  }
  return titles;
}

const name = (title: string): string =>
  title
    .replace(/[<>[\]{}()#:@|*_\\/]+|={3,}/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/** As YAML reads it; three `=` would end the head of the file. */
const quoted = (words: string): string =>
  JSON.stringify(words).replace(/={3,}/g, (signs) => '\\u003d'.repeat(signs.length));

const tag = (speaker: string): string => `(${speaker.replace(/[()]/g, '')})`;

/** Signs that would begin something in Argdown are replaced by ones that look alike; a line cannot begin with a mark. */
const text = (words: string): string =>
  words
    .replace(/[[\]{}<>]/g, (sign) => lookalikes[sign] ?? ' ')
    .replace(/#(?=\S)/g, '＃')
    .replace(/@(?=\S)/g, '＠')
    .replace(/[*_](?=\S)|(?<=\S)[*_]/g, ' ')
    .replace(/\/\//g, '/ /')
    .replace(/\/\*|\*\//g, ' ')
    .replace(/\\/g, ' ')
    .replace(/:(?=[A-Za-z0-9_+-]+:)/g, '∶')
    // Wherever it stands, it begins a head, which goes on to the next one.
    .replace(/={3,}/g, (signs) => '＝'.repeat(signs.length))
    .replace(/\s+/g, ' ')
    .trim();

const lookalikes: Readonly<Record<string, string>> = { '[': '⟦', ']': '⟧', '{': '⦃', '}': '⦄', '<': '‹', '>': '›' };
