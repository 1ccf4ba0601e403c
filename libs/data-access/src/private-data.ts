import { defaultSerializeQueryArgs, type SerializeQueryArgs } from '@reduxjs/toolkit/query';
import { answersPersonally } from '@yunduo/api-contract';
import type { ContractCall } from './base-query.ts';

/** Before the cache key of an answer that belongs to one user. */
const PRIVATE = 'private:';

/**
 * Cache keys that say whether an answer belongs to one user: the contract knows it by the `access` of the call. A query
 * that makes its calls itself (`queryFn`) counts as private.
 */
export const cacheKey: SerializeQueryArgs<unknown> = (query) => {
  const { query: ask } = query.endpointDefinition as { query?: (input: unknown) => ContractCall };
  const request = ask?.(query.queryArgs);
  const isPrivate = !request || answersPersonally(request.endpoint, request.input);
  return (isPrivate ? PRIVATE : '') + defaultSerializeQueryArgs(query);
};

/** Without the answers of the user who leaves: the next one at this screen must not meet them. */
export function forgetPrivate<State extends { queries: Record<string, unknown> }>(state: State): State {
  const entries = Object.entries(state.queries);
  const shared = entries.filter(([key]) => !key.startsWith(PRIVATE));
  return shared.length === entries.length ? state : { ...state, queries: Object.fromEntries(shared) };
}
