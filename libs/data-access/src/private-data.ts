import { defaultSerializeQueryArgs, type SerializeQueryArgs } from '@reduxjs/toolkit/query';
import { answersPersonally } from '@yunduo/api-contract';
import type { ContractCall } from './base-query.ts';

/** Prefix of the cache key of a response that belongs to one user. */
const PRIVATE = 'private:';

/**
 * Cache keys that tell whether a response belongs to one user, by the `access` of the call in the contract. A
 * query that makes its own calls (`queryFn`) counts as private.
 */
export const cacheKey: SerializeQueryArgs<unknown> = (query) => {
  const { query: ask } = query.endpointDefinition as { query?: (input: unknown) => ContractCall };
  const request = ask?.(query.queryArgs);
  const isPrivate = !request || answersPersonally(request.endpoint, request.input);
  return (isPrivate ? PRIVATE : '') + defaultSerializeQueryArgs(query);
};

/** Removes the responses of a user who signs out, so that the next user of this browser does not see them. */
export function forgetPrivate<State extends { queries: Record<string, unknown> }>(state: State): State {
  const entries = Object.entries(state.queries);
  const shared = entries.filter(([key]) => !key.startsWith(PRIVATE));
  return shared.length === entries.length ? state : { ...state, queries: Object.fromEntries(shared) };
}
