import * as l10n from '@vscode/l10n';
import { issuesOf } from '../../debate/log/entry';
import { errorText } from '../../debate/log/objects';
import { givenDebaters } from '../../session/plan/configFiles';
import type { DebatersChoice } from './choices';

type LineupFile = { ok: true; choice: DebatersChoice } | { ok: false; message: string };

const mostCharacters = 100_000;

/** A JSON array of debaters, or words for the Chair in any other file. */
export function lineupFromFile(name: string, text: string): LineupFile {
  const trimmed = text.trim();
  if (trimmed === '') return { ok: false, message: l10n.t('{0} is empty.', name) };
  if (trimmed.length > mostCharacters) return { ok: false, message: l10n.t('{0} is too long for a lineup.', name) };
  if (!/\.json$/i.test(name)) return { ok: true, choice: { kind: 'hints', text: trimmed } };
  try {
    const value: unknown = JSON.parse(trimmed);
    const parsed = givenDebaters.min(1).safeParse(isHolder(value) ? value.debaters : value);
    if (parsed.success) return { ok: true, choice: { kind: 'given', label: name, debaters: parsed.data } };
    const what = issuesOf(parsed.error).join('; ');
    return {
      ok: false,
      message: l10n.t(
        '{0} is no lineup: {1}. A lineup is a JSON array of {"name", "persona", "starting_position", "incentives"}.',
        name,
        what,
      ),
    };
  } catch (error) {
    return {
      ok: false,
      message: l10n.t('{0} is not JSON: {1}', name, errorText(error)),
    };
  }
}

/** `{"debaters": […]}`, as in the configuration files. */
const isHolder = (value: unknown): value is { debaters: unknown } =>
  typeof value === 'object' && value !== null && 'debaters' in value;
