import { formats } from '../../debate/formats/registry';
import { ownOptions, wishKey } from '../../debate/flow/options';
import * as z from 'zod';
import type { SettingRow } from '../kit/settingTable';

/** Settings for options of single formats, such as `panel.order`; `null` where nothing is usual. */
export const optionSettings: Readonly<Record<string, SettingRow>> = Object.fromEntries(
  formats.flatMap((format) =>
    ownOptions(format)
      .filter(({ isSetting }) => isSetting === true)
      .map((option): [string, SettingRow] => {
        const { usual = null, schema } = option;
        const taken = usual === null ? z.nullable(schema) : schema;
        return [wishKey(format, option), { scope: 'window', default: usual, schema: taken }];
      }),
  ),
);
