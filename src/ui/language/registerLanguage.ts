import * as vscode from 'vscode';
import { logFileName } from '../../record/logPath';
import type { Feature } from '../services';
import { offerPanelForLargeLogs } from './largeLogs';
import { logLanguage, logLinks } from './logLinks';

/** What the text of a log can do: links. Its colours come from the grammar, that it is read-only from the default settings. */
export const registerLanguage: Feature = (services) =>
  vscode.Disposable.from(
    // By name too: somebody may have given such files another language.
    vscode.languages.registerDocumentLinkProvider(
      [{ language: logLanguage }, { pattern: `**/${logFileName}` }],
      logLinks,
    ),
    offerPanelForLargeLogs(services),
  );
