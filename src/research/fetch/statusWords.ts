import { FetchFailure } from './fetchedPage';

/** The meaning of an answer other than a page. 404 and 410 only say that it is not there now, or not for us. */
export function refuseStatus(status: number): FetchFailure {
  const details = { status, isPassing: status >= 500 };
  const failure = (outcome: FetchFailure['outcome'], reason: string): FetchFailure =>
    new FetchFailure(outcome, reason, details);
  if (status === 404 || status === 410)
    return failure('dead', `the server says that there is no such page (${status})`);
  const blocked = blockedWords[status];
  if (blocked !== undefined) return failure('blocked', `${blocked} (${status})`);
  if (status >= 500) return failure('server', `the server failed (${status}); it may work later`);
  return failure('failed', `the server answered with status ${status} instead of a page`);
}

const blockedWords: Partial<Record<number, string>> = {
  401: 'the server asks for a login',
  402: 'the server asks for payment',
  403: 'the server refuses to show it to us',
  407: 'a proxy asks for a login',
  429: 'the server says that we ask too often',
  451: 'the server may not show it for legal reasons',
};
