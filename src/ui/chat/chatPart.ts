import { plainLine } from '../../matching/text/shortText';
import { percentEncoded } from '../../matching/text/sourceUrl';
import { headerOf, type DebateState } from '../../debate/fold/state';
import { type SeqLinks, withheldIn, linkSeqs, noLinks } from '../../reports/seqLinks';

/** Knows nothing of the editor. */
export type ChatPart =
  /** `folder`: what relative links start from. */
  | { kind: 'markdown'; text: string; folder?: string }
  | { kind: 'button'; title: string; command: ButtonCommand; argument?: object }
  /** A document that the answer was made from. */
  | { kind: 'reference'; path: string };

/** The only commands that a link in an answer may run; each looks at something and changes nothing. */
export const linkCommands = ['rostrum.openPanel', 'rostrum.openSource', 'rostrum.openDocument'] as const;
type LinkCommand = (typeof linkCommands)[number];

/** Buttons are made by code alone, so that they may do more. */
type ButtonCommand =
  | LinkCommand
  | 'rostrum.reviewLineup'
  | 'rostrum.askAsAudience'
  | 'rostrum.resumeDebate'
  | 'rostrum.startDebate'
  | 'rostrum.openDebateFolder'
  | 'workbench.trust.manage';

export const markdown = (text: string): ChatPart => ({ kind: 'markdown', text });

/** `label` is Markdown already. */
export const commandLink = (label: string, command: LinkCommand, argument: object): string =>
  `[${label}](${commandHref(command, argument)})`;

/** Encoded twice: the editor decodes the query once as that of an address, and once more before it reads the argument. */
const commandHref = (command: LinkCommand, argument: object): string =>
  `command:${command}?${percentEncoded(percentEncoded(JSON.stringify([argument])))}`;

/** Mentions of entries lead to the panel; those that are not there stay text. */
export function panelLinks(folder: string, state: DebateState): SeqLinks {
  return { href: (seq) => (headerOf(state, seq) === undefined ? undefined : entryHref(folder, seq)) };
}

/** For the summary, which names no entry that was redacted. */
export function standingLinks(folder: string, state: DebateState): SeqLinks {
  return {
    ...panelLinks(folder, state),
    withheld: (seq) => withheldIn(state, seq),
  };
}

export const entryLink = (folder: string, seq: number): string => `[seq ${seq}](${entryHref(folder, seq)})`;

/** The focus goes along, so that who comes with the keys can go on from there. */
const entryHref = (folder: string, seq: number): string => commandHref('rostrum.openPanel', { folder, seq });

/**
 * What anybody wrote, as one line of Markdown that shows it as it is: no link (of a command, of the web, of an address without
 * brackets), no image, no HTML, no emphasis, no icon comes out of it. Only mentions of entries become links, to where `links` leads.
 */
export const plainMarkdown = (text: string, links: SeqLinks = noLinks): string =>
  linkSeqs(escaped(plainLine(text)), links);

const escaped = (line: string): string =>
  line
    .replace(/[\\`*_{}[\]<>#|~$^!@&]/g, '\\$&')
    // Addresses are linked without any mark around them; an escape before the first sign of one keeps it text.
    .replace(/:(?=\S)|\/(?=\/)/g, '\\$&')
    .replace(/(www)\./gi, '$1\\.')
    // What begins a list, a rule or an underlined heading at the start of a line.
    .replace(/^[-+=]/, '\\$&')
    .replace(/^(\d{1,9})([.)])/, '$1\\$2');
