import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import { listedFile, manifestOf } from '../../debate/log/manifest';
import { changedFiles } from '../../debate/fold/sourceChange';
import {
  formatWorkspaceUrl,
  parseSourceUrl,
  withoutFragment,
  type WorkspaceSource,
} from '../../matching/text/sourceUrl';
import { SnapshotStore } from '../../record/snapshots';
import { workspaceSourceReader } from '../../research/sourceReader';
import { proveSnapshot } from '../../verify/snapshotProof';
import { gatherEvidence } from '../../session/plan/evidenceSet';
import { locatedRoot } from '../../session/library/sampleFolder';
import type { ToolPorts } from './ports';
import { abortOn } from '../kit/cancellable';
import { realPaths } from '../kit/workspaceFolders';
import { untrustedReason } from '../start/guards';
import { parsedInput, type ToolInput } from './inputs';
import { knownDebate, pathInWorkspace } from './knownDebate';
import { textResult } from './toolText';
import { verificationText, verifyCitation, type Texts } from './verifyCitation';

const name = 'rostrum_verify_source';

/** Texts, the citation as they name it, and a description for the model. */
interface CheckedCitation {
  texts: Texts;
  url: string;
  what: string;
}

/** Verifies without writing, and without fetching from the web. */
export class VerifySourceTool implements vscode.LanguageModelTool<unknown> {
  constructor(private readonly services: ToolPorts) {}

  prepareInvocation(): vscode.PreparedToolInvocation {
    return { invocationMessage: l10n.t('Checking the quotation against its source') };
  }

  async invoke(
    { input }: vscode.LanguageModelToolInvocationOptions<unknown>,
    token: vscode.CancellationToken,
  ): Promise<vscode.LanguageModelToolResult> {
    const wanted = parsedInput(name, input);
    const { signal } = abortOn(token);
    const source = parseSourceUrl(wanted.url);
    if (source.kind === 'invalid') throw new Error(`This source cannot be used: ${source.reason}.`);
    const place =
      (await this.#inDebate(wanted, signal)) ??
      (source.kind === 'workspace'
        ? await inWorkspace(source, { signal, storage: this.services.context.globalStorageUri.fsPath })
        : undefined);
    if (place === undefined) {
      return textResult(
        `Status: unverified.\nThe address was not fetched: this tool reads no page of the web, and no debate of this workspace that was looked at has a snapshot of ${wanted.url}.\nNothing was added to any record.`,
      );
    }
    if ('changed' in place)
      return textResult(`Status: unverified.\n${place.changed}\nNothing was added to any record.`);
    const data = await verifyCitation({ ...wanted, url: place.url }, place.texts, signal);
    return textResult(verificationText(data, place.what));
  }

  /**
   * The source in the debate, if it has a snapshot of it or lists the file in its evidence. `changed`: a text that was
   * altered proves nothing.
   */
  async #inDebate(
    { url, folder: named }: ToolInput<typeof name>,
    signal: AbortSignal,
  ): Promise<CheckedCitation | { changed: string } | undefined> {
    const { library, debates } = this.services;
    await library.refresh();
    const folder = knownDebate(library.debates, named, realPaths())?.folder;
    if (folder === undefined) return undefined;
    const snapshots = new SnapshotStore(folder);
    const known = await snapshots.find(url);
    if (known !== undefined) {
      const { proof, reason = '' } = await proveSnapshot(url, await snapshots.files(url), { signal });
      if (proof === 'does_not_fit')
        return { changed: `What the debate in ${folder} keeps of ${url} does not fit: ${reason}.` };
    }
    return await debates.with(folder, async (debate) => {
      const evidence = debate.log.state.setup?.evidence;
      const manifest = manifestOf(evidence);
      if (known !== undefined) {
        await debate.lookForChanges();
        const hasChanged = changedFiles(debate.log.view).includes(withoutFragment(url));
        const since = hasChanged ? ', not the file as it is now: it has changed since it was cited' : '';
        return {
          texts: { snapshots, reader: undefined, manifest },
          url,
          what: `the snapshot that the debate in ${folder} keeps of it, taken on ${known.metadata.accessed}${since}`,
        };
      }
      const source = parseSourceUrl(url);
      const isListed =
        source.kind === 'workspace' && manifest !== undefined && listedFile(manifest, source.path) !== undefined;
      // Workspace files are read only if the user trusts the workspace.
      if (!isListed || untrustedReason() !== undefined) return undefined;
      const reader = workspaceSourceReader({ root: locatedRoot(evidence?.root ?? folder), files: manifest });
      return {
        texts: { snapshots, reader, manifest },
        url,
        what: `the file as it is now, which is evidence of the debate in ${folder}`,
      };
    });
  }
}

/** A file of the workspace that may be evidence; secrets and ignored files are not read. */
async function inWorkspace(
  { path: named, lines }: WorkspaceSource,
  { signal, storage }: { signal: AbortSignal; storage: string },
): Promise<CheckedCitation> {
  const reason = untrustedReason();
  if (reason !== undefined) throw new Error(`No file is read: ${reason}`);
  const path = await pathInWorkspace(named, realPaths());
  const { root, files, leftOut } = await gatherEvidence({ evidence: path, subject: [], output: storage, signal });
  const [file] = files;
  if (root === null || file === undefined || files.length > 1) {
    const [why] = leftOut;
    throw new Error(`${named} is not read: ${why === undefined ? 'it is no single text file' : why.detail}.`);
  }
  const url = formatWorkspaceUrl({ path: file.path, lines });
  return {
    texts: {
      snapshots: { find: () => Promise.resolve(undefined) },
      reader: workspaceSourceReader({ root, files }),
      manifest: files,
    },
    url,
    what: `${path} as it is now`,
  };
}
