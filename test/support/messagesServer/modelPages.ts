import { invalid } from './apiError';
import { modelInfo, type ModelEntry, type ToldModel } from './models';

interface ModelPage {
  data: ToldModel[];
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

/** Answer to `GET /v1/models`: the newest first, page by page. */
export const modelPage = (models: readonly ModelEntry[], query: URLSearchParams): ModelPage => {
  const stray = [...query.keys()].find((key) => key !== 'limit' && key !== 'after_id');
  if (stray !== undefined) throw invalid(`${stray}: Extra inputs are not permitted`);
  const limit = limitOf(query);
  const after = query.get('after_id');
  const start = after === null ? 0 : models.findIndex(({ id }) => id === after) + 1;
  const end = start + limit;
  const data = models.slice(start, end).map(modelInfo);
  const hasMore = end < models.length;
  return { data, has_more: hasMore, first_id: data[0]?.id ?? null, last_id: data.at(-1)?.id ?? null };
};
