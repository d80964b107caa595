import * as l10n from '@vscode/l10n';
import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import * as vscode from 'vscode';
import * as z from 'zod';
import type { SeatOption } from '../../shared/protocol';
import { evidenceValue } from './setupFields';
import { isSameEvidence, type Answers, type EvidenceChoice, type Subject } from './choices';
import { likelyEvidence } from './evidenceFolders';
import { askPick, type Choice, type FlowStep } from './flow';
import { withoutEvidenceProblem } from './problemWords';
import { likelyFolder, realFolders } from '../kit/workspaceFolders';

type Dialog = { kind: 'folder' } | { kind: 'files' };
type ChosenEvidence = EvidenceChoice | Dialog;

const isDialog = (chosen: ChosenEvidence): chosen is Dialog => chosen.kind === 'folder' || chosen.kind === 'files';

export const evidenceStep =
  (answers: Answers, { subject, isWebRead }: { subject: string | undefined; isWebRead: boolean }): FlowStep =>
  async (place) => {
    const { evidence: last, provider = 'offline' } = answers.choices;
    for (;;) {
      const choices = await choicesFrom(last, { subject, refused: withoutEvidenceProblem({ provider }, isWebRead) });
      const answer = await askPick<ChosenEvidence>(place, {
        choices,
        placeholder: l10n.t('What may the debaters cite?'),
      });
      if (answer.kind !== 'answer') return answer.kind;
      const { value } = answer;
      const evidence = isDialog(value) ? await fromDialog(value.kind) : value;
      if (evidence === undefined) continue;
      answers.choices = { ...answers.choices, evidence };
      return 'next';
    }
  };

interface About {
  subject: string | undefined;
  /** Why it cannot be done without; undefined where it can. */
  refused: string | undefined;
}

async function choicesFrom(last: EvidenceChoice | undefined, about: About): Promise<Choice<ChosenEvidence>[]> {
  const { subject } = about;
  const { folders, inside } = await evidencePlaces();
  const known = [
    ...folders.map(({ uri, name }) => folderChoice(uri.fsPath, name)),
    ...inside.map((path) => pathChoice([path])),
  ];
  const standard: Choice<ChosenEvidence>[] = [
    { label: `$(folder-opened) ${l10n.t('Choose Folder…')}`, value: { kind: 'folder' } },
    { label: `$(files) ${l10n.t('Choose Files…')}`, value: { kind: 'files' } },
    noneChoice(about),
  ];
  const all = subject === undefined ? [...known, ...standard] : [noneChoice(about), ...known, ...standard.slice(0, -1)];
  const used = lastChoice(last, about);
  if (used === undefined) return all;
  const others = all.filter(
    ({ value }) => value === undefined || isDialog(value) || !isSameEvidence(value, used.value),
  );
  return [used, ...others];
}

/** The workspace's folders, and in them those that are likely to hold evidence. */
async function evidencePlaces(): Promise<{ folders: vscode.WorkspaceFolder[]; inside: string[] }> {
  const folders = realFolders();
  const inside = await Promise.all(folders.map(({ uri }) => likelyEvidence(uri.fsPath)));
  return { folders, inside: inside.flat() };
}

/** Options for the page. */
export async function evidenceOptions(subject: string | undefined): Promise<SeatOption[]> {
  const { folders, inside } = await evidencePlaces();
  return [
    ...inside.map((path) => ({ value: evidenceValue([path]), label: vscode.workspace.asRelativePath(path) })),
    ...folders.map(({ uri, name }) => ({
      value: evidenceValue([uri.fsPath]),
      label: l10n.t('{0}: the whole folder', name),
    })),
    {
      value: evidenceValue([]),
      label: subject === undefined ? l10n.t('None') : l10n.t('Only {0}', subject),
    },
  ];
}

/** The evidence of the last time, if it is still there; else the likeliest folder. A subject can do without. */
export async function expectedEvidence(
  last: EvidenceChoice | undefined,
  subject: Subject | undefined,
): Promise<EvidenceChoice> {
  if (last?.kind === 'paths' && last.paths.every((path) => existsSync(path))) return last;
  if (subject !== undefined || last?.kind === 'none') return { kind: 'none' };
  const { folders, inside } = await evidencePlaces();
  const [first = folders[0]?.uri.fsPath] = inside;
  return first === undefined ? { kind: 'none' } : { kind: 'paths', paths: [first] };
}

/** The paths of a value of the page; undefined when nothing was chosen in the dialog that it asks for. */
export async function evidenceIn(value: string): Promise<string[] | undefined> {
  if (value === 'folder' || value === 'files') return (await fromDialog(value))?.paths;
  return value === evidenceValue([]) ? [] : z.array(z.string()).parse(JSON.parse(value));
}

/** Not offered again where it is gone, or where it would be refused. */
function lastChoice(
  last: EvidenceChoice | undefined,
  about: About,
): (Choice<ChosenEvidence> & { value: EvidenceChoice }) | undefined {
  if (last === undefined || (last.kind === 'none' && noneChoice(about).refused !== undefined)) return undefined;
  if (last.kind === 'paths' && !last.paths.every((path) => existsSync(path))) return undefined;
  const choice = last.kind === 'paths' ? pathChoice(last.paths) : noneChoice(about);
  return {
    ...choice,
    value: last,
    description: [choice.description, l10n.t('last used')].filter(Boolean).join(' · '),
  };
}

const folderChoice = (path: string, name: string): Choice<ChosenEvidence> => ({
  label: `$(root-folder) ${name}`,
  description: l10n.t('the whole folder'),
  value: { kind: 'paths', paths: [path] },
});

function pathChoice(paths: string[]): Choice<ChosenEvidence> {
  const [first = ''] = paths;
  const more = paths.length === 1 ? '' : l10n.t(' and {0} more', paths.length - 1);
  return { label: `$(folder) ${vscode.workspace.asRelativePath(first)}${more}`, value: { kind: 'paths', paths } };
}

function noneChoice({ subject, refused }: About): Choice<ChosenEvidence> {
  if (subject !== undefined) return { label: `$(file) ${l10n.t('Only {0}', subject)}`, value: { kind: 'none' } };
  const label = `$(circle-slash) ${l10n.t('None')}`;
  if (refused === undefined)
    return { label, detail: l10n.t('The debaters cite what they find on the web.'), value: { kind: 'none' } };
  return { label, detail: refused, value: { kind: 'none' }, refused };
}

async function fromDialog(kind: 'folder' | 'files'): Promise<Extract<EvidenceChoice, { kind: 'paths' }> | undefined> {
  const isFolder = kind === 'folder';
  const defaultUri = likelyFolder()?.uri;
  const uris = await vscode.window.showOpenDialog({
    canSelectFolders: isFolder,
    canSelectFiles: !isFolder,
    canSelectMany: true,
    title: l10n.t('Evidence'),
    openLabel: l10n.t('Use as Evidence'),
    ...(defaultUri === undefined ? {} : { defaultUri }),
  });
  const paths = (uris ?? []).filter(({ fsPath }) => basename(fsPath) !== '').map(({ fsPath }) => fsPath);
  return paths.length === 0 ? undefined : { kind: 'paths', paths };
}
