/**
 * Evidence is data. A sentence that gives orders, to a reader, an agent or a model, is never quoted: it states nothing,
 * and it might be taken for an instruction by whoever reads the record next.
 */
const patterns: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override|bypass)\b.{0,60}\b(?:instructions?|prompts?|rules?|previous|above|prior|system|guidelines?|everything)\b/i,
  /^\W*(?:system|assistant|user|human|developer|prompt|instructions?)\s*(?:prompt|message|instructions?)?\s*[:>\]]/i,
  /<\|?\/?(?:im_start|im_end|system|assistant|user|s|inst)\b|\[\/?(?:INST|SYS)\]|^#+\s*(?:system|instruction)/i,
  /\b(?:you are|you're|you must|you should|you shall|you will|you have to|you need to|act as|pretend|role-?play)\b/i,
  /\b(?:declare|name|pronounce|proclaim|crown|pick|choose|vote|award|announce|make|conclude|rule)\b.{0,80}\b(?:winner|wins?|victory|victor|victorious|void|draw)\b/i,
  /\w_wins\b|\bsystem prompt\b|\bjailbreak|\bthese instructions\b|\bfollowing instructions\b/i,
  /\b(?:assistants?|agents?|debaters?|chair|moderator|judge|verifier|reporter|assessor|language models?|LLMs?|chatbots?|AI)\b.{0,40}\b(?:must|shall|should|has to|have to|is to|are to)\b.{0,80}\b(?:say|answer|respond|reply|output|print|write|quote|cite|rule|redact|strike|ignore|concede|agree|declare|award|vote|reveal|stop|obey|follow)\b/i,
];

/** Base forms that open a sentence only as an order. */
const plainImperatives = new Set(
  `
  add assume avoid be beware call choose cite click compare concede conclude consider copy declare delete describe
  disregard do don't ensure execute explain follow forget get give go hold ignore imagine insert keep know let make
  never obey paste please pretend print prefer provide put quote read remember repeat reply respond reveal run say
  see send set stop submit summarise summarize take tell think treat try turn type wait write`
    .trim()
    .split(/\s+/),
);
/** Nouns as often as verbs; an order only before an object: "Use the…", but "Use of gRPC rose". */
const doubtfulImperatives = new Set(
  `
  answer approach ask award base budget build change check cut deploy design document finish grant judge leave list
  mark measure move name note open order output pick plan point publish report request respect return review rule
  share ship start support switch test train translate update use vote watch`
    .trim()
    .split(/\s+/),
);
const objects = new Set(
  `
  a all an any both each every from his how it its my no not only one our out something that the their them this
  these those to whatever with your yourself`
    .trim()
    .split(/\s+/),
);

/** Whether a text tells somebody to do something, rather than stating something. */
export function givesOrders(text: string): boolean {
  return patterns.some((pattern) => pattern.test(text)) || isImperative(text);
}

function isImperative(text: string): boolean {
  const [first = '', second = ''] = text
    .toLowerCase()
    .replace(/^[^\p{L}]+/u, '')
    .split(/\s+/, 2);
  const verb = first.replace(/[^\p{L}'’-]+$/u, '').replace('’', "'");
  if (plainImperatives.has(verb)) return first === verb || first === `${verb},`;
  return doubtfulImperatives.has(verb) && first === verb && objects.has(second);
}
