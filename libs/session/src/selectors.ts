import type { User } from '@yunduo/api-contract';
import type { SessionState } from './session-slice.ts';

interface WithSession {
  session: SessionState;
}

/** True if a token is stored; the next call shows whether the server still accepts it. */
export const selectSignedIn = (state: WithSession): boolean => state.session.token !== '';
/** A number that changes with each sign-in and sign-out: the key of a view that belongs to one session. */
export const selectGeneration = (state: WithSession): number => state.session.generation;
/** The loaded user; null while anonymous or not loaded yet. */
export const selectUser = (state: WithSession): User | null => state.session.user;
