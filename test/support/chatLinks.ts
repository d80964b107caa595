import type { ChatPart } from '../../src/ui/chat/chatPart';

/** The links that run a command in an answer's Markdown, with what they are called with. */
export function commandLinks(markdown: string): { label: string; command: string; argument: unknown }[] {
  return [...markdown.matchAll(/\[((?:[^[\]\\]|\\.)*)\]\(command:([\w.]+)\?([^\s)]+)\)/g)].map(
    ([, label = '', command = '', query = '']) => {
      // As the editor does: once as the query of an address, once more before it is read.
      const [argument] = JSON.parse(decodeURIComponent(decodeURIComponent(query))) as unknown[];
      return { label, command, argument };
    },
  );
}

export const textOf = (parts: readonly ChatPart[]): string =>
  parts.map((part) => (part.kind === 'markdown' ? part.text : '')).join('\n');

export const buttonsOf = (parts: readonly ChatPart[]): Extract<ChatPart, { kind: 'button' }>[] =>
  parts.filter((part) => part.kind === 'button');
