import { linkSeqs, noLinks, type SeqLinks } from '../../reports/seqLinks';
import { plainLine } from '../../debate/plainLine';

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
