import * as vscode from 'vscode';
import { reverify } from '../../session/reverify';
import { documentsIn } from '../panel/documents';
import { positionOf } from '../../projections/status';
import type { Asked } from './asked';
import { markdown } from './chatPart';
import { debateInQuestion, listed, oneDebate, sayNone, saySeveral, standingOf } from './debateInQuestion';
import { digestParts, summaryParts } from './digestParts';
import { followDebate, isRunning } from './followDebate';
import { metadataOf, type ChatMetadata } from './followUps';
import { headline, statusParts } from './statusParts';
import { entryFindings, reverifiedParts, urlFindings, verifyRequest } from './verifyParts';

/** One debate, followed while it runs; where nothing points to one, all of them. */
export async function answerStatus(asked: Asked): Promise<ChatMetadata> {
  const which = await debateInQuestion(asked);
  if (which.kind === 'none') sayNone(asked);
  else if (which.kind === 'several') await saySeveral(asked, which.folders);
  else if (which.isGuess)
    asked.say([
      markdown(
        await listed(
          asked,
          asked.services.library.debates.map(({ folder }) => folder),
        ),
      ),
    ]);
  else {
    return await asked.services.debates.withCurrent(which.folder, async (debate) => {
      const from = debate.log.state.headers.length;
      asked.say(statusParts(await standingOf(asked, debate), { entries: 1 }));
      if (isRunning(asked, debate)) await followDebate(asked, debate, from);
      return metadataOf(debate);
    });
  }
  return {};
}

/** Without a command: how it stands and what was said last, from the record alone. */
export async function answerPlain(asked: Asked): Promise<ChatMetadata> {
  const commands = vscode.l10n.t(
    'Rostrum answers from the record of a debate, without a language model: `/status`, `/summary`, `/verify` with a seq or an address, `/ask` with `@debater` and a question, `/start` with a topic.',
  );
  const folder = await oneDebate(asked);
  if (folder === undefined) {
    asked.say([markdown(commands)]);
    return {};
  }
  return await asked.services.debates.withCurrent(folder, async (debate) => {
    asked.say([...statusParts(await standingOf(asked, debate), { entries: 5 }), markdown(commands)]);
    return metadataOf(debate);
  });
}

/** The summary of a debate that is done; before that, what code can say. */
export async function answerSummary(asked: Asked): Promise<ChatMetadata> {
  const folder = await oneDebate(asked);
  if (folder === undefined) return {};
  return await asked.services.debates.withCurrent(folder, async (debate) => {
    const { view, state } = debate.log;
    const { list } = await documentsIn(folder);
    const isWritten = positionOf(state).isOver && list.some(({ name }) => name === 'summary.md');
    if (isWritten) asked.say(summaryParts(view, folder));
    else asked.say([markdown(headline(await standingOf(asked, debate))), ...digestParts(view, folder)]);
    return metadataOf(debate);
  });
}

/** What the Verifier found about an entry or a source; without either, all sources checked again. */
export async function answerVerify(asked: Asked): Promise<ChatMetadata> {
  const wanted = verifyRequest(asked.prompt);
  if (wanted.kind === 'unclear') {
    asked.say([
      markdown(
        vscode.l10n.t(
          'Say which: `/verify seq 12`, `/verify https://…`, `/verify workspace:path/to/file.md`, or `/verify` alone to check all sources again.',
        ),
      ),
    ]);
    return {};
  }
  const folder = await oneDebate(asked);
  if (folder === undefined) return {};
  return await asked.services.debates.withCurrent(folder, async (debate) => {
    const { log } = debate;
    await debate.lookForChanges();
    if (wanted.kind === 'entry') asked.say(entryFindings(log.view, folder, wanted.seq));
    else if (wanted.kind === 'url') asked.say(urlFindings(log.view, folder, wanted.url));
    else {
      asked.progress(vscode.l10n.t('Checking every source again…'));
      const today = new Date().toISOString().slice(0, 10);
      const results = await reverify(log, { refetch: false, today, signal: asked.signal });
      asked.say([markdown(headline(await standingOf(asked, debate))), ...reverifiedParts(log.view, folder, results)]);
    }
    return metadataOf(debate);
  });
}
