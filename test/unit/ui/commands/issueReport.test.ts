import { describe, expect, it } from 'vitest';
import { issueReport, lastError } from '../../../../src/ui/commands/issueReport';

const log = [
  '2026-01-01 10:00:00.000 [error] An earlier one: TypeError: x',
  '2026-01-01 10:00:01.000 [info] Activated in 30 ms.',
  '2026-01-01 10:00:02.500 [error] The debate “Should Ada go?” failed: RecordError: EACCES: permission denied, open /home/ada/debates/log',
  '    at async append (/home/ada/.vscode/extensions/rostrum/dist/chunk-AB12.js:10:22)',
  '    at DebateLog.write (file:///home/ada/dist/cli.js:3:4)',
  '    at /home/ada/dist/extension.js:7:8',
  '2026-01-01 10:00:03.000 [info] 3 debates were listed in 4 ms.',
];

describe('the report of an issue', () => {
  it('holds versions, and names, codes and functions of the last error without words and folders', () => {
    const text = issueReport([['Rostrum', '0.2.0 | x']], log);
    expect(text).toContain('| Rostrum | 0.2.0 \\| x |');
    expect(text).toContain('2026-01-01 10:00:02.500 RecordError EACCES');
    expect(text).toContain('DebateLog.write cli.js:3:4');
    expect(text).toContain('extension.js:7:8');
    for (const hidden of ['ada', 'Ada', 'TypeError', 'Activated', 'listed']) expect(text).not.toContain(hidden);
  });

  it('says so where there was no error', () => {
    expect(lastError(log.slice(1, 2))).toBe('The log holds no error.');
    expect(lastError([])).toBe('The log holds no error.');
  });
});
