import * as vscode from 'vscode';
import type { QueryError } from '../../session/search/query';

/** Why a query cannot be asked, and what to write. */
export function queryProblem({ code, what, message }: Pick<QueryError, 'code' | 'what' | 'message'>): string {
  switch (code) {
    case 'empty':
      return vscode.l10n.t('There is nothing to search for: type a word, a “phrase” in quotation marks or a filter.');
    case 'bad_date':
      return vscode.l10n.t('“{0}” is no date. Write one as 2026-01-31.', what);
    case 'bad_place':
      return vscode.l10n.t('“in:{0}” is not known. It takes entries, sources or documents.', what);
    case 'mixed':
      return vscode.l10n.t('Search for words or for a regular expression, not for both at once.');
    case 'bad_pattern':
      return message;
  }
}
