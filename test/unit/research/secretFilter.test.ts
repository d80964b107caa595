import { describe, expect, it } from 'vitest';
import { readEvidence } from '../../../src/research/evidence';
import { evidenceSummary } from '../../support/evidenceSummary';
import { tempFolder } from '../../support/tempFolder';

describe('secrets in the text', () => {
  const key = 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj';
  const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U';
  const random = 'aV9xQ2mLr7pZ4sT8wKd3';

  it.each([
    `-----BEGIN PRIVATE KEY-----\n${key}\n-----END PRIVATE KEY-----`,
    `-----BEGIN RSA PRIVATE KEY-----\r\nProc-Type: 4,ENCRYPTED\r\nDEK-Info: AES-128-CBC,0A\r\n\r\n${key}`,
    `{"private_key": "-----BEGIN PRIVATE KEY-----\\n${key}\\n-----END PRIVATE KEY-----\\n"}`,
    `-----BEGIN OPENSSH PRIVATE KEY-----\n${key}`,
    'aws: AKIAIOSFODNN7EXAMPLQ',
    'see sk-ant-api03-Abcdefgh1234_-xyz.',
    `OPENAI=sk-proj-${random}${random}`,
    `token ghp_${random}${random}`,
    'slack xoxb-123456789012-abcdefABCDEF',
    `maps AIzaSyA${random}${random.slice(0, 12)}`,
    `Authorization: Bearer ${jwt}`,
    `curl -H "Authorization: Bearer ${random}"`,
    `password = "${random}"`,
    `"dbPassword": "x${random};$(!"`,
    `DB_PASSWORD=${random}`,
    'client_secret: 9f8e7d6c5b4a39281706f5e4d3c2b1a0',
    "api_key => 'q7x2m9d4hz81kfw3t0vb6'",
    `postgres://app:${random}@db.example.org/main`,
  ])('finds %s', async (line) => {
    const root = tempFolder({ 'a.md': 'a', 'notes.md': `# Notes\n\n${line}\n` });
    const { files, leftOut } = await readEvidence({ root });
    expect(files.map((file) => file.path)).toEqual(['a.md']);
    expect(leftOut).toEqual([
      { path: 'notes.md', reason: 'secret_content', detail: expect.stringMatching(/^line \d+ looks like /) as string },
    ]);
    for (const secret of [key, jwt, random]) expect(leftOut[0]?.detail).not.toContain(secret);
  });

  it.each([
    'A password should have at least 16 characters; the token: a short-lived one. Secret=none, password: hunter2.',
    'password: correct-horse-battery-staple-2024, passphrase = "wordsWithCapitalsAndNumber2"',
    'A key file starts with -----BEGIN PRIVATE KEY----- and ends with -----END PRIVATE KEY-----.',
    '-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----',
    'A -----BEGIN PRIVATE KEY----- line: see https://example.org/Guides/keys/management/and/rotation/of/keys for more.',
    `-----BEGIN PUBLIC KEY-----\n${key}\n-----END PUBLIC KEY-----`,
    'Set ANTHROPIC_API_KEY=sk-ant-your-key-here or sk-ant-xxxxxxxxxxxxxxxxxxxx, never "sk-…".',
    '<div class="sk-folding-cube sk-cube-grid-with-many-parts"> and task-2024-annual-report-of-the-board',
    'const token = session2.accessToken.value1; const secret = process.env.CLIENT_SECRET_2024;',
    'password: ${{ secrets.DATABASE_PASSWORD_2 }} or "$DB_PASSWORD_PRODUCTION_2" or {{ vault.token_1234 }}',
    'const previousToken = tokens[index - 1][0]; export type SubmitPasswordResultStateV2 = CompletedStateV2;',
    'token: https://example.org/docs/a1b2c3d4e5f6a7b8c9d0/how-to, expires 2024-01-15T10:30:00.000Z',
    `The commit 9f8e7d6c5b4a39281706f5e4d3c2b1a0 fixed it; sha256 = ${'0a1b2c3d'.repeat(8)}`,
    'They bear the bearer of bad news; a bearer authentication-scheme-is-described below.',
    'ssh://git@example.org:2222/x.git and mailto:someone@example.org',
  ])('lets %s through', async (line) => {
    const root = tempFolder({ 'notes.md': `# Notes\n\n${line}\n` });
    expect(await evidenceSummary(root)).toEqual({ files: ['notes.md'], leftOut: {} });
  });
});
