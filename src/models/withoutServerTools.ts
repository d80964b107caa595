import type { ModelDescription, ModelProvider, ModelRequest } from './provider';

/** The provider with nothing searched or read on its side: what its models could do there is neither told nor asked for. */
export const withoutServerTools = (provider: ModelProvider): ModelProvider => ({
  name: provider.name,
  place: provider.place,
  describe: async (model, signal) => without(await provider.describe(model, signal)),
  list: async (signal) => (await provider.list(signal)).map(without),
  send: (request, watch) => provider.send(ownTools(request), watch),
  countTokens: (request, signal) => provider.countTokens(ownTools(request), signal),
});

const without = (description: ModelDescription): ModelDescription => ({
  ...description,
  hasServerSearch: false,
  hasServerFetch: false,
});

function ownTools(request: ModelRequest): ModelRequest {
  const { serverTools, ...rest } = request;
  return serverTools === undefined ? request : rest;
}
