import type { User } from '@yunduo/api-contract';
import { userArrived, type SessionState } from '@yunduo/session';

interface Started {
  dispatch: (action: ReturnType<typeof userArrived>) => void;
  getState: () => unknown;
  queryFulfilled: Promise<{ data: User }>;
}

/** Notes the session in which a call is sent: false once it has ended or another one has begun. */
export function noteSession(getState: () => unknown): () => boolean {
  const generation = () => (getState() as { session: SessionState }).session.generation;
  const sentIn = generation();
  return () => generation() === sentIn;
}

/** Updates the session, unless that session ended or another began during the call. */
export async function takeUser({ dispatch, getState, queryFulfilled }: Started): Promise<void> {
  const isCurrent = noteSession(getState);
  const result = await queryFulfilled.catch(() => null);
  if (result && isCurrent()) dispatch(userArrived(result.data));
}
