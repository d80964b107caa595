import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { formatIn } from '../../debate/formats/formatName';
import { formatNamed } from '../../debate/formats/registry';
import { askAsAudience, sendGuidance } from '../../session/run/interventions';
import { maximumWordsLength } from '../../session/run/runnability';
import type { OpenDebate } from '../library/openDebate';
import { showInformationMessage, showDone } from '../kit/messages';
import type { CommandHandlers } from '../kit/commandHandlers';
import type { CommandPorts } from './ports';
import { isTrusted } from '../start/guards';
import { askPick, askText, outcomeOf, runFlow } from '../start/flow';
import { debateFor, isDriven, textIn, whichIsOpen } from '../library/debateTarget';
import { withDebate } from '../library/openLogs';

/** Adds entries to the record, whichever program runs the debate. */
export const sayCommands = {
  'rostrum.sendGuidance': async (services, argument) => {
    const folder = await openDebate(services, argument, l10n.t('Send Guidance to the Chair'));
    if (folder !== undefined)
      await withDebate(services, folder, (debate) => guide(services, debate, textIn(argument, 'text')));
  },
  'rostrum.askAsAudience': async (services, argument) => {
    const folder = await openDebate(services, argument, l10n.t('Ask as Audience'));
    if (folder === undefined) return;
    const given = { to: textIn(argument, 'to'), question: textIn(argument, 'question') };
    await withDebate(services, folder, (debate) => ask(services, debate, given));
  },
} satisfies CommandHandlers<CommandPorts>;

async function openDebate(services: CommandPorts, argument: unknown, title: string): Promise<string | undefined> {
  if (!isTrusted('say')) return undefined;
  return await debateFor(services, argument, whichIsOpen(title));
}

async function guide(services: CommandPorts, debate: OpenDebate, given: string | undefined): Promise<void> {
  if (isClosed(debate)) return;
  const hasChair = formatNamed(formatIn(debate.log.state.setup))?.host === 'chair';
  const text =
    given ??
    (await vscode.window.showInputBox({
      title: hasChair ? l10n.t('Send Guidance to the Chair') : l10n.t('Send Guidance to the Debate'),
      prompt: l10n.t('It is logged, and every agent is told with its next task.'),
      placeHolder: l10n.t('Speak to the cost of moving.'),
      ignoreFocusOut: true,
      validateInput: wordsProblem,
    }));
  if (text === undefined) return;
  const { seq } = await sendGuidance(debate.log, text);
  const takenUp = hasChair
    ? l10n.t('Logged as seq {0}; the Chair takes it up in its next turn.', seq)
    : l10n.t('Logged as seq {0}; it goes along with the next tasks.', seq);
  showDone(isDriven(services, debate) ? takenUp : laterText(seq));
}

async function ask(
  services: CommandPorts,
  debate: OpenDebate,
  given: { to: string | undefined; question: string | undefined },
): Promise<void> {
  if (isClosed(debate)) return;
  const wanted =
    given.to !== undefined && given.question !== undefined
      ? { to: given.to, question: given.question }
      : await asked(debate, given.to);
  if (wanted === undefined) return;
  const { seq } = await askAsAudience(debate.log, wanted);
  showDone(
    isDriven(services, debate)
      ? l10n.t('Logged as seq {0}; {1} answers in its next turn.', seq, wanted.to)
      : laterText(seq),
  );
}

async function asked(
  { log }: OpenDebate,
  given: string | undefined,
): Promise<{ to: string; question: string } | undefined> {
  let to = given ?? '';
  let question = '';
  const choices = log.state.debaters.map(({ name, persona }) => ({ label: name, description: persona, value: name }));
  const isDone = await runFlow(l10n.t('Ask as Audience'), [
    async (place) => {
      const active = choices.find(({ value }) => value === to);
      const answer = await askPick(place, { choices, active, placeholder: l10n.t('Whom do you ask?') });
      return outcomeOf(answer, (name) => (to = name));
    },
    async (place) => {
      const answer = await askText(place, {
        value: question,
        prompt: l10n.t('Your question to {0}; it is logged and put to it as it is.', to),
        placeholder: l10n.t('What would change your mind?'),
        problem: wordsProblem,
        onType: (text) => (question = text),
      });
      return outcomeOf(answer, (text) => (question = text));
    },
  ]);
  return isDone ? { to, question } : undefined;
}

function wordsProblem(text: string): string | undefined {
  const { length } = text.trim();
  if (length === 0) return l10n.t('Write something.');
  return length <= maximumWordsLength
    ? undefined
    : l10n.t('{0} characters; at most {1} are allowed.', length, maximumWordsLength);
}

/** Checked before the user types; the record is checked again when the entry is written. */
function isClosed({ log, isGone }: OpenDebate): boolean {
  const { setup, conclusion } = log.state;
  const why = isGone
    ? l10n.t('The log of this debate is gone, so nothing can be added to it.')
    : setup === undefined
      ? l10n.t('This record was not made by Rostrum: nobody runs it, so nobody would listen.')
      : conclusion !== undefined
        ? l10n.t('The debate is over: it was concluded in seq {0}.', conclusion.seq)
        : undefined;
  if (why !== undefined) void showInformationMessage(why);
  return why !== undefined;
}

const laterText = (seq: number): string => l10n.t('Logged as seq {0}; it is taken up when the debate is resumed.', seq);
