import type { User } from '@yunduo/api-contract';
import { userArrived, type SessionState } from '@yunduo/session';

interface Started {
  dispatch: (action: ReturnType<typeof userArrived>) => void;
  getState: () => unknown;
  queryFulfilled: Promise<{ data: User }>;
}

/** Updates the session, unless that session ended or another began during the call. */
export async function takeUser({ dispatch, getState, queryFulfilled }: Started): Promise<void> {
  const generation = () => (getState() as { session: SessionState }).session.generation;
  const sentIn = generation();
  const result = await queryFulfilled.catch(() => null);
  if (result && generation() === sentIn) dispatch(userArrived(result.data));
}
