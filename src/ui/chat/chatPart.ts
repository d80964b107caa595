import { plainLine } from '../../matching/text/shortText';
import { percentEncoded } from '../../matching/text/sourceUrl';
import { headerOf, type DebateState } from '../../debate/fold/state';
import { type SeqLinks, withheldIn, linkSeqs, noLinks } from '../../reports/seqLinks';

/** A part of an answer, independent of the editor. */
export type ChatPart =
  /** `folder`: base of relative links. */
  | { kind: 'markdown'; text: string; folder?: string }
  | { kind: 'button'; title: string; command: ButtonCommand; argument?: object }
  /** A document on which the answer is based. */
  | { kind: 'reference'; path: string };

/** The only commands that a link in an answer may run; each shows something and changes nothing. */
export const linkCommands = ['rostrum.openPanel', 'rostrum.openSource', 'rostrum.openDocument'] as const;
type LinkCommand = (typeof linkCommands)[number];

/** Commands of buttons. Only code makes buttons, so these may do more. */
type ButtonCommand =
  | LinkCommand
  | 'rostrum.reviewLineup'
  | 'rostrum.askAsAudience'
  | 'rostrum.resumeDebate'
  | 'rostrum.startDebate'
  | 'rostrum.openDebateFolder'
  | 'workbench.trust.manage';

export const markdown = (text: string): ChatPart => ({ kind: 'markdown', text });

/** A link that runs a command; `label` is Markdown already. */
export const commandLink = (label: string, command: LinkCommand, argument: object): string =>
  `[${label}](${commandHref(command, argument)})`;

/** Encoded twice: the editor decodes the query as that of an address, and again before it reads the argument. */
const commandHref = (command: LinkCommand, argument: object): string =>
  `command:${command}?${percentEncoded(percentEncoded(JSON.stringify([argument])))}`;

/** Links mentions of entries to the panel; mentions of missing entries stay text. */
export function panelLinks(folder: string, state: DebateState): SeqLinks {
  return { href: (seq) => (headerOf(state, seq) === undefined ? undefined : entryHref(folder, seq)) };
}

/** Links for the summary, which names no redacted entry. */
export function standingLinks(folder: string, state: DebateState): SeqLinks {
  return {
    ...panelLinks(folder, state),
    withheld: (seq) => withheldIn(state, seq),
  };
}

export const entryLink = (folder: string, seq: number): string => `[seq ${seq}](${entryHref(folder, seq)})`;

/** Opens the panel with the focus, so that keyboard users can continue there. */
const entryHref = (folder: string, seq: number): string => commandHref('rostrum.openPanel', { folder, seq });

/**
 * Foreign text as one line of Markdown that shows it unchanged: it makes no link (to a command, the web, or a bare
 * address), no image, no HTML, no emphasis, no icon. Only mentions of entries become links, as `links` decides.
 */
export const plainMarkdown = (text: string, links: SeqLinks = noLinks): string =>
  linkSeqs(escaped(plainLine(text)), links);

const escaped = (line: string): string =>
  line
    .replace(/[\\`*_{}[\]<>#|~$^!@&]/g, '\\$&')
    // Bare addresses are linked automatically; an escape within the scheme prevents that.
    .replace(/:(?=\S)|\/(?=\/)/g, '\\$&')
    .replace(/(www)\./gi, '$1\\.')
    // Escapes the beginning of a list, a rule or an underlined heading at the start of a line.
    .replace(/^[-+=]/, '\\$&')
    .replace(/^(\d{1,9})([.)])/, '$1\\$2');
