import { cutText } from '../../matching/text/shortText';
import * as l10n from '@vscode/l10n';
import { errorText, isObject } from '../../debate/log/objects';
import { ModelError, type ModelErrorCode } from '../../models/modelError';
import { codeOfKind, readRefusal, type RefusalKind } from '../../models/refusals';

interface FailedRequest {
  model: string;
  hasBegun: boolean;
  /** Ids that exist, requested when a model is missing. */
  models?: readonly string[];
}

/** A provider's filter blocked the answer. This is a refusal, not an error. */
export interface Refused {
  refusal: string;
}

interface SeenError {
  /** Codes of the editor (`NoPermissions`, `NotFound`, `Blocked`, `Unknown`), or of Node.js. */
  codes: readonly string[];
  /** The message and those of its causes. */
  text: string;
}

export function editorModelError(error: unknown, request: FailedRequest): ModelError | Refused {
  const seen = seenIn(error);
  if (isStruck(seen)) return { refusal: seen.text };
  const code = codeOf(seen, request);
  const { model, models } = request;
  const facts = { provider: 'vscode', model, ...(code === 'no_model' && models !== undefined ? { models } : {}) };
  return new ModelError(code, wordsFor(code, seen.text, request), facts, { cause: error });
}

const mostCauses = 5;

function seenIn(error: unknown): SeenError {
  const codes: string[] = [];
  const texts: string[] = [];
  let at: unknown = error;
  for (let depth = 0; at !== undefined && at !== null && depth < mostCauses; depth += 1) {
    // A cause that came from another process is an object, not an Error.
    const { code, message, cause }: Record<string, unknown> = isObject(at) ? at : { message: errorText(at) };
    if (typeof code === 'string') codes.push(code);
    if (typeof message === 'string' && message !== '' && !texts.includes(message)) texts.push(message);
    at = cause;
  }
  return { codes, text: texts.join(' ').trim() };
}

const networkCodes: Readonly<Record<string, ModelErrorCode>> = {
  ECONNREFUSED: 'unreachable',
  ENOTFOUND: 'unreachable',
  EAI_AGAIN: 'unreachable',
  ETIMEDOUT: 'unreachable',
  ENETUNREACH: 'unreachable',
  ECONNRESET: 'interrupted',
  EPIPE: 'interrupted',
};

/** The editor's own words for these errors, which say more than the code `Blocked`, used for limits of every kind. */
const textRules: readonly [RegExp, ModelErrorCode][] = [
  [/rate.?limit|too many requests|\b429\b/i, 'rate_limited'],
  [/quota|spend|billing|credits?\b|premium requests|\b402\b/i, 'spend_limit'],
  [/overloaded|capacity|\b529\b|\b503\b/i, 'overloaded'],
  [/unauthori[sz]ed|not signed in|sign in/i, 'key_rejected'],
];

const statusPattern = /\b(?:status|code|http|error|failed:?)\W{0,3}([45]\d\d)\b|\b(4[012]\d|5\d\d)\b/i;

/** Status, which only the message may contain. */
function statusIn(text: string): number | undefined {
  const found = statusPattern.exec(text);
  const status = Number(found?.[1] ?? found?.[2] ?? Number.NaN);
  return Number.isNaN(status) ? undefined : status;
}

const readingOf = ({ codes, text }: SeenError): RefusalKind =>
  readRefusal({ status: statusIn(text), code: codes.join(' '), message: text }).kind;

/** Whether Copilot says that its own filter blocked the text. */
const isStruck = (seen: SeenError): boolean =>
  readingOf(seen) === 'filter' || /\bfiltered\b|off.?topic/i.test(seen.text);

function codeOf(seen: SeenError, { hasBegun }: FailedRequest): ModelErrorCode {
  const { codes, text } = seen;
  if (codes.includes('NoPermissions')) return 'no_consent';
  if (codes.includes('NotFound')) return 'no_model';
  const network = codes.map((code) => networkCodes[code]).find((code) => code !== undefined);
  if (network !== undefined) return hasBegun ? 'interrupted' : network;
  const kind = readingOf(seen);
  if (kind === 'too_large_for_rate' || kind === 'bad_sample') return codeOfKind[kind] ?? 'server';
  const said = textRules.find(([pattern]) => pattern.test(text))?.[1] ?? codeOfKind[kind];
  if (said !== undefined) return said;
  if (statusIn(text) === 403 || /forbidden/i.test(text)) return 'forbidden';
  if (codes.includes('Blocked')) return 'spend_limit';
  return hasBegun ? 'interrupted' : 'server';
}

function wordsFor(code: ModelErrorCode, said: string, { model, models = [] }: FailedRequest): string {
  const reason = said === '' ? l10n.t('It gave no reason.') : cutText(said, 500);
  switch (code) {
    case 'no_consent':
      return l10n.t(
        'Rostrum may not use the model {0} of the editor. Allow it when the editor asks, or under Accounts, Manage Language Model Access; then resume.',
        model,
      );
    case 'no_model':
      return models.length === 0
        ? l10n.t(
            'The editor has no model {0}, and no other one that Rostrum can use. Sign in to GitHub Copilot, or install an extension that brings models.',
            model,
          )
        : l10n.t('The editor has no model {0}. It has: {1}.', model, models.join(', '));
    case 'spend_limit':
      return l10n.t('The editor does not answer for {0}: its quota is used up, or it is blocked. {1}', model, reason);
    case 'rate_limited':
      return l10n.t('The editor’s model {0} was asked too often. {1}', model, reason);
    case 'too_large':
      return l10n.t('The request is larger than the editor’s model {0} takes. {1}', model, reason);
    case 'bad_sample':
      return l10n.t('The editor’s model {0} wrote what its provider cannot read. {1}', model, reason);
    case 'key_rejected':
      return l10n.t(
        'Whoever brings the editor’s model {0} does not accept your account there. Sign in, then resume. {1}',
        model,
        reason,
      );
    case 'interrupted':
      return l10n.t('The answer of the editor’s model {0} broke off. {1}', model, reason);
    default:
      return l10n.t('The editor’s model {0} failed. {1}', model, reason);
  }
}
