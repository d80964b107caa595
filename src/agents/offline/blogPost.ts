import { wordCount } from '../../debate/text';
import type { TaskInputs, TaskOutput } from '../../debate/tasks';
import { BlogWriter } from './blogWriter';
import type { EvidenceIndex } from './evidenceIndex';
import { sentenceCase } from './grammar';
import { leaningOf } from './leaning';
import { motionOf, type Motion } from './motion';
import { parseSourceUrl } from '../../debate/sourceUrl';
import { baseName } from './evidenceIndex';
import { answeredQuote, answersIn } from './record';
import { subjectOfQuote } from './subjectName';
import { wordFilter } from './wordFilter';
import { termsIn } from './terms';

type Input = TaskInputs['reporter/blog_post'];

/** A verified quotation, with the side that its speaker argued for. */
export interface Material {
  seq: number;
  url: string;
  quote: string;
  subject: string | undefined;
  /** Index of the section; -1 for quotations of those who take no side. */
  side: number;
  place: string;
  reference: string;
}

export interface Contrast {
  one: Material;
  other: Material;
}

/** About the topic, from verified quotations of all sides; as long as they carry it and within the upper limit. */
export function blogPost(input: Input, index: EvidenceIndex): TaskOutput<'reporter/blog_post'> {
  const { brief, wordLimits } = input;
  const motion = motionOf(brief.topic);
  const allowed = wordFilter(brief.topic, brief.debaters);
  const material = materialOf(input, { index, motion, allowed });
  const contrasts = contrastsIn(input, material).slice(0, 3);
  const title = titleOf(motion, allowed);
  const headings = headingsOf(motion).map((heading, at) => (allowed(heading) ? heading : `One side, ${at + 1}`));
  for (let perSide = 8; ; perSide -= 1) {
    const body = new BlogWriter({ topic: motion.topic, headings, allowed }).write(material, contrasts, perSide);
    if (perSide === 1 || wordCount(`${title} ${body}`) <= wordLimits.max) return { title, body };
  }
}

function titleOf({ topic, affirmative }: Motion, allowed: (text: string) => boolean): string {
  const title = topic.length > 110 ? affirmative.replace(/\.$/, '') : sentenceCase(topic);
  if (!allowed(title) || title.length > 160) return 'What the evidence says, and where it disagrees';
  return title.endsWith('?') ? title : `${title}: what the evidence says`;
}

/** One section per side that can be argued. */
function headingsOf({ kind, options }: Motion): string[] {
  const [first, second] = options.map(({ phrase }) => phrase);
  if (options.length > 2 || kind === 'choice') return options.map(({ phrase }) => `What speaks for ${phrase}`);
  if (second !== undefined && first !== undefined) return [`What speaks for ${second}`, `What speaks for ${first}`];
  return ['What speaks in favour', 'What speaks against'];
}

interface Sorting {
  index: EvidenceIndex;
  motion: Motion;
  allowed: (text: string) => boolean;
}

function materialOf({ brief, record, verified }: Input, { index, motion, allowed }: Sorting): Material[] {
  const topic = new Set(termsIn(brief.topic));
  const seen = new Set<string>();
  return verified.flatMap(({ seq, url, title, quote }): Material[] => {
    const flat = quote.replace(/\s+/g, ' ').trim();
    const named = placeIn(url, title);
    if (
      flat === '' ||
      seen.has(flat) ||
      flat.includes('[REDACTED') ||
      !allowed(`${flat} ${named.place} ${named.reference}`)
    )
      return [];
    seen.add(flat);
    const speaker = record.find((entry) => entry.seq === seq && entry.struck === undefined)?.speaker;
    const debater = brief.debaters.find(({ name }) => name === speaker);
    if (debater === undefined) return [];
    return [
      {
        seq,
        url,
        quote: flat,
        subject: subjectOfQuote({ quote: flat, path: pathIn(url), title }, index, topic),
        side: sideOf(leaningOf(debater, motion), motion),
        ...named,
      },
    ];
  });
}

/** Which section a leaning belongs to. */
function sideOf(leaning: readonly number[], { kind, options, sign }: Motion): number {
  if (leaning.every((value) => value === 0)) return -1;
  if (options.length === 1) return (leaning[0] ?? 0) * sign > 0 ? 0 : 1;
  const favoured = leaning.indexOf(Math.max(...leaning));
  return kind === 'choice' || options.length > 2 ? favoured : 1 - favoured;
}

function placeIn(url: string, title: string): { place: string; reference: string } {
  const parsed = parseSourceUrl(url);
  if (parsed.kind !== 'workspace') return { place: `*${title}*`, reference: `${title} — ${url}` };
  const lines =
    parsed.lines === undefined
      ? parsed.page === undefined
        ? ''
        : `, page ${parsed.page}`
      : `:${parsed.lines.start}${parsed.lines.end === parsed.lines.start ? '' : `–${parsed.lines.end}`}`;
  const name = baseName(parsed.path);
  return { place: paperName(title, name), reference: `${title === '' ? name : title} — \`${parsed.path}${lines}\`` };
}

function pathIn(url: string): string | undefined {
  const parsed = parseSourceUrl(url);
  return parsed.kind === 'workspace' ? parsed.path : undefined;
}

/** "the *Load test report*"; the file's name where the title is none, or too long or odd for a sentence. */
function paperName(title: string, file: string): string {
  const short = title.split(/:\s/)[0] ?? title;
  const name = short.includes(' ') ? short : title;
  if (name === file || name.length > 60 || /[*_`[\]<>|]/.test(name) || !name.includes(' ')) return `\`${file}\``;
  return /^(?:the|a|an|our|this)\s/i.test(name) ? `*${name}*` : `the *${name}*`;
}

/** A quotation and the one that answered it. */
function contrastsIn({ record }: Input, material: readonly Material[]): Contrast[] {
  const taken = new Set<Material>();
  const contrasts: Contrast[] = [];
  for (const [seq, replies] of answersIn(record)) {
    for (const reply of replies) {
      const target = record.find((entry) => entry.seq === seq);
      const quote = target === undefined ? undefined : answeredQuote(target, reply)?.quote;
      const one = material.find((item) => item.seq === seq && item.quote === quote && !taken.has(item));
      const other = material.find((item) => item.seq === reply.seq && !taken.has(item) && item.side !== one?.side);
      if (one === undefined || other === undefined) continue;
      taken.add(one).add(other);
      contrasts.push({ one, other });
    }
  }
  return contrasts;
}
