import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dataOf } from '../../../src/debate/log/codec';
import { pathOfLog } from '../../../src/record/logPath';
import { writeDocuments } from '../../../src/reports/writeDocuments';
import type { Participants } from '../../../src/session/plan/modelAccess';
import { concludeNow } from '../../../src/session/run/interventions';
import { Session } from '../../../src/session/run/session';
import { statusOf } from '../../../src/session/library/status';
import { startChatServer } from '../../support/chatServer/chatServer';
import { conclusionOf } from '../../support/conclusions';
import { sampled } from '../../support/depth';
import { lintFile } from '../../support/lintLog';
import { startMessagesServer } from '../../support/messagesServer/messagesServer';
import {
  accessTo,
  answering,
  anthropicAt,
  askedOfChat,
  chatAnswer,
  fixedFence,
  hurried,
  openAiAt,
} from '../../support/modelDebate';
import { copied, filesIn, kept, neutralised, recordNames, recordsRoot, saidOf, sha256 } from '../../support/oldRecords';
import { readEntries, shape } from '../../support/scriptedDebate';
import { ScriptedModel } from '../../support/scriptedModel';
import { withLog } from '../../support/logs';
import { runStrict } from '../../support/testSession';

/** Records of 0.1.0 stay what they are: the set of `test/fixtures/records`, which is never made again. */

/** How a document that is made again may differ from what 0.1.0 wrote. */
interface Difference {
  document: RegExp;
  reason: string;
  /** Takes the difference out of a text, 0.1.0's as well as today's. */
  without: (text: string) => string;
}

/** A check that holds, or of which nobody could tell: its section of 0.1.0, and the line that stands for it now. */
const checkSection =
  /\n\n---\n\n<a id="seq-(\d+)"><\/a>\n\n#### \[FACT-CHECK\] \[seq \1\] Check of seq \d+: [✓?] \w+ \| verifier \|[^]*?(?=\n\n---\n|\n\n## )/g;
const checkLine = /\n\n<a id="seq-(\d+)"><\/a>\[FACT-CHECK\] \[seq \1\] on [^\n]*/g;

const oldNotice =
  /offline( \([^)]*\))?: arguments are quotations selected from the evidence, no language model was used/g;
const withNewNotice = (text: string): string =>
  text.replace(
    oldNotice,
    'offline$1: quotations dealt from the evidence; what they speak for was not judged; no language model was used',
  );

/** As it was: among the verified ones, and nothing of those that nobody checked. */
const withoutQuoted = (text: string): string =>
  text
    .replace(
      /(\d+) verified, (\d+) quoted only/g,
      (_, verified, quoted) => `${Number(verified) + Number(quoted)} verified`,
    )
    .replace(/(\d+) quoted only/g, '$1 verified')
    .replace(/(?<=\| Verification \| .*), \d+ not checked/, '')
    .replace(/ ✓ quoted only \|(.*\n)\|---/g, '$1')
    .replace(
      /^(\|(?: [^|\n]*\D[^|\n]* \|)? \d+ \|) (\d+) \| (\d+) (?=(?:\| \d+ ){4}\|$)/gm,
      (_, before, verified, quoted) => `${before} ${Number(verified) + Number(quoted)} `,
    )
    .replace('is verified or quoted.', 'is verified.');

const withoutOpen = (text: string): string =>
  text
    .replace(/^- \*\*(?:Unverified|Not checked):\*\* .*\n/gm, '')
    .replace(/(?<=## Notable Findings\n\n)(?=\n|$)/, 'Nothing out of the ordinary.\n');

/** Documents begin with the question and what is known of its answer; `metadata.json` counts quotations apart, and the time. */
const withoutAnswer = (text: string): string =>
  text
    .replace(/^## In Short\n[\s\S]*?(?=^## )/m, '')
    .replace(/^\*\*Question:\*\*/m, '**Topic:**')
    .replace(
      /"verified": (\d+),\s+"quoted": (\d+)/,
      (_, verified, quoted) => `"verified": ${Number(verified) + Number(quoted)}`,
    )
    .replace(/\n {2}"elapsed_ms": \d+,/, '');

const rewritten = /^(?:transcript|ruling|scoreboard|round-\d+\/(?:advocate|critic|judge))\.md$|\.svg$/;

const differences: readonly Difference[] = [
  {
    document: /\.(?:md|json)$/,
    reason: 'Documents begin with the answer, and count quotations apart.',
    without: withoutAnswer,
  },
  {
    document: /^(?:transcript|summary|verifier-report)\.md$/,
    reason: 'What was only quoted is counted by itself, and what nobody checked.',
    without: withoutQuoted,
  },
  { document: /\.(?:md|json)$/, reason: 'What offline is, is said in other words.', without: withNewNotice },
  {
    document: /(?:moderator|issue-tracker|debate|arguments\/[^/]*)\.md$/,
    reason: 'Every document carries the notice.',
    without: (text) => text.replace(/\n---\n\n\*(?:offline|scripted|human)\b[^\n]*\*\n$/, ''),
  },
  {
    document: /\.md$/,
    reason: 'Times are written for people, in whole seconds.',
    without: (text) =>
      text.replace(
        /(?<=^\*|\| (?:Start|End) \| )(?:\d{4}-\d\d-\d\dT[\d:.]+Z|\d{1,2} [A-Z][a-z]+ \d{4}, [\d:]+ UTC)/gm,
        '(time)',
      ),
  },
  {
    document: /^transcript\.md$/,
    reason: 'Uniform verification results are one line each.',
    without: (text) => text.replace(checkSection, '\n\n(check $1)').replace(checkLine, '\n\n(check $1)'),
  },
  {
    document: /^summary\.md$/,
    reason: 'What has a result was not always checked: the timeline counts results.',
    without: (text) => text.replace(/(?<=\*Verifier\* — \d+ )(?:sources? checked|results?):/g, 'results:'),
  },
  {
    document: /^summary\.md$/,
    reason: 'Types of entries have the words of the panel.',
    without: (text) => text.replaceAll('clarification request', 'question to the Chair'),
  },
  {
    document: /^verifier-report\.md$/,
    reason: 'What is open, and what nobody checked, is notable.',
    without: withoutOpen,
  },
  {
    document: /\.md$/,
    reason: 'A source of which nobody judged what it supports is quoted.',
    without: (text) => text.replace(/✓ (?:verified|quoted)\b/g, '✓'),
  },
  {
    document: /\.(?:md|svg)$/,
    reason: 'The first exchange of a dialectic is called Openings.',
    without: (text) =>
      text
        .replace(/\bOpenings\b/g, 'exchange 0')
        .replace(/\bExchange (?=\d)/g, 'exchange ')
        .replace(/^\| exchange 0 \|/gm, '| 0 |')
        .replace(/\bScore by |\bScores: /g, ''),
  },
  {
    document: /\.md$/,
    reason: 'A sentence behind a list stands apart from it.',
    without: (text) => text.replace(/\n{2,}/g, '\n'),
  },
];

/** Records in which lint no longer holds everything to be wrong that it did: what is left stood there before, as an error or milder. */
const milderLint = [{ record: /^imported-/, reason: 'Lint asks nothing of imports that no importer can know.' }];

const performers = ['scripted', 'fallback', 'offline', 'anthropic', 'openai'];
const formats = ['panel', 'tribunal', 'dialectic'];

const finished = [
  ...formats.flatMap((format) => performers.map((performer) => `${format}-${performer}-done`)),
  ...['panel-struck', 'panel-question', 'panel-concluded', 'tribunal-early', 'tribunal-struck', 'dialectic-struck'],
  ...[
    'imported-agent-debate',
    'imported-agent-debate-oldest',
    'imported-agent-debate-scribe',
    'imported-ai-debate',
    'imported-dialectic',
  ],
];

const phases = {
  panel: ['setup', 'opening', 'rounds', 'closing', 'conclusion', 'documents'],
  tribunal: ['setup', 'plan', 'rounds', 'judging', 'ruling'],
  dialectic: ['setup', 'arguments', 'judgment', 'rebuttal', 'report'],
};

/** Pausing lets the running step finish: during the last one it comes to nothing. */
const lastPhases = ['ruling', 'report'];

const byPhase = Object.entries(phases).flatMap(([format, names]) => [
  ...names
    .filter((phase) => !lastPhases.includes(phase))
    .flatMap((phase) => ['scripted', 'offline', 'anthropic'].map((who) => `${format}-${who}-paused-${phase}`)),
  ...names.flatMap((phase) => ['scripted', 'offline', 'openai'].map((who) => `${format}-${who}-killed-${phase}`)),
  // Its rounds are given, so that nobody plans them.
  ...names.filter((phase) => phase !== 'plan').map((phase) => `${format}-fallback-killed-${phase}`),
]);

/** Unfinished ones with something particular in them, and the record that each comes to. */
const particular: Record<string, string> = {
  'panel-torn': 'panel-scripted-done',
  // Its script corrects a source without the statement that it takes back, and is refused.
  'panel-struck-killed-skipping': '',
  'panel-question-paused': 'panel-question',
  'tribunal-concluded-paused': '',
  'dialectic-more': '',
  'panel-bare-fallback-paused-rounds': '',
};

const unfinished = [...byPhase, ...Object.keys(particular)];

const documentsOf = (folder: string): Map<string, string> =>
  new Map(
    filesIn(folder)
      .filter((name) => /^[^/]+\.md$|^metadata\.json$/.test(name))
      .map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  );

const place = ({
  rule,
  severity,
  seq,
  line,
}: {
  rule: string;
  severity: string;
  seq: number | null;
  line: number | null;
}) => ({ rule, severity, seq, line });

const unweighed = ({ rule, seq, line }: ReturnType<typeof place>) => ({ rule, seq, line });

const withoutDifferences = (document: string, text: string): string =>
  differences.filter((one) => one.document.test(document)).reduce((now, one) => one.without(now), text);

describe('records of 0.1.0', () => {
  it('are the ones listed', () => {
    expect(recordNames()).toEqual([...finished, ...unfinished].sort());
  });

  it.each(sampled('records of 0.1.0 that are opened', [...finished, ...unfinished], 16))(
    '%s opens as it did: status, outcome, counts, problems',
    async (name) => {
      const said = saidOf(name);
      const folder = copied(name);
      const before = filesIn(folder);
      const status = await withLog(folder, (log) => statusOf(log));
      const { quoted, verified } = status.verification;
      const counts = { ...status.verification, verified: verified + quoted };
      expect({ ...status, verification: counts }).toMatchObject(said.status);
      const { proposition = { total: 0, count: 0 }, opposition = proposition } = status.scores ?? {};
      const ahead = proposition.total - opposition.total;
      const isJudged = proposition.count + opposition.count > 0;
      expect(status.lead).toBe(!isJudged ? undefined : ahead > 0 ? 'proposition' : ahead < 0 ? 'opposition' : 'even');
      const found = (await lintFile(pathOfLog(folder), documentsOf(folder))).map(place);
      const then = said.lint.problems.map(place);
      if (milderLint.some(({ record }) => record.test(name)))
        expect(then.map(unweighed)).toEqual(expect.arrayContaining(found.map(unweighed)));
      else expect(found).toEqual(then);
      expect(filesIn(folder)).toEqual(before);
    },
  );

  it.each(sampled('documents of 0.1.0', finished, 6))(
    '%s is finished: no step is wanted, its documents come out as they were',
    async (name) => {
      const folder = copied(name);
      const { documents } = saidOf(name);
      const written = await withLog(folder, async (log) => {
        expect((await statusOf(log)).next).toEqual([]);
        return await writeDocuments(log);
      });
      expect(written.toSorted()).toEqual(Object.keys(documents).sort());
      for (const document of written) {
        const today = neutralised(readFileSync(join(folder, document), 'utf8'), name, folder);
        // Of some only the hash was kept.
        if (
          [today, withoutAnswer(today)]
            .flatMap((text) => [text, withoutQuoted(text), withoutOpen(withoutQuoted(text))])
            .some((text) => sha256(text) === documents[document])
        )
          continue;
        // Times, openings and the order of a contribution are written otherwise now, and the old text is not there to be compared.
        if (rewritten.test(document) && !existsSync(join(kept(name), document))) continue;
        const then = existsSync(join(kept(name), document)) ? readFileSync(join(kept(name), document), 'utf8') : '';
        expect(withoutDifferences(document, today), document).toBe(withoutDifferences(document, then));
      }
    },
  );

  it.each(performers.map((performer) => `panel-${performer}-done`))('%s: resuming it adds nothing', async (name) => {
    const folder = copied(name);
    const log = readFileSync(pathOfLog(folder));
    expect(await (await Session.open({ folder, program: 'test', takeOver: true })).run()).toEqual({ status: 'done' });
    expect(readFileSync(pathOfLog(folder))).toEqual(log);
  });
});

interface Stage {
  participants: Participants;
  onEvent?: ScriptedModel['onEvent'];
  close: () => Promise<unknown>;
}

const nobody: Stage = { participants: {}, close: () => Promise.resolve() };

/** The models of a debate by models, played from the format's script behind a local server. */
async function stageOf(name: string): Promise<Stage> {
  const [format = '', performer = ''] = name.split('-');
  if (performer !== 'anthropic' && performer !== 'openai') return nobody;
  const script = JSON.parse(readFileSync(join(recordsRoot, 'scripts', `${format}.json`), 'utf8')) as Record<
    string,
    unknown
  >;
  // The Chair of today gives points, whatever the record's version; code makes the outcome of them.
  if (format === 'panel') script['conclusion'] = conclusionOf(['ada', 'bob'], 'bob_wins', [2, 5]);
  const model = new ScriptedModel(script, ['ada', 'bob']);
  const common = { clock: hurried(), fence: fixedFence() };
  if (performer === 'anthropic') {
    const server = await startMessagesServer({
      answer: answering(model),
    });
    return {
      participants: { models: accessTo(anthropicAt(server.url)), ...common },
      onEvent: model.onEvent,
      close: () => server.close(),
    };
  }
  const server = await startChatServer({
    profile: 'openai',
    answer: (request) => chatAnswer(model.answer(askedOfChat(request))),
  });
  return {
    participants: { models: accessTo(openAiAt(server.baseUrl)), ...common },
    onEvent: model.onEvent,
    close: () => server.close(),
  };
}

/** Resumes a copy to its end. Returns its folder; what the log held is still there, byte for byte, but for a torn line. */
async function resumed(name: string): Promise<string> {
  const folder = copied(name);
  const before = readFileSync(pathOfLog(folder), 'utf8');
  const { participants, onEvent, close } = await stageOf(name);
  try {
    const end = await runStrict(folder, {
      takeOver: true,
      participants,
      ...(onEvent === undefined ? {} : { onEvent }),
      log: { settleMs: 0 },
    });
    expect(end).toEqual({ status: 'done' });
  } finally {
    await close();
  }
  expect(readFileSync(pathOfLog(folder), 'utf8').startsWith(before.slice(0, before.lastIndexOf('\n') + 1))).toBe(true);
  return folder;
}

/** The finished record of the same debate; none where chance or the performer of today has a part in it. */
function goalOf(name: string): string | undefined {
  const found = particular[name] ?? name.replace(/-(?:paused|killed)-\w+$/, '-done');
  return found === '' || /-(?:offline|fallback)-/.test(found) ? undefined : found;
}

const offline = unfinished.filter((name) => /-(?:offline|fallback)-/.test(name));

describe('unfinished records of 0.1.0', () => {
  const performed = unfinished.filter((name) => !offline.includes(name));
  it.each(sampled('records of 0.1.0 that are resumed', performed, 16))('%s is resumed to its end', async (name) => {
    const folder = await resumed(name);
    const goal = goalOf(name);
    const entries = await readEntries(folder);
    if (goal !== undefined) expect(shape(entries)).toEqual(shape(await readEntries(kept(goal))));
    expect(await withLog(folder, (log) => statusOf(log))).toMatchObject({ status: 'done', next: [] });
    expect(
      (await lintFile(pathOfLog(folder), documentsOf(folder))).filter(({ severity }) => severity === 'error'),
    ).toEqual([]);
  });
});

describe('unfinished offline records of 0.1.0', () => {
  it.each(sampled('offline records of 0.1.0', offline, 6))(
    '%s goes on with a model or people only, and is ended where the user wants that',
    async (name) => {
      const folder = copied(name);
      const before = readFileSync(pathOfLog(folder), 'utf8');
      await expect(runStrict(folder, { takeOver: true, log: { settleMs: 0 } })).rejects.toMatchObject({
        code: 'offline_seats',
        message: expect.stringMatching(/a model .*with people .*--conclude.*a sample/) as string,
      });
      expect(readFileSync(pathOfLog(folder), 'utf8')).toBe(before);
      const { status } = saidOf(name);
      await withLog(folder, (log) => concludeNow(log));
      expect(await runStrict(folder, { takeOver: true, log: { settleMs: 0 } })).toEqual({ status: 'done' });
      const found = await withLog(folder, (log) => statusOf(log));
      // The first conclusion counts, and a dialectic comes to none.
      const outcome = name.startsWith('dialectic') ? null : (status.outcome ?? 'undecided');
      expect(found).toMatchObject({ status: 'done', next: [], outcome });
      const entries = await readEntries(folder);
      const issues = entries.flatMap((entry) => dataOf(entry, 'judges_ruling')?.verdicts ?? []);
      if (status.outcome === null)
        expect(new Set(issues.map(({ verdict }) => verdict))).toEqual(new Set(issues.length > 0 ? ['UNDECIDED'] : []));
      expect(
        (await lintFile(pathOfLog(folder), documentsOf(folder))).filter(({ severity }) => severity === 'error'),
      ).toEqual([]);
    },
  );
});
