import * as z from 'zod';
import { openingModes, speakingOrders } from '../../debate/formats/panel/options';
import { ofWindow } from '../kit/settingRow';

/** Settings for options of single formats, as in `settingTable`. */
export const formatSettings = {
  'panel.order': ofWindow('lineup', z.enum(speakingOrders)),
  'panel.openings': ofWindow('open', z.enum(openingModes)),
  'panel.crux': ofWindow(false, z.boolean()),
  'tribunal.order': ofWindow('critic-first', z.enum(['critic-first', 'advocate-first'])),
  'tribunal.handover': ofWindow('public', z.enum(['public', 'raw'])),
  'dialectic.judgePasses': ofWindow(null, z.int().min(1).max(9).nullable()),
};
