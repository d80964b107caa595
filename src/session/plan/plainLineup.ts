import { uniqueName } from '../../agents/documents/evidence';
import type { Debater } from '../../debate/log/entryData';
import { isDebaterName, lineupSize } from '../../debate/log/names';
import { firstWords } from '../../matching/text/text';

/** Debaters as the topic and the user's words alone tell, before a model is asked. Yes and no where nobody was described. */
export function plainLineup(topic: string, hints = ''): Debater[] {
  const said = hints
    .split(/\n|;/)
    .map((line) => line.replace(/^\s*(?:[-*•]|\d{1,2}[.)])\s+/, '').trim())
    .filter((line) => line !== '')
    .slice(0, lineupSize.most);
  const debaters: Debater[] = [];
  for (const words of said.length < lineupSize.least ? [] : said) debaters.push(describedBy(words, topic, debaters));
  if (debaters.length > 0) return debaters;
  return (['yes', 'no'] as const).map((name) => ({
    ...undescribed,
    name,
    starting_position: `${name === 'yes' ? 'Yes' : 'No'}: ${firstWords(topic, mostWords)}`,
    model: '',
  }));
}

const mostWords = 40;

/** `name: words`, or words alone. */
function describedBy(said: string, topic: string, others: readonly Debater[]): Debater {
  const plain = said.replace(/:\s*$/, '');
  const named = isDebaterName(plain) ? [plain, plain] : /^([\p{L}\p{N}][\p{L}\p{N} .'_-]{0,39}):(.+)$/su.exec(plain);
  const [, name = plain, described = isDebaterName(plain) ? undescribed.persona : plain] = named ?? [];
  const words = described.trim();
  const wanted = isDebaterName(name) ? name : firstWords(name, 3);
  return {
    ...undescribed,
    name: uniqueName(
      wanted,
      others.map((other) => other.name),
    ),
    persona: words,
    starting_position: firstWords(topic, mostWords),
    model: '',
  };
}

export const undescribed = {
  persona: 'Nobody described this seat',
  starting_position: 'Nobody named one',
  incentives: 'Nobody named any',
};
