import { contentWords } from '../../debate/text';

/** Words that tell gains from losses, as stems. English only: a text of another language has no valence. */

const stems = (words: string): ReadonlySet<string> => new Set(contentWords(words));

export const gains = stems(`
  able accelerate accurate achieve advantage affordable approve avoid beat benefit best better bonus boost calm
  cheap cheaper cheapest clean clear comfortable confident consistent convenient cure defensible dependable durable
  easier easy effective efficient empower enable endorse enjoy ensure excellent exceed fair fast faster fastest
  favour favourable fit fix flexible free gain good great happy healthy healthier help honest improve improvement
  innovate leaner lift lighter modern nimble opportunity outperform pass popular praise precise prefer prevent
  productive profitable progress promising prosper protect prove quick quicker quiet ready recommend recover
  reliable resilient resolve reward robust safe safer safest satisfy save secure shorten simple simpler simplest
  simplify smooth smoother solve spare stable steady steadier steadily strength strong stronger strict succeed
  success successful suit support survive sustain thrive transparent trust trusted useful valuable welcome win won
  worth defence protection gently`);

export const losses = stems(`
  abandon abuse accident against alarming attack awkward bad badly blind blame breach break breaking broken broke
  burden burnout bug clumsy collapse collide complain complaint complex complexity complicated compromise concern
  conflict confuse confusing confusion corrupt crash crime crisis criticise damage danger dangerous dead deadly
  decay defect deny defeat deficit deficient degrade delay delete demoralise depress deteriorate died dying difficult
  disadvantage disappoint disaster discourage dispute disrupt disruption distract doubt downgrade drawback drop
  error exhaust expense expensive expire explode slip exploit expose exposure fail failure fatal fatigue fault fear
  fine flaw flood forbid forget forgot fragile fraud frustrate hard harder hardest harm hazard hidden hostile hurt
  idle ignore illegal illness impair incident inconsistent ineffective inefficient inferior injure injury insecure
  intense interrupt isolate lack lag late lawsuit leak lonely lose loss lost malformed meaningless mislead mismatch
  miss mistake mistook misuse neglect nuisance object obstacle obsolete oppose outage outdated overload overrun
  overspend overwhelm pain painful penalty pinned poor poorly problem punish quit reject resist refuse regret resign
  risk risky scandal scarce sceptic scrap sick slow slower slowest slowed slowdown stall stale steal stop storm stress
  strike struggle stuck suffer suspend tedious threat threaten timeout tired toxic trouble undermine undocumented
  unfair unhappy unhealthy unlimited unpopular unpredictable unreliable unsafe unstable unsure vulnerable wasteful
  waste weak weaken weaker weakest weakness wear worry worse worsen worst worthless wrong wrongly overrated harm`);

/** Mildly against whatever is their subject: what has to be paid, done or added for it. */
export const burdens = stems(`
  cost costs budget charge expense require needs need demand must learn train training retrain rebuild rewrite
  rework occupy stretch licence license upgrade maintain extra additional dependency proxy workaround`);

/** Quantities of which less is better. */
export const badQuantities = stems(`
  absence absenteeism accident alert attrition bandwidth battery bill bug byte bytes carbon churn commute complaint
  complexity congestion connection connections cost crash crime cpu day days death debt defect delay dependency
  dependencies diagnosis download downtime emission energy error expense failure fault fee finding fine hour hours
  incident inequality inflation injury interruption latency leave litter load loss meeting meetings mb kb megabyte
  memory message messages minute minutes mistake month months noise outage overhead overtime package packages pain
  payback pollution poverty price pressure queue rate rent resignation resignations retry risk second seconds size
  skew spending start storm storms stress tax ticket tickets time toll traffic turnover unemployment vacancy
  vulnerability waiting wait waste week weeks workload lines code build ms tail p95 p99 percentile`);

/** Quantities of which more is better. */
export const goodQuantities = stems(`
  accuracy adoption applicant attendance availability biodiversity capacity completion confidence conversion
  coverage customer customers density earnings efficiency employment engagement footfall freedom grade grades growth
  happiness health income installs job jobs learning life literacy margin membership morale motivation output
  performance pickup privacy productivity profit quality recruitment reliability requests resale retention revenue
  ridership safety sale sales satisfaction saving savings score scores security sleep speed staff survival
  throughput trust turnout uptime user users value volume wage wages wealth welfare wellbeing yield`);

/** What they act on turns into its contrary: a prevented incident is a gain, a removed benefit a loss. */
export const counters = stems(`
  address avoid block describe catch caught close curb cut decrease eliminate end fix lessen lower mitigate prevent
  reduce refuse reject remove resist resolve solve spare stop survive`);

const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/));

/** Not stemmed: "more" and "less" are stop words to the stemmer. */
export const increases = words(
  `
  more higher greater larger bigger longer rise rises rose risen rising increase increases increased increasing grow
  grows grew grown growing climb climbs climbed double doubles doubled triple triples tripled add adds added adding
  gain gained raise raises raised soar soared surge surged jump jumped swell swelled expand expanded extends above`,
);
export const decreases = words(
  `
  less fewer lower smaller shorter fall falls fell fallen falling drop drops dropped decline declines declined
  decrease decreases decreased reduce reduces reduced reducing reduction cut cuts cutting shrink shrinks shrank
  shrunk halve halves halved dip dipped sink sank sunk plunge plunged slash slashed trim trimmed ease eased shorten
  shortened saves below`,
);
/** Whatever is needed on top is a burden, however good a thing it is. */
export const onTop = words('extra additional');
export const negations = words(
  `
  no not never none nobody nothing neither nor without cannot hardly scarcely barely unable can't won't don't
  doesn't didn't isn't aren't wasn't weren't couldn't wouldn't shouldn't hasn't haven't hadn't`,
);
