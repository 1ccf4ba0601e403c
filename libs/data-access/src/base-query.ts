import type {
  BaseQueryFn,
  EndpointBuilder,
  MutationDefinition,
  QueryDefinition,
  ResultDescription,
} from '@reduxjs/toolkit/query';
import type { DataOf, Endpoint, InputOf } from '@yunduo/api-contract';
import { ApiError, type ApiClient, type ApiFailure } from '@yunduo/api-client';
import type { SessionState } from '@yunduo/session';
import { askForProof } from './proof.ts';

/** Argument of the store's thunks: one client per request on the server, one in the browser. */
export interface AppExtra {
  client: ApiClient;
}

/** A call of the contract as an endpoint of the slice defines it. */
export interface ContractCall {
  endpoint: Endpoint;
  input: unknown;
  onProgress?: (share: number) => void;
}

/** The session in which a call was sent; see `SessionState.generation`. */
export interface CallMeta {
  generation: number;
  signedIn: boolean;
}

/** Types a call against its endpoint: `query: (input) => call(appStore.list, input)`. */
export const call = <E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  onProgress?: (share: number) => void,
): ContractCall => ({ endpoint, input, onProgress });

/** Calls through the store's client. A failure becomes plain data, which a store can hold. */
export const baseQuery: BaseQueryFn<ContractCall, unknown, ApiFailure, object, CallMeta> = async (
  { endpoint, input, onProgress },
  { signal, extra, getState },
) => {
  const { client } = extra as AppExtra;
  const { session } = getState() as { session: SessionState };
  const meta: CallMeta = { generation: session.generation, signedIn: session.token !== '' };
  const send = async (): Promise<{ data: unknown } | { error: ApiFailure }> => {
    try {
      return { data: await client.call(endpoint, input as InputOf<Endpoint>, { signal, onProgress }) };
    } catch (error) {
      if (error instanceof ApiError) return { error: error.toFailure() };
      throw error;
    }
  };
  const answer = await send();
  if (!('error' in answer) || answer.error.code !== 'PROOF_REQUIRED') return { ...answer, meta };
  // The form still holds its input: the same call continues after the user has confirmed their identity.
  const proved = await askForProof(answer.error.data.proof ?? []);
  return { ...(proved && !signal.aborted ? await send() : answer), meta };
};

type Build<Tag extends string> = EndpointBuilder<typeof baseQuery, Tag, 'api'>;
/** Of a hook: nothing where the call has no input. */
type Argument<E> = InputOf<E> extends undefined ? void : InputOf<E>;
type Tags<E, Tag extends string> = ResultDescription<
  Tag,
  DataOf<E>,
  Argument<E>,
  ApiFailure,
  CallMeta | undefined
>;

/**
 * A query whose argument is the input of a call. What needs more (another argument, `onQueryStarted`) is
 * written with `build.query`.
 *
 * @param providesTags names what the response shows: a mutation that invalidates one of them requests it again
 */
export const queryOf = <E extends Endpoint, Tag extends string>(
  build: Build<Tag>,
  endpoint: E,
  providesTags?: NoInfer<Tags<E, Tag>>,
): QueryDefinition<Argument<E>, typeof baseQuery, Tag, DataOf<E>, 'api'> =>
  build.query({ query: (input) => call(endpoint, input as InputOf<E>), providesTags });

/**
 * A mutation whose argument is the input of a call; see `queryOf`.
 *
 * @param invalidatesTags names what is requested again after the response, also after a rejection
 */
export const mutationOf = <E extends Endpoint, Tag extends string>(
  build: Build<Tag>,
  endpoint: E,
  invalidatesTags?: NoInfer<Tags<E, Tag>>,
): MutationDefinition<Argument<E>, typeof baseQuery, Tag, DataOf<E>, 'api'> =>
  build.mutation({ query: (input) => call(endpoint, input as InputOf<E>), invalidatesTags });
