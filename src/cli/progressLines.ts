import type { DebateEvent } from '../engine/events';
import { dataOf } from '../debate/log/codec';
import { firstWords } from '../matching/text/text';
import type { VerificationStatus } from '../debate/log/entryData';
import type { RecordView } from '../debate/fold/view';
import { isDocumentEntry } from '../debate/flow/seats';
import { headerOf } from '../debate/fold/state';
import { marks } from '../projections/sources';
import { Activities, activityText } from './activities';
import { filledLines, type Output, type TextStyle } from './output';
import type { VisibleEntry } from '../debate/flow/tasks';
import {
  counted,
  cutText,
  dollars,
  oneLine,
  plainReason,
  signedHundredths,
  unquoted,
  quoted,
} from '../matching/text/shortText';
import { paceOf, roundTimeOf } from '../session/run/pace';
import { dollarRange } from './status';
import { evidencePace } from '../research/evidencePace';
import type { Stage } from '../projections/stage';
import { readableUrl } from '../projections/sourcePlace';
import { outcomeWords, progressWords, roundTimeWords, stageTitle } from '../projections/words';
import { outcomeIn } from '../projections/outcome';
import { english } from '../projections/vocabulary';
import { isProcedural } from '../shared/entries';

const statusStyles: Readonly<Record<VerificationStatus, TextStyle>> = {
  verified: 'green',
  unreliable: 'yellow',
  fabricated: 'red',
  unverified: 'gray',
};

const typeStyles: Record<string, TextStyle> = {
  redaction: 'red',
  ruling: 'yellow',
  conclusion: 'bold',
  judges_ruling: 'bold',
};

const headed: Readonly<Record<string, Stage['code']>> = { conclusion: 'conclusion', document: 'documents' };

const debaterStyles: TextStyle[] = ['blue', 'yellow', 'magenta', 'cyan', 'green', 'red', 'white', 'gray'];

/** Prints who speaks, in which phase and round, and the result of each source. */
export class ProgressLines {
  #phase = '';
  #waitsUntil = 0;
  #isTimeTold = false;
  readonly #activities = new Activities();
  /** Reasons of the last refusal, which need not be printed twice. */
  #reasons = '';

  constructor(
    private readonly view: () => RecordView,
    private readonly out: Output,
  ) {}

  show(event: DebateEvent): void {
    this.#forgetDone(event);
    this.#say(event);
    // Printed lines replace the activities.
    if (event.kind !== 'draft' && event.kind !== 'progress') this.#showActivities();
  }

  /** Removes activities of roles that have finished, or have started again. */
  #forgetDone(event: DebateEvent): void {
    if (event.kind === 'written') this.#activities.forget(event.speaker);
    else if (event.kind === 'verified') this.#activities.forget('verifier');
    else if (event.kind === 'handover' || event.kind === 'draft') this.#activities.forget(event.agent);
    else if (event.kind === 'shutdown') this.#activities.forgetAll();
  }

  #say(event: DebateEvent): void {
    const { out } = this;
    switch (event.kind) {
      case 'round':
        this.#title(progressWords(english, { code: 'round', round: event.round, planned: event.max }));
        this.#pace();
        break;
      case 'draft':
        this.#draft(event);
        break;
      case 'written':
        this.#written(event);
        this.#firstPace();
        break;
      case 'verified': {
        const { status, url, isQuoted } = event;
        const mark = out.paint(statusStyles[status], `${marks[status]} ${isQuoted === true ? 'quoted' : status}`);
        out.say(`        ${mark}  ${readableUrl(url)}${out.paint('dim', this.#quoteOf(event))}`);
        break;
      }
      case 'retry':
        this.#retried(event);
        break;
      case 'error':
        this.#printLine('yellow', `! ${plainReason(this.#errorWords(event.message))}`);
        break;
      case 'dropped':
        out.print(out.paint('yellow', `The answer of ${event.agent} was not taken: the debate had moved on. It was:`));
        out.print(event.texts.join('\n'));
        break;
      case 'waiting':
        this.#waiting(event);
        break;
      case 'progress':
        this.#progressed(event);
        break;
      case 'server':
        this.#printLine('dim', `${event.model} at ${event.place}: ${event.text}`);
        break;
      case 'condensed':
        this.#printLine(
          'dim',
          `${event.agent}: the record does not fit; ${event.entries} entries of earlier rounds are given as summaries`,
        );
        break;
      default:
        break;
    }
  }

  /** Replaces the activity on a terminal; elsewhere prints a line for a new one. */
  #progressed({ agent, detail }: Extract<DebateEvent, { kind: 'progress' }>): void {
    const isNew = this.#activities.note(agent, detail);
    if (this.out.columns !== undefined) this.#showActivities();
    else if (isNew) this.#printLine('dim', `${agent}: ${oneLine(activityText(detail))}`);
  }

  #showActivities(): void {
    if (this.out.columns !== undefined) this.out.live(this.#activityLines());
  }

  #activityLines(except?: string): string[] {
    return this.#activities
      .lines(except)
      .map((line) =>
        this.out.paint('dim', `${indent}  ${cutText(line, (this.out.columns ?? widest) - indent.length - 3)}`),
      );
  }

  #firstPace(): void {
    const { state } = this.view();
    if (this.#isTimeTold || state.usage.output === 0) return;
    if (roundTimeWords(english, roundTimeOf(state) ?? 0) !== undefined) this.#pace();
  }

  #pace(): void {
    const { state } = this.view();
    const pace = paceOf(state);
    const time = roundTimeWords(english, roundTimeOf(state) ?? 0);
    if (time !== undefined) this.#isTimeTold = true;
    const words = [
      ...(pace === undefined
        ? []
        : [
            `${dollars(state.usage.usd)} so far, at this pace ${dollarRange({ usd_low: pace.low, usd_high: pace.high })}`,
          ]),
      ...(time === undefined ? [] : [time]),
    ];
    if (words.length > 0) this.#printLine('dim', words.join('; '));
  }

  /** Shows the last lines of a draft, until it is in the record or sent back. */
  #draft({ agent, text }: Extract<DebateEvent, { kind: 'draft' }>): void {
    const { out } = this;
    if (out.columns === undefined) return;
    const lines = wrapped(withoutMarkup(text), out.columns).slice(-draftLines);
    out.live([
      ...this.#activityLines(agent),
      `   …  ${this.#painted(agent)} ${out.paint('dim', 'is writing')}`,
      ...lines.map((line) => out.paint('dim', `${indent}${line}`)),
    ]);
  }

  #retried({ attempt, reasons }: Extract<DebateEvent, { kind: 'retry' }>): void {
    const words = oneLine(reasons.join(' '));
    const why = words === this.#reasons ? 'for the same reason.' : reasons.map(plainReason).join(' ');
    this.#reasons = words;
    this.#printLine('yellow', `sent back (attempt ${attempt})${words === '' ? '' : `: ${oneLine(why)}`}`);
  }

  #errorWords(message: string): string {
    const words = oneLine(message);
    if (this.#reasons === '' || !words.endsWith(`: ${this.#reasons}`)) return words;
    return `${words.slice(0, -this.#reasons.length)}refused again for the same reason; the rules say what becomes of it.`;
  }

  #printLine(style: TextStyle, text: string): void {
    for (const line of wrapped(text, this.out.columns)) this.out.say(this.out.paint(style, `${indent}  ${line}`));
  }

  #painted(speaker: string): string {
    const names = this.view().state.debaters.map((debater) => debater.name);
    return this.out.paint(debaterStyles[names.indexOf(speaker) % debaterStyles.length] ?? 'bold', speaker);
  }

  /** Prints a wait once. */
  #waiting({ agent, reason, until }: Extract<DebateEvent, { kind: 'waiting' }>): void {
    if (until === this.#waitsUntil) return;
    this.#waitsUntil = until;
    const seconds = Math.max(1, Math.round((until - Date.now()) / 1_000));
    this.#printLine('yellow', `… ${agent}: ${oneLine(reason)} Trying again in ${seconds} s.`);
  }

  #quoteOf({ seq, url, status }: Extract<DebateEvent, { kind: 'verified' }>): string {
    const source = this.view()
      .visible(seq)
      ?.sources?.find((candidate) => candidate.url === url);
    const room = (this.out.columns ?? widest) - readableUrl(url).length - status.length - 18;
    const header = headerOf(this.view().state, seq);
    if (header !== undefined && isDocumentEntry(this.view().state, header)) return '';
    if (source?.quote === undefined || room < 20) return '';
    return `  ${quoted(cutText(oneLine(unquoted(source.quote)), room))}`;
  }

  #written({ seq, speaker, type }: Extract<DebateEvent, { kind: 'written' }>): void {
    const { out } = this;
    if (isProcedural(type)) return;
    const entry = this.view().visible(seq);
    // The round has a heading of its own.
    if (entry === undefined || entry.data?.['kind'] === 'round_start') return;
    this.#heading(entry.phase, type);
    const to = entry.rebuttal_to_seq ?? entry.target_seq;
    const name = type === 'document' ? ` ${dataOf(entry, 'document')?.name ?? ''}` : '';
    const what = `${kindOf(type)}${name}${to === null ? '' : ` to seq ${to}`}`;
    const style = typeStyles[type];
    out.say(`${String(seq).padStart(4)}  ${this.#painted(speaker)} ${out.paint(style ?? 'dim', what)}`);
    const words = firstWords(withoutMarkup(spokenWords(entry)), style === undefined ? shownWords : 2 * shownWords);
    for (const line of wrapped(words, out.columns))
      out.say(`${indent}${style === undefined ? line : out.paint(style, line)}`);
  }

  #heading(phase: string, type: string): void {
    const code = phase === 'opening' || phase === 'closing' ? phase : headed[type];
    if (code === undefined || code === this.#phase) return;
    this.#phase = code;
    this.#title(stageTitle(english, { code }));
  }

  #title(words: string): void {
    this.out.say(`\n${this.out.paint('bold', words)}`);
  }
}

/** Kind of an entry without the speaker, whose name is printed anyway. */
const kindOf = (type: string): string => type.replace(/^(?:audience|judges)_/, '').replaceAll('_', ' ');

const withoutMarkup = (text: string): string =>
  oneLine(
    text
      .replace(/^(?:#+|>) /gm, '')
      .replace(/\[([^[\]]*)\]\([^()\s]*\)/g, '$1')
      .replace(/(?<!\\)(\*\*|__|\*|`)(?=\S)([^\n]*?[^\s\\])\1/g, '$2')
      .replace(/\\(?=[*_`[\]<>|])/g, ''),
  );

const indent = '      ';
/** Lines of a draft that are shown. */
const draftLines = 4;
const shownWords = 30;
const widest = 100;

/** Breaks text at white space for a terminal; without one it stays one line. */
function wrapped(text: string, columns: number | undefined): string[] {
  if (columns === undefined) return [text];
  return filledLines(text.split(' '), Math.min(widest, Math.max(30, columns - indent.length - 3)));
}

/** Words of an entry for the terminal: the main part, if its text is a document with headings. */
function spokenWords(entry: VisibleEntry): string {
  switch (entry.type) {
    case 'defense':
    case 'critique':
      return dataOf(entry, entry.type)?.argument ?? entry.content;
    case 'assessment':
      return assessmentWords(entry);
    case 'judges_ruling': {
      const data = dataOf(entry, 'judges_ruling');
      return data?.outcome === undefined
        ? entry.content
        : `${outcomeWords(english, outcomeIn({ outcome: data.outcome }))}. ${data.overall ?? ''}`;
    }
    case 'argument': {
      const { id, title, claim } = dataOf(entry, 'argument')?.argument ?? {};
      return id === undefined ? entry.content : `${id} “${title ?? ''}” ${claim ?? ''}`;
    }
    case 'verdict':
      return entry.content.split('\n\n', 1)[0] ?? '';
    case 'judgment':
      return (dataOf(entry, 'judgment')?.scores ?? [])
        .map(({ argument_id: id, score }) => `${id} ${signedHundredths(hundredths(score))}`)
        .join(', ');
    default:
      return entry.content;
  }
}

function assessmentWords(entry: VisibleEntry): string {
  const { round_score: score, issues = [] } = dataOf(entry, 'assessment') ?? {};
  const count = (status: string): number => issues.filter((issue) => issue.status === status).length;
  const points = score?.advocate === undefined ? '' : `Advocate ${score.advocate}, Critic ${score.critic ?? 0} of 10. `;
  return `${points}Issues: ${count('open')} open, ${count('stalled')} stalled, ${count('resolved')} resolved. ${score?.reason ?? ''}`;
}

const hundredths = (score: number): number => Math.round(score * 100);

/** Reports on standard error how far the work on much evidence is, and how long it will take; Ctrl-C ends it. */
export const evidenceProgress = (
  what: 'Reading' | 'Indexing',
  print: (line: string) => void = (line) => void process.stderr.write(`${line}\n`),
): ReturnType<typeof evidencePace> =>
  evidencePace(({ done, total, bytes, seconds }) => {
    const size = bytes === undefined ? 0 : Math.ceil((bytes.text + bytes.documents) / 1_000_000);
    print(
      bytes === undefined
        ? `${what} the evidence: ${done} of ${counted(total, 'file')}; about ${counted(seconds, 'more second')}.`
        : `The evidence has ${counted(total, 'file')} of about ${size} MB together; reading them takes about ${counted(seconds, 'second')}. Ctrl-C stops it.`,
    );
  });
