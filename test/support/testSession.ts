import type { RunEnd } from '../../src/engine/engine';
import { Session, type SessionOptions } from '../../src/session/run/session';

type Options = Partial<SessionOptions>;

/** A session that waits for every check before the next main step, so that the record is the same each time. */
export const testSession = (folder: string, options: Options = {}): Promise<Session> =>
  Session.open({ folder, program: 'test', isStrict: true, ...options });

/** Runs the debate in a session of this kind. */
export const runStrict = async (folder: string, options: Options = {}): Promise<RunEnd> =>
  await (await testSession(folder, options)).run();

/** Runs the debate as people do, with checks beside the main steps. */
export const runFolder = (folder: string, options: Options = {}): Promise<RunEnd> =>
  runStrict(folder, { isStrict: false, ...options });
