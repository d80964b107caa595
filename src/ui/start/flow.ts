import * as vscode from 'vscode';
import { DisposableStore, type Event } from '../kit/emitter';
import { showWarningMessage } from '../kit/messages';

/** Where a step stands in its flow. */
export interface FlowPosition {
  title: string;
  step: number;
  totalSteps: number;
  isWithin?: boolean;
}

/** For a further question of the same step: a step is counted once, and the title says what is asked about. */
export const within = (place: FlowPosition, title: string): FlowPosition => ({ ...place, title, isWithin: true });

export type FlowAnswer<T> = { kind: 'answer'; value: T } | { kind: 'back' } | { kind: 'cancel' };

/** Asks for one thing and keeps the answer, so that it is there again when one comes back to the step. */
export type FlowStep = (place: FlowPosition) => Promise<'next' | 'back' | 'cancel'>;

/** Asks one thing after the other. Returns false when the user left; the answers so far stay with the steps. */
export async function runFlow(title: string, steps: readonly FlowStep[]): Promise<boolean> {
  let at = 0;
  for (let step = steps[0]; step !== undefined; step = steps[at]) {
    const outcome = await step({ title, step: at + 1, totalSteps: steps.length });
    if (outcome === 'cancel') return false;
    at = Math.max(0, outcome === 'back' ? at - 1 : at + 1);
  }
  return true;
}

export function outcomeOf<T>(answer: FlowAnswer<T>, keep: (value: T) => void): 'next' | 'back' | 'cancel' {
  if (answer.kind !== 'answer') return answer.kind;
  keep(answer.value);
  return 'next';
}

export interface FlowExit {
  button: vscode.QuickInputButton;
  take: () => void;
}

export interface TextQuestion {
  value: string;
  prompt: string;
  placeholder: string;
  /** Why the text cannot be taken; asked as one types. */
  problem: (text: string) => string | undefined;
  /** Why what was given before was not taken; stands there until something is typed. */
  complaint?: string | undefined;
  isPassword?: boolean;
  /** Also when the flow is left. */
  onType?: (text: string) => void;
  /** Said of a text that can be taken. */
  remark?: (text: string) => string | undefined;
  onDidChangeRemark?: Event<void>;
  exits?: readonly FlowExit[];
}

export function askText(place: FlowPosition, question: TextQuestion): Promise<FlowAnswer<string>> {
  const box = vscode.window.createInputBox();
  const { value, prompt, placeholder, problem, complaint, onType, remark, onDidChangeRemark, exits = [] } = question;
  const { isPassword = false } = question;
  Object.assign(box, { value, valueSelection: [0, value.length], prompt, placeholder, password: isPassword });
  const judge = (): void => {
    const why = box.value === '' ? complaint : problem(box.value);
    box.validationMessage = why ?? informing(remark?.(box.value));
  };
  return shown(box, place, (answer, owned) => {
    judge();
    box.buttons = [...box.buttons, ...exits.map(({ button }) => button)];
    const take = (pressed: vscode.QuickInputButton): void => {
      const exit = exits.find(({ button }) => button === pressed);
      if (exit === undefined) return;
      answer({ kind: 'cancel' });
      exit.take();
    };
    owned.add(box.onDidTriggerButton(take));
    if (onDidChangeRemark !== undefined) owned.add(onDidChangeRemark(judge));
    owned.add(
      box.onDidChangeValue((text) => {
        onType?.(text);
        judge();
      }),
    );
    owned.add(
      box.onDidAccept(() => {
        const why = problem(box.value);
        if (why === undefined) answer({ kind: 'answer', value: box.value });
        else box.validationMessage = why;
      }),
    );
  });
}

const informing = (message: string | undefined): vscode.InputBoxValidationMessage | undefined =>
  message === undefined ? undefined : { message, severity: vscode.InputBoxValidationSeverity.Info };

export interface Choice<T> extends vscode.QuickPickItem {
  /** Absent on separators. */
  value?: T;
  /** Why it cannot be taken now; said when one tries. */
  refused?: string;
}

/** A list is 600 pixels wide at most; what is longer is cut. */
const mostInRow = 75;

export interface PickQuestion<T> {
  choices: readonly Choice<T>[];
  /** Choices that take their time: they come behind the others, as they come. None rejects. */
  later?: readonly Promise<readonly Choice<T>[]>[];
  placeholder: string;
  /** Marked at first. */
  active?: Choice<T> | undefined;
  /** What is typed may be an answer of its own, as the first choice. */
  free?: (text: string) => Choice<T> | undefined;
  value?: string;
}

export function askPick<T>(place: FlowPosition, question: PickQuestion<T>): Promise<FlowAnswer<T>> {
  const pick = vscode.window.createQuickPick<Choice<T>>();
  const { placeholder, active, free, value = '' } = question;
  Object.assign(pick, { placeholder, matchOnDescription: true, matchOnDetail: true, value });
  return shown(pick, place, (answer, owned) => {
    offer(pick, question, owned);
    if (active !== undefined && value === '') pick.activeItems = [active];
    owned.add(
      pick.onDidAccept(() => {
        // Enter may come before the list has what was just typed.
        const typed = pick.value.trim();
        const chosen = pick.selectedItems[0] ?? (typed === '' ? undefined : free?.(typed));
        if (chosen?.refused !== undefined) {
          pick.value = '';
          pick.placeholder = chosen.refused;
          if (chosen.refused.length > mostInRow) void showWarningMessage(chosen.refused);
        } else if (chosen?.value !== undefined) answer({ kind: 'answer', value: chosen.value });
      }),
    );
  });
}

function offer<T>(
  pick: vscode.QuickPick<Choice<T>>,
  { choices, later = [], free }: PickQuestion<T>,
  owned: DisposableStore,
): void {
  let known = choices;
  const show = (): void => {
    const typed = pick.value.trim();
    const own = typed === '' ? undefined : free?.(typed);
    pick.items = own === undefined ? known : [{ ...own, alwaysShow: true }, ...known];
  };
  show();
  if (free !== undefined) owned.add(pick.onDidChangeValue(show));
  let waiting = later.length;
  pick.busy = waiting > 0;
  for (const coming of later) {
    void coming.then((found) => {
      if (owned.isDisposed) return;
      waiting -= 1;
      pick.busy = waiting > 0;
      // The active row stays active while the list grows; a list that was empty gets one.
      const { activeItems } = pick;
      known = [...known, ...found];
      show();
      if (pick.value === '') pick.activeItems = activeItems.length > 0 ? activeItems : pick.items.slice(0, 1);
    });
  }
}

type AnyBox = vscode.QuickInput & Pick<vscode.InputBox, 'buttons' | 'onDidTriggerButton'>;

function shown<T>(
  box: AnyBox,
  { title, step, totalSteps, isWithin = false }: FlowPosition,
  listen: (answer: (answer: FlowAnswer<T>) => void, owned: DisposableStore) => void,
): Promise<FlowAnswer<T>> {
  return new Promise((resolve) => {
    const owned = new DisposableStore();
    owned.add(box);
    const answer = (given: FlowAnswer<T>): void => {
      resolve(given);
      owned.dispose();
    };
    // One question alone is no step of anything.
    const place = totalSteps === 1 || isWithin ? {} : { step, totalSteps };
    Object.assign(box, { title, ...place, ignoreFocusOut: true });
    box.buttons = step > 1 ? [vscode.QuickInputButtons.Back] : [];
    const goBack = (button: vscode.QuickInputButton): void => {
      if (button === vscode.QuickInputButtons.Back) answer({ kind: 'back' });
    };
    owned.add(box.onDidTriggerButton(goBack));
    // Escape, or another list that opens in its place.
    owned.add(box.onDidHide(() => answer({ kind: 'cancel' })));
    listen(answer, owned);
    box.show();
  });
}
