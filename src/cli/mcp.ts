import { parseArgs } from 'node:util';
import { isFolder } from '../record/logPath';
import { baseUrlsFrom, participantsFrom } from './cliModels';
import { type Command, numberFlag, webFlags } from './options';
import { UsageError } from './usage';

/** Serves coding agents over standard input and output. Starting it has no effect. */
export const mcp: Command = async (args) => {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      root: { type: 'string', multiple: true, default: [] as string[] },
      'max-usd': { type: 'string' },
      ...webFlags,
    },
  });
  if (positionals.length > 0) throw new UsageError('mcp takes flags only: rostrum mcp --root DIR');
  for (const root of values.root) if (!(await isFolder(root))) throw new UsageError(`--root: “${root}” is no folder.`);
  const maxUsd = numberFlag('max-usd', values['max-usd']);
  const participants = participantsFrom(
    { ...values, 'trust-workspace': false, search: 'none' },
    {
      baseUrls: maxUsd === undefined ? {} : baseUrlsFrom(undefined, ''),
      environment: process.env,
      prompts: undefined,
      onProxy: undefined,
    },
  );
  const { serveMcp } = await import('../mcp/serve');
  await serveMcp({ roots: values.root, participants, maxUsd });
  return 0;
};
