import { collapsed, cutText } from '../../debate/shortText';
import * as l10n from '@vscode/l10n';
import { markdownTitle } from '../../research/markdownTitle';
import { fileKind } from '../../research/fileKind';

const mostWords = 14;

/** A topic for a file, from its heading or its name. */
export function topicOfFile(name: string, text: string): string {
  const heading = fileKind(name) === 'markdown' ? markdownTitle(text) : undefined;
  const subject = heading ?? titleFromName(name);
  return isQuestion(subject) ? subject : l10n.t('Is “{0}” sound?', withoutStop(subject));
}

/** A topic for a piece of text: its question where it asks one, else its first words. */
export function topicOfText(text: string): string {
  const plain = collapsed(text.replace(/^[\s#>*+\-\d.)/]+/, ''));
  const question = /^[^.!?]{8,200}\?/.exec(plain)?.[0];
  if (question !== undefined) return question;
  const [sentence = plain] = /^.*?[.!?](?=\s|$)/.exec(plain) ?? [plain];
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
