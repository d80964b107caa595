import { isPlural, lowerFirst, sentenceCase } from './grammar';

/** Questions as statements, and statements as their contrary, in plain English; quotes the topic where it cannot. */

const modals = 'should|shall|must|can|could|would|will|may|might|ought to';
const baseVerbs = `
  abandon abolish accept adopt allow ban be become build buy cancel centralise change charge choose close continue
  cut decriminalise decentralise deploy develop discontinue do drop eliminate embrace enable encourage end enforce
  exist expand extend fly forbid fund get give go grant halt have help hire hold impose improve increase introduce
  invest join keep kill know launch learn leave legalise legalize let license limit live lower make mandate migrate
  merge move nationalise nuke offer open open-source opt outlaw outsource own pay permit phase pick port pivot
  prefer prioritise privatise produce prohibit promote protect provide publish put raise ratify reduce refactor
  regulate reject release remain remove repeal replace require restrict retain retire return rewrite run scrap sell
  send share shift shorten shut split spend standardise start stay stop store subsidise support suspend switch take
  tax teach test track train treat try turn unionise upgrade use vote wait withdraw work write`
  .trim()
  .split(/\s+/);
const baseVerb = new Set(baseVerbs);
const pronoun = /^(?:we|i|they|you|it|he|she|one|everyone|everybody|nobody|people)$/i;

export interface SubjectVerbObject {
  modal: string;
  subject: string;
  verb: string;
  object: string;
}

/**
 * "Should the team adopt a four-day week" → modal, subject, verb, object; also "The team should adopt …" and the bare
 * "Adopt …". Undefined where the verb is not known.
 */
export function splitSubject(core: string): SubjectVerbObject | undefined {
  const asked = new RegExp(`^(${modals})\\s+(.+)$`, 'i').exec(core);
  if (asked !== null) return atVerb(asked[1] ?? '', asked[2] ?? '');
  const told = new RegExp(`^(.+?)\\s+(${modals})\\s+(?:not\\s+)?(.+)$`, 'i').exec(core);
  if (told !== null) {
    const [verb = '', ...rest] = (told[3] ?? '').split(' ');
    return { modal: told[2] ?? '', subject: told[1] ?? '', verb: verb.toLowerCase(), object: rest.join(' ') };
  }
  const [first = '', ...rest] = core.split(' ');
  if (!baseVerb.has(first.toLowerCase())) return undefined;
  return { modal: '', subject: '', verb: first.toLowerCase(), object: rest.join(' ') };
}

function atVerb(modal: string, rest: string): SubjectVerbObject | undefined {
  const words = rest.split(' ');
  const at = words.findIndex((word, index) => index > 0 && baseVerb.has(word.toLowerCase()));
  const verbAt = pronoun.test(words[0] ?? '') ? 1 : at;
  const verb = words[verbAt];
  if (verbAt < 1 || verb === undefined) return undefined;
  return {
    modal: modal.toLowerCase(),
    subject: words.slice(0, verbAt).join(' '),
    verb: verb.toLowerCase(),
    object: words.slice(verbAt + 1).join(' '),
  };
}

const copula = /^(?:is|are|was|were|do|does|did|has|have|had|am)\s/i;
const openQuestion = /^(?:how|what|why|which|who|whom|whose|when|where|to what extent|in what)\b/i;

/** "How …", "What …": a question that neither yes nor no answers. */
export function isOpenQuestion(core: string): boolean {
  return openQuestion.test(core);
}

/** The affirmative answer to a topic, as a sentence. */
export function statementOf(core: string, isQuestion: boolean): string {
  if (isOpenQuestion(core)) return sentence(`On “${core}?”, present practice should change`);
  const parts = splitSubject(core);
  if (parts !== undefined && parts.modal !== '' && new RegExp(`^(?:${modals})\\s`, 'i').test(core)) {
    return sentence(`${parts.subject} ${parts.modal} ${parts.verb} ${parts.object}`);
  }
  if (parts !== undefined && !isQuestion) return sentence(core);
  if (isQuestion || copula.test(core)) return sentence(`The answer to “${core}?” is yes`);
  if (isClause(core)) return sentence(core);
  if (/^\S.*\sbe\s+\S+ed\b/.test(core)) return sentence(core.replace(/\sbe\s/, ' should be '));
  const isName = /\s/.test(core) || isPlural(core) || lowerFirst(core) === core;
  return sentence(`The benefits of ${isName ? lowerFirst(core) : `“${core}”`} outweigh the costs`);
}

/** The contrary of a sentence that `statementOf` made. */
export function negated(affirmative: string): string {
  const body = affirmative.replace(/\.$/, '');
  if (body.endsWith('” is yes')) return `${body.slice(0, -3)}no.`;
  if (body.endsWith('present practice should change')) return `${body.slice(0, -6)}stand as it is.`;
  const benefits = /^The benefits of (.*) outweigh the costs$/.exec(body)?.[1];
  if (benefits !== undefined) return `The costs of ${benefits} outweigh the benefits.`;
  const hasNot = new RegExp(`^(.*?\\b(?:${modals}|is|are|was|were|do|does|has|have)) not (.*)$`, 'i').exec(body);
  if (hasNot !== null) return `${hasNot[1] ?? ''} ${hasNot[2] ?? ''}.`;
  const modal = new RegExp(`^(.*?\\b(?:${modals}))\\s(.*)$`, 'i').exec(body);
  if (modal !== null) return `${modal[1] ?? ''} not ${modal[2] ?? ''}.`;
  const isThing = /^(.*?\b(?:is|are|was|were))\s(.*)$/i.exec(body);
  if (isThing !== null) return `${isThing[1] ?? ''} not ${isThing[2] ?? ''}.`;
  if (baseVerb.has(body.split(' ')[0]?.toLowerCase() ?? ''))
    return `Do not ${body.charAt(0).toLowerCase()}${body.slice(1)}.`;
  return `It is not the case that ${lowerFirst(body)}.`;
}

function isClause(core: string): boolean {
  return /\s(?:is|are|was|were|has|have|had|does|do|did|makes?|brings?|causes?|helps?|harms?|needs?|outweighs?)\s/i.test(
    core,
  );
}

function sentence(text: string): string {
  return `${sentenceCase(text.replace(/\s+/g, ' ').trim())}.`;
}
