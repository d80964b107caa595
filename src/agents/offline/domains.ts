/** What personas commonly care about: words to search by, an aim to argue from, and what would settle a point. */
export interface Domain {
  match: RegExp;
  /** Search words. */
  words: string;
  /** Completes "I care about …". */
  aim: string;
  /** Completes "What would settle it is …". */
  measure: string;
}

/** The first that match count most. */
export const domains: readonly Domain[] = [
  {
    match:
      /\b(?:sre|site reliab\w*|reliab\w*|on-?call|operations?|ops|devops|incidents?|uptime|availab\w*|outages?|downtime)\b/i,
    words: 'incident outage availability failure alert error roll-back diagnosis on-call',
    aim: 'fewer incidents and quieter nights on call',
    measure: 'a year of incidents counted in the same way before and after the change',
  },
  {
    match: /\b(?:secur\w*|privacy|breach\w*|attack\w*|ciso|threats?|penetration)\b/i,
    words: 'security attack breach findings encryption access hostile vulnerability',
    aim: 'a smaller surface for attackers and defences that hold',
    measure: 'an independent test of both choices by people who are paid to break them',
  },
  {
    match: /\b(?:venture|invest\w*|founders?|start-?ups?|entrepreneurs?|shareholders?|capitalists?|growth)\b/i,
    words: 'growth market revenue return opportunity customers competition',
    aim: 'growth that repays the capital put at risk',
    measure: 'returns set against the capital put in, over several years and not one',
  },
  {
    match: /\b(?:labou?r|workers?|workforce|unions?|employ\w*|staff|wages?|jobs?|human resources)\b/i,
    words: 'jobs wages workers staff hours training skills workload',
    aim: 'good work, fair pay and skills that keep their value',
    measure: 'a record of jobs, pay and hours over several years, kept by somebody neutral',
  },
  {
    match:
      /\b(?:financ\w*|costs?|cfo|budgets?|econom\w*|pric\w*|spend\w*|treasur\w*|account\w*|money|cheap\w*|savings?|payback)\b/i,
    words: 'cost saving price payback budget bill spend money year',
    aim: 'money spent once and savings that really arrive',
    measure: 'audited costs for a full year, counted in the same way on both sides',
  },
  {
    match: /\b(?:safety|risks?|harms?|ethic\w*|alignment|catastroph\w*|precaution\w*)\b/i,
    words: 'risk harm failure incident danger limit safe',
    aim: 'harm that is prevented and not explained afterwards',
    measure: 'a record of what went wrong elsewhere, with its causes, kept by somebody neutral',
  },
  {
    match: /\b(?:performance|latency|speed|fast\w*|throughput|scal\w*|capacity)\b/i,
    words: 'latency throughput speed faster slower load capacity p95',
    aim: 'speed that users can feel and capacity that lasts',
    measure: 'a measurement under ordinary load, repeated by a second team',
  },
  {
    match:
      /\b(?:law\w*|legal|regulat\w*|complian\w*|rights|policy|government\w*|civil servants?|minist\w*|contracts?)\b/i,
    words: 'law contract notice compliance rule rights obligation liability',
    aim: 'rules that can be kept and promises that are',
    measure: 'a ruling, or a contract read by counsel for both sides',
  },
  {
    match: /\b(?:health\w*|doctors?|nurs\w*|patients?|medic\w*|clinic\w*|physicians?|psycholog\w*|wellbeing)\b/i,
    words: 'health patients sick stress care outcome safety wellbeing',
    aim: 'people who stay well and care that reaches them',
    measure: 'outcomes followed over time in two comparable groups',
  },
  {
    match: /\b(?:teach\w*|schools?|pupils?|students?|educat\w*|professors?|lectur\w*|parents?|learning)\b/i,
    words: 'learning pupils students school teachers results grades time',
    aim: 'children and students who learn more and not only longer',
    measure: 'results of comparable classes followed for more than one year',
  },
  {
    match: /\b(?:environment\w*|climat\w*|ecolog\w*|emissions?|green|sustainab\w*|conservation\w*|nature)\b/i,
    words: 'emissions energy climate pollution waste carbon nature',
    aim: 'less damage to what cannot be put back',
    measure: 'measured emissions and not modelled ones, over a full cycle',
  },
  {
    match: /\b(?:partners?|integrat\w*|suppliers?|vendors?|third part\w*)\b/i,
    words: 'partner integration contract notice support compatibility',
    aim: 'integrations that go on working without anybody being asked to move',
    measure: 'the written answer of those who would have to change their own systems',
  },
  {
    match: /\b(?:users?|customers?|consumers?|clients?|shoppers?|product|designers?|ux|mobile|apps?)\b/i,
    words: 'user customer checkout completion experience wait support',
    aim: 'what the people at the other end notice',
    measure: 'a trial with real users who do not know which version they were given',
  },
  {
    match:
      /\b(?:citizens?|residents?|neighbou?r\w*|communit\w*|city|cities|urban|mayor|planners?|tax ?payers?|public)\b/i,
    words: 'residents city public community streets services access',
    aim: 'a place that works for those who live in it',
    measure: 'a trial in one district, with a comparable one left as it is',
  },
  {
    match:
      /\b(?:develop\w*|engineer\w*|programm\w*|coders?|maintain\w*|architect\w*|platform|tech\w*|software|framework)\b/i,
    words: 'developers code maintain build delivery contract schema days tooling',
    aim: 'systems that a team can understand and change without fear',
    measure: 'a pilot of the same size done both ways, with the hours written down',
  },
  {
    match: /\b(?:research\w*|scien\w*|academ\w*|statistic\w*|data|evidence|histor\w*|philosoph\w*|analysts?)\b/i,
    words: 'study measured sample evidence data trial test result',
    aim: 'claims that survive a second measurement',
    measure: 'a second measurement by people with nothing to gain from the answer',
  },
  {
    match:
      /\b(?:manag\w*|ceo|coo|cto|chief|officers?|directors?|executives?|business|sales|market\w*|strateg\w*|leaders?|deliver\w*|project)\b/i,
    words: 'team delivery plan time schedule weeks delay results',
    aim: 'plans that hold and teams that can deliver them',
    measure: 'a plan with dates, and the dates looked up a year later',
  },
  {
    match: /\b(?:gains?|benefits?|improv\w*|progress|innovat\w*|opportunit\w*)\b/i,
    words: 'gain benefit improve faster better saving advantage',
    aim: 'gains that can be shown and not only promised',
    measure: 'the gains measured again once the novelty has worn off',
  },
  {
    match: /\b(?:disrupt\w*|stability|continuity|tradition\w*|careful|caution|prudence|status quo|proven)\b/i,
    words: 'cost risk delay disruption loss training failure harder',
    aim: 'continuity for those who depend on what works today',
    measure: 'the full cost of the change, training and delay included, once somebody has paid it',
  },
];

export const plainAim = 'what can be shown and not only promised';
export const plainMeasure = 'the same thing measured before and after, by somebody with no stake in the answer';

/** The domains that a text touches, in the order of the list. */
export function domainsOf(text: string): Domain[] {
  return domains.filter(({ match }) => match.test(text));
}
