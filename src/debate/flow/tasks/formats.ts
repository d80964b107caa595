import { dialecticTasks, type DialecticInputs } from './dialectic';
import { panelTasks, type PanelInputs } from './panel';
import { tribunalTasks, type TribunalInputs } from './tribunal';

/** Here a format adds its own. */

export const formatTasks = { ...panelTasks, ...tribunalTasks, ...dialecticTasks } as const;

export interface FormatInputs extends PanelInputs, TribunalInputs, DialecticInputs {}
