import type { ModelInfo } from '@anthropic-ai/sdk/resources/models';
import { invalid } from './apiError';
import { modelInfo, type ModelEntry } from './models';

interface ModelPage {
  data: ModelInfo[];
  has_more: boolean;
  first_id: string | null;
  last_id: string | null;
}

const limitOf = (query: URLSearchParams): number => {
  const limit = Number(query.get('limit') ?? '20');
  if (!Number.isInteger(limit) || limit < 1 || limit > 1_000)
    throw invalid('limit: Input should be between 1 and 1000');
  return limit;
};

const lifecycles = (query: URLSearchParams): string[] => {
  const asked = [...query.entries()].flatMap(([key, value]) =>
    /^lifecycle(\[\d*\])?$/.test(key) ? value.split(',') : [],
  );
  return asked.length === 0 ? ['active', 'deprecated'] : asked;
};

/** `GET /v1/models`: the newest first, page by page. */
export const modelPage = (models: readonly ModelEntry[], query: URLSearchParams): ModelPage => {
  const limit = limitOf(query);
  const listed = models.filter(({ lifecycle }) => lifecycles(query).includes(lifecycle));
  const indexOf = (id: string): number => listed.findIndex((model) => model.id === id);
  const [after, before] = [query.get('after_id'), query.get('before_id')];
  const start = after !== null ? indexOf(after) + 1 : before !== null ? Math.max(indexOf(before) - limit, 0) : 0;
  const end = before !== null && after === null ? Math.max(indexOf(before), 0) : start + limit;
  const data = listed.slice(start, end).map(modelInfo);
  const hasMore = before !== null && after === null ? start > 0 : end < listed.length;
  return { data, has_more: hasMore, first_id: data[0]?.id ?? null, last_id: data.at(-1)?.id ?? null };
};
