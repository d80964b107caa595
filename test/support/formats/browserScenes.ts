import { dialecticEntries, sixtyArguments } from './dialecticRecord';
import { panelScene, type PanelScene } from './panelScene';
import { tribunalEntries } from './tribunalRecord';

/** Records for the page that is looked at in a browser (`src/webview/dev`): bundled for it, and found there by this name. */
const formatScenes: Readonly<Record<string, () => PanelScene>> = {
  tribunal: () => panelScene(tribunalEntries({ rounds: 3, planned: 4, isUnderWay: true })),
  'tribunal-ruled': () => panelScene(tribunalEntries({ rounds: 4, isRuled: true })),
  'tribunal-new': () => panelScene(tribunalEntries({ rounds: 0, planned: 'auto' })),
  dialectic: () => panelScene(dialecticEntries({ exchanges: 6, requested: 8, passes: 3 })),
  'dialectic-60': () => panelScene(dialecticEntries(sixtyArguments)),
  'dialectic-1000': () => panelScene(dialecticEntries({ exchanges: 498 })),
  'dialectic-new': () => panelScene(dialecticEntries({ exchanges: 0, requested: 3 })),
};

Object.assign(globalThis, { formatScenes });
