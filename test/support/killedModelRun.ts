import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { AnswerFiles } from '../../src/record/answerFiles';
import { Session } from '../../src/session/run/session';
import { accessTo, anthropicAt, openAiAt, participantsWith } from './modelDebate';

/**
 * Runs a debate by models and kills itself with SIGKILL: `node program.js FOLDER PROVIDER URL POINT N`. The points:
 * `kept` (the Nth answer is on the disk and unused), `ms` (after so many milliseconds), `never`. Every task that starts
 * and every entry that is written is added to `handovers.txt` before a request for it; `kept.txt` gets an `x` for each
 * answer that was kept, an `n` for notes.
 */
const [folder = '', provider = '', url = '', point = 'never', nth = '0'] = process.argv.slice(2);

const die = (): void => void process.kill(process.pid, 'SIGKILL');

let kept = 0;
const write: AnswerFiles['write'] = Reflect.get(AnswerFiles.prototype, 'write');
AnswerFiles.prototype.write = async function (...given) {
  await write.apply(this, given);
  kept += 1;
  // Notes are kept too, but were no request.
  appendFileSync(join(folder, 'kept.txt'), given[1].usage === undefined ? 'n' : 'x');
  if (point === 'kept' && kept === Number(nth)) die();
};

async function main(): Promise<void> {
  const models = accessTo(provider === 'anthropic' ? anthropicAt(url) : openAiAt(url));
  const session = await Session.open({
    folder,
    log: { settleMs: 50 },
    program: 'killed run',
    isStrict: true,
    isAhead: true,
    participants: participantsWith(models),
    onEvent: (event) => {
      if (event.kind === 'handover' || event.kind === 'written')
        appendFileSync(join(folder, 'handovers.txt'), `${JSON.stringify(event)}\n`);
    },
  });
  if (point === 'ms') setTimeout(die, Number(nth));
  const end = await session.run();
  process.stdout.write(`${JSON.stringify(end)}\n`);
}

void main();
