import type { ChatPart } from '../../src/ui/chat/chatPart';

/** Links in an answer's Markdown that run a command, with the command's argument. */
export function commandLinks(markdown: string): { label: string; command: string; argument: unknown }[] {
  return [...markdown.matchAll(/\[((?:[^[\]\\]|\\.)*)\]\(command:([\w.]+)\?([^\s)]+)\)/g)].map(
    ([, label = '', command = '', query = '']) => {
      // Decoded twice, as in the editor: once as the query of an address, and again before it is read.
      const [argument] = JSON.parse(decodeURIComponent(decodeURIComponent(query))) as unknown[];
      return { label, command, argument };
    },
  );
}

export const textOf = (parts: readonly ChatPart[]): string =>
  parts.map((part) => (part.kind === 'markdown' ? part.text : '')).join('\n');

export const buttonsOf = (parts: readonly ChatPart[]): Extract<ChatPart, { kind: 'button' }>[] =>
  parts.filter((part) => part.kind === 'button');
