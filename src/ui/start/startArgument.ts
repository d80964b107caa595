import * as l10n from '@vscode/l10n';
import * as z from 'zod';
import { collapsed, cutText } from '../../matching/text/shortText';
import { sentenceEnds } from '../../matching/text/text';
import { fileKind } from '../../research/fileKind';
import { markdownTitle } from '../../research/markdownTitle';
import { givenDebaters, type GivenDebater } from '../../session/plan/configFiles';
import {
  startProvider,
  type Choices,
  type DebatersChoice,
  type EvidenceChoice,
  formatChoices,
  startFormat,
} from './choices';

const argumentSchema = z.object({
  /** A debate that was written beforehand, of `format`; all else is its own. */
  sample: z.boolean().optional(),
  topic: z.string().optional(),
  format: startFormat.optional(),
  details: formatChoices.optional(),
  /** A text holds hints. */
  debaters: z.union([z.string(), givenDebaters.min(1)]).optional(),
  /** Absolute paths; `none` where the debaters are to find by themselves what they cite. */
  evidence: z.union([z.string(), z.array(z.string()).min(1)]).optional(),
  provider: startProvider.optional(),
  /** The provider's id. */
  model: z.string().optional(),
  /** Nothing is settled by it: the user is asked, with this as the proposal. */
  isAsked: z.boolean().optional(),
});

/** What a program, a link or a test starts a debate with. It leads to the review at most, never further, but for a sample, which costs nothing. */
interface StartArgument {
  isSample: boolean;
  /** Nothing is left to be asked. */
  isWhole: boolean;
  choices: Choices;
}

/** Undefined when it is none of ours, such as the element that a menu passes. */
export function startArgument(value: unknown): StartArgument | undefined {
  const parsed = argumentSchema.safeParse(value);
  if (!parsed.success) return undefined;
  const { sample: isSample = false, isAsked = false, debaters, evidence, ...others } = parsed.data;
  const choices: Choices = {
    ...others,
    debaters: debaters === undefined ? undefined : debatersOf(debaters),
    evidence: evidence === undefined ? undefined : evidenceOf(evidence),
  };
  return { isSample, isWhole: !isAsked && others.topic !== undefined && evidence !== undefined, choices };
}

const debatersOf = (given: string | GivenDebater[]): DebatersChoice =>
  typeof given === 'string' ? { kind: 'hints', text: given } : { kind: 'given', label: '', debaters: given };

const evidenceOf = (given: string | string[]): EvidenceChoice =>
  given === 'none' ? { kind: 'none' } : { kind: 'paths', paths: typeof given === 'string' ? [given] : given };

const mostWords = 14;

export function topicOfFile(name: string, text: string): string {
  const heading = fileKind(name) === 'markdown' ? markdownTitle(text) : undefined;
  const subject = heading ?? titleFromName(name);
  return isQuestion(subject) ? subject : l10n.t('Is “{0}” sound?', withoutStop(subject));
}

/** Of a heading, a quotation, a list or a comment, each before white space: `3.5` is a figure, and `#12` a name. */
const marks = /^\s*(?:(?:#{1,6}|>+|[-*+]|\[[ xX]\]|\d{1,3}[.)]|\/{2,}|\/\*+)\s+)*/;

/** The text's question where it asks one, else its first words. */
export function topicOfText(text: string): string {
  const plain = collapsed(text.replace(marks, ''));
  const [end = plain.length] = sentenceEnds(plain, 0, plain.length);
  const sentence = plain.slice(0, end);
  const question = /^[^!?]{8,200}\?(?=\s|$)/.exec(sentence)?.[0];
  if (question !== undefined) return question;
  const words = sentence.split(' ');
  const first = words.length <= mostWords ? withoutStop(sentence) : `${words.slice(0, mostWords).join(' ')} …`;
  return l10n.t('Is this right: “{0}”?', cutText(first, 200));
}

const isQuestion = (text: string): boolean => text.trimEnd().endsWith('?');
const withoutStop = (text: string): string => text.trim().replace(/(?<![.!:;,])[.!:;,]+$/, '');

/** `adr-012_use-grpc.md`: “adr 012 use grpc”. */
function titleFromName(name: string): string {
  const dot = name.lastIndexOf('.');
  const words = (dot > 0 ? name.slice(0, dot) : name).replace(/[_-]+/g, ' ').trim();
  return words === '' ? name : words;
}
