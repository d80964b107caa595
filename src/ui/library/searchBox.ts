import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { foundStatuses } from '../../debate/log/sourceMark';
import { filterValues, writtenFilter, type FilterName } from '../../session/library/search/query';
import { DisposableStore } from '../kit/emitter';
import { spaced } from '../../matching/text/shortText';
import { typeName } from '../../projections/typeName';

interface QueryQuestion {
  value: string;
  problem: (text: string) => string | undefined;
  onType: (text: string) => void;
  speakers: () => readonly string[];
}

/** While somebody types fast, not each letter is asked. */
const settleMs = 150;

/** Filters are chosen from a list that writes them. Undefined when the user left. */
export async function askQuery(question: QueryQuestion): Promise<string | undefined> {
  let { value } = question;
  // What was searched for before is typed over; what a filter was added to is gone on with.
  let selected: Selection = [0, value.length];
  for (;;) {
    const typed = await askText({ ...question, value }, selected);
    if (typed.kind !== 'filter') return typed.kind === 'text' ? typed.text : undefined;
    const filter = await pickFilter(question.speakers());
    value = [typed.text.trim(), ...(filter === undefined ? [] : [filter])].filter((part) => part !== '').join(' ');
    selected = [value.length, value.length];
  }
}

type Selection = readonly [start: number, end: number];

type Typed = { kind: 'text' | 'filter'; text: string } | { kind: 'left' };

function askText({ value, problem, onType }: QueryQuestion, valueSelection: Selection): Promise<Typed> {
  const box = vscode.window.createInputBox();
  const filter = { iconPath: new vscode.ThemeIcon('filter'), tooltip: l10n.t('Add a Filter') };
  const expression = { iconPath: new vscode.ThemeIcon('regex'), tooltip: l10n.t('As a Regular Expression') };
  Object.assign(box, {
    title: l10n.t('Search Debates'),
    value,
    valueSelection,
    prompt: l10n.t('Words, “phrases”, filters such as speaker:ann after:2026-01-31, or /expression/'),
    placeholder: l10n.t('pipeline "shared service" type:rebuttal'),
    buttons: [filter, expression],
  });
  /** It may be half a word yet: no error before it is asked. */
  const unfinished = (text: string): vscode.InputBoxValidationMessage | undefined => {
    const message = text.trim() === '' ? undefined : problem(text);
    return message === undefined ? undefined : { message, severity: vscode.InputBoxValidationSeverity.Info };
  };
  return new Promise((resolve) => {
    const owned = new DisposableStore();
    owned.add(box);
    let timer: NodeJS.Timeout | undefined;
    const end = (typed: Typed): void => {
      clearTimeout(timer);
      resolve(typed);
      owned.dispose();
    };
    const changed = (): void => {
      box.validationMessage = undefined;
      clearTimeout(timer);
      timer = setTimeout(() => {
        box.validationMessage = unfinished(box.value);
        onType(box.value);
      }, settleMs);
    };
    owned.add(box.onDidChangeValue(changed));
    owned.add(
      box.onDidTriggerButton((button) => {
        if (button === filter) end({ kind: 'filter', text: box.value });
        else Object.assign(box, turned(box.value));
      }),
    );
    owned.add(
      box.onDidAccept(() => {
        const why = problem(box.value);
        if (why === undefined) end({ kind: 'text', text: box.value });
        else box.validationMessage = why;
      }),
    );
    owned.add(box.onDidHide(() => end({ kind: 'left' })));
    box.show();
    if (value !== '') changed();
  });
}

/** Turns the text into an expression, or back; what is typed next continues it. */
function turned(text: string): { value: string; valueSelection: Selection } {
  const expression = /^\/(.*)\/$/s.exec(text.trim())?.[1];
  const value = expression ?? `/${text.trim()}/`;
  const end = expression === undefined ? value.length - 1 : value.length;
  return { value, valueSelection: [end, end] };
}

interface FilterItem extends vscode.QuickPickItem {
  filter?: string;
}

async function pickFilter(speakers: readonly string[]): Promise<string | undefined> {
  const picked = await vscode.window.showQuickPick(filterItems(speakers), {
    title: l10n.t('Add a Filter'),
    placeHolder: l10n.t('Which entries are to be found?'),
  });
  return picked?.filter;
}

function filterItems(speakers: readonly string[]): FilterItem[] {
  const values = (name: FilterName, label: string, all: readonly string[]): FilterItem[] => [
    { label, kind: vscode.QuickPickItemKind.Separator },
    ...all.map((value) => ({
      label: name === 'type' ? typeName(l10n, value) : spaced(value),
      description: name,
      filter: writtenFilter(name, value),
    })),
  ];
  const isOfSource = (status: string): boolean => foundStatuses.some((one) => one === status);
  return [
    { label: l10n.t('Speaker…'), description: 'speaker:', filter: 'speaker:' },
    { label: l10n.t('From a day on…'), description: 'after:', filter: 'after:' },
    { label: l10n.t('Before a day…'), description: 'before:', filter: 'before:' },
    ...values('in', l10n.t('Where'), filterValues.in),
    ...values('status', l10n.t('Status of the source'), filterValues.status.filter(isOfSource)),
    ...values(
      'status',
      l10n.t('Status of the debate'),
      filterValues.status.filter((status) => !isOfSource(status)),
    ),
    ...values('format', l10n.t('Format'), filterValues.format),
    ...values('type', l10n.t('Type of the entry'), filterValues.type),
    ...values('speaker', l10n.t('Speaker'), speakers),
  ];
}
