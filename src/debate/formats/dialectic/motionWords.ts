/** Words by which a topic's grammar is read: enough English for what people debate, not a dictionary. */

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/).filter((word) => word !== ''));

/** Verbs in their base form that are rarely anything else. */
export const plainVerbs =
  setOf(`abandon abolish accept achieve acquire adapt add adopt allow apply approve ask assume automate avoid
  become begin believe bring build buy carry choose come compel compensate consider continue create decentralise decentralize decriminalise
  decriminalize decrease defend deliver demand deny deploy deprecate develop devote disband discourage dismantle do eat eliminate embrace
  enable encourage end enforce ensure erode establish exist expand explore extend fail favour favor forbid forgive fund generate get give go
  govern grant guarantee halt harm have hire ignore impose improve increase introduce invest join keep kill learn leave legalise legalize let
  lower maintain make mandate merge migrate nationalise nationalize need obtain obey oppose outlaw overtake own pay permit postpone preserve
  prevent prioritise prioritize privatise privatize prohibit promote protect provide publish pursue put recognise recognize redistribute
  reduce refactor refuse regulate reject rejoin relocate remain remove replace require restrict retain retire rewrite save scrap see sell send
  separate serve simplify solve speak spend standardise standardize start stay stop strengthen subsidise subsidize succeed survive take
  teach tell tolerate treat understand unify upgrade want weaken wear write`);

/** Words that may be a verb in their base form as well as a noun. */
export const doubtfulVerbs =
  setOf(`act aim attack back ban beat benefit block boost break cap care cause censor change charge charm code
  colonise colonize combat commit control cost count cover cut damage deal debate delay design drive drop face fight fix focus force form
  freeze help hold host impact land lead licence license lift limit live look mark market matter measure merit mine monitor move offer
  outperform pause phase plan play police post process produce profit push raise rank rate rebuild record reform release report rescue rest
  return reward rule run scale seek set share shift ship show sleep split spread state strike study supply support suspend switch target tax
  test threaten track trade train trust turn use vote walk waste work worry`);

/** What begins a predicate after "is" and "are". */
export const predicates =
  setOf(`a an the better worse best worst worth more less most least good bad great too so still already dead over
  obsolete ethical unethical moral immoral necessary unnecessary right wrong safe unsafe possible impossible inevitable fair unfair legal
  illegal dangerous useful useless harmful harmless sustainable important essential vital viable ready able unable free real true false
  here there responsible overrated underrated justified doomed broken enough compatible superior inferior preferable cheaper faster safer
  healthier stronger weaker greener human alive art cheating science doing becoming getting killing making losing failing winning ruining
  destroying going time about likely unlikely as not never only just`);

export const pronouns = setOf(
  'we i you they it he she one there this that these those everyone everybody anyone nobody someone',
);

/** After them stands a noun, so that what follows is no verb. */
export const determiners =
  setOf(`a an the this that these those our my your their his her its no any all some every each of in on for
  with from by at and or as to more less most least`);

/** First words that lose their capital inside a sentence. Names are not among them, so that they keep theirs. */
export const commonWords =
  setOf(`the a an this that these those we our you your they their it its there here all every each both some most
  many few more less no not one two three any anyone everyone everybody nobody people in on at for with without by from of to as if when
  where while although because after before since until and or but remote work working nuclear power social media mass surveillance public
  private free open closed strong weak big small large new old modern young online offline digital electric renewable fossil universal basic
  income minimum wages wage higher lower education schools school universities university students student teachers children parents voters
  citizens countries country states state governments government cities city companies company corporations employers employees workers
  developers engineers programmers scientists doctors judges police prisons taxes tax cars car meat food sugar water energy coal gas oil
  plastic cash money art music sport sports games video books homework exams grades monorepos monorepo microservices microservice
  monoliths monolith static dynamic types typing tests tests testing code software hardware data databases database tabs spaces artificial
  machine human humans animals animal zoos zoo democracy capitalism religion climate space war peace trade immigration borders death
  capital gun drugs drug alcohol tobacco cannabis prisoners technology science research vaccines vaccine mandatory compulsory voluntary
  self autonomous genetic gene nuclear tourism advertising privacy security freedom speech hate censorship news newspapers journalism`);

const english =
  setOf(`the a an is are was were be been should would could must will shall can may might do does did not no of to in on for
  with from by at as that this these those it its we our you your they their there than then what which who whom whose when where why how
  if whether and or but all more less most better worse has have had house believes resolved`);

const foreign =
  setOf(`der die das den dem des ein eine einen einem eines und oder ist sind sollte sollten sollen soll wir nicht für mit von
  zu zum zur dieses haus würde werden wird le la les un une des du et ou est sont faut devrait devons nous ne pas pour avec dans que qui il
  elle el los las una y o es son debe deben debería deberían debemos nosotros no por con en que lo gli i uno ed è sono dovrebbe dovremmo
  noi non per con di da del della o os as um uma e são deve devem deveria devemos nós não para com de do da het een en of zijn moet moeten
  wij niet voor met van czy nie jest to w na z и в не на ли är och det att ska bör vi inte för på er og skal bør ikke til`);

/** English words that other languages use as they are. */
const loans =
  setOf(`code digital database software hardware marketing monorepo monorepos microservices online offline sport test tests video data
  trust zoo computer`);

/** How many of the words speak for English, and how many for another language. */
export function languageVotes(words: readonly string[]): { english: number; foreign: number } {
  const lower = words.map((word) => word.toLowerCase());
  const known = lower.filter((word) => {
    const stem = word.replace(/s$/, '');
    return (
      !loans.has(word) &&
      (english.has(word) ||
        commonWords.has(word) ||
        [word, stem].some((verb) => plainVerbs.has(verb) || doubtfulVerbs.has(verb)))
    );
  });
  return { english: known.length, foreign: lower.filter((word) => foreign.has(word)).length };
}
