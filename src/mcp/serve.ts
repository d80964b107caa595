import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { webSourceReader } from '../research/webSourceReader';
import type { Participants } from '../session/plan/modelAccess';
import { Debates } from './debates';
import { Money } from './money';
import { Roots } from './roots';
import { serverFactory } from './server';
import { StateFolder } from './stateFolder';

export interface ServeOptions {
  roots: readonly string[];
  participants: Participants;
  /** `--max-usd`. */
  maxUsd?: number | undefined;
}

/** Serves one client over standard input and output until it goes away, then pauses the debates that run here. */
export async function serveMcp({ roots: given, participants, maxUsd }: ServeOptions): Promise<void> {
  const { web } = participants;
  const state = new StateFolder();
  const money = new Money({ state, maxUsd });
  const debates = new Debates({ state, participants, onEnd: (id, usd) => money.ended(id, usd) });
  const services = {
    debates,
    state,
    money,
    roots: await Roots.of(given),
    web: web === undefined ? undefined : webSourceReader(web),
    access: web,
  };
  const handle = serveStdio(serverFactory(services), { onerror: (error) => console.error(error.message) });
  await new Promise<void>((resolve) => {
    process.stdin.once('end', resolve).once('close', resolve);
    process.once('SIGTERM', resolve).once('SIGINT', resolve).once('SIGHUP', resolve);
  });
  await debates.close();
  await handle.close();
}
