import * as l10n from '@vscode/l10n';
import { dirname } from 'node:path';
import * as vscode from 'vscode';
import { dataOf } from '../../debate/log/codec';
import { headerOf, isRedacted } from '../../debate/fold/state';
import type { RecordView } from '../../debate/fold/view';
import { exists, pathOfLog } from '../../record/logPath';
import { readableUrl } from '../../projections/sourcePlace';
import { citingEntry } from '../findings/citation';
import { mentionsIn, type SeqMention, type SourceMention } from './documentMentions';
import type { SourcePorts } from './ports';
import { commandUri } from './passageHover';

const linesAtOnce = 2_000;

/** Other files have the names of documents too: there is nothing to link in those. */
export async function linksIn(
  document: vscode.TextDocument,
  { debates }: SourcePorts,
  token: vscode.CancellationToken,
): Promise<vscode.DocumentLink[]> {
  const folder = dirname(document.uri.fsPath);
  if (!(await exists(pathOfLog(folder)))) return [];
  return await debates.with(folder, async (debate) => {
    const linker = new Linker(folder, debate.log.view);
    const links: vscode.DocumentLink[] = [];
    let looked = 0;
    for (const mention of mentionsIn(linesOf(document))) {
      if (mention.line - looked > linesAtOnce) {
        looked = mention.line;
        await new Promise(setImmediate);
        if (token.isCancellationRequested) return [];
      }
      const link = linker.link(mention);
      if (link !== undefined) links.push(link);
    }
    return links;
  });
}

function* linesOf(document: vscode.TextDocument): Generator<string> {
  for (let line = 0; line < document.lineCount; line += 1) yield document.lineAt(line).text;
}

class Linker {
  constructor(
    private readonly folder: string,
    private readonly view: RecordView,
  ) {}

  /** Undefined where the record knows no such entry, or none that cites what is named. */
  link(mention: SeqMention | SourceMention): vscode.DocumentLink | undefined {
    const range = new vscode.Range(mention.line, mention.start, mention.line, mention.end);
    if (mention.kind === 'seq') return this.#toEntry(range, mention.seq);
    const citation = this.#citation(mention);
    if (citation === undefined) return undefined;
    const link = new vscode.DocumentLink(range, commandUri('rostrum.openSource', { folder: this.folder, ...citation }));
    link.tooltip = l10n.t('Open source at passage');
    return link;
  }

  #toEntry(range: vscode.Range, seq: number): vscode.DocumentLink | undefined {
    if (headerOf(this.view.state, seq) === undefined) return undefined;
    const link = new vscode.DocumentLink(range, commandUri('rostrum.revealEntry', { folder: this.folder, seq }));
    link.tooltip = l10n.t('Show seq {0} in the panel', seq);
    return link;
  }

  #citation({ seqs, name }: SourceMention): { seq: number; url: string } | undefined {
    const { state } = this.view;
    for (const seq of seqs) {
      const url =
        name === undefined ? dataOf(this.view.visible(seq), 'verification_result')?.url : this.#urlNamed(seq, name);
      const citing = url === undefined ? undefined : citingEntry(state, seq, url);
      if (url !== undefined && citing !== undefined && !isRedacted(state, citing)) return { seq: citing, url };
    }
    return undefined;
  }

  #urlNamed(seq: number, name: string): string | undefined {
    const { state } = this.view;
    const header = headerOf(state, seq);
    const about = header?.target ?? header?.rebuttalTo ?? null;
    const urls = [seq, about].flatMap((one) =>
      one === null ? [] : [...(headerOf(state, one)?.urls ?? []), ...(state.findings.get(one)?.keys() ?? [])],
    );
    return urls.find((url) => url === name || readableUrl(url) === name);
  }
}
