import type { BaseQueryFn } from '@reduxjs/toolkit/query';
import type { Endpoint, InputOf } from '@yunduo/api-contract';
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
  const proved = await askForProof(answer.error.data.proof ?? ['password']);
  return { ...(proved && !signal.aborted ? await send() : answer), meta };
};
