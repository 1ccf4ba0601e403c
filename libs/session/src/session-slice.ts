import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { User } from '@yunduo/api-contract';
import type { UserPanel } from './user-panel.ts';

/** User state (specification §3), and the loaded user. */
export interface SessionState {
  /** Empty: anonymous. */
  token: string;
  tbId: number | null;
  ytToken: string;
  headImage: string;
  userPanel: UserPanel;
  user: User | null;
  /**
   * Counts sign-ins and sign-outs. A call remembers its session's number, so that a late 401 of an ended
   * session does not end the next one.
   */
  generation: number;
}

const anonymous: Omit<SessionState, 'generation'> = {
  token: '',
  tbId: null,
  ytToken: '',
  headImage: '',
  userPanel: 'person-info',
  user: null,
};

const takeUser = (state: SessionState, user: User): void => {
  state.user = user;
  state.tbId = user.tb_id;
  state.ytToken = user.yt_token ?? '';
  state.headImage = user.head_image ?? '';
};

export const sessionSlice = createSlice({
  name: 'session',
  initialState: { ...anonymous, generation: 0 } as SessionState,
  reducers: {
    /** A token stored in this browser or received by another tab; the user is loaded afterwards. */
    sessionRestored(state, { payload }: PayloadAction<{ token: string; ytToken: string }>) {
      if (state.token === payload.token) return;
      Object.assign(state, anonymous, payload, { generation: state.generation + 1 });
    },
    sessionStarted(state, { payload }: PayloadAction<{ token: string; user: User }>) {
      Object.assign(state, anonymous, { token: payload.token, generation: state.generation + 1 });
      takeUser(state, payload.user);
    },
    sessionEnded(state) {
      Object.assign(state, anonymous, { generation: state.generation + 1 });
    },
    userLoaded(state, { payload }: PayloadAction<User>) {
      // A response after the sign-out must not restore the user.
      if (state.token) takeUser(state, payload);
    },
    userPanelOpened(state, { payload }: PayloadAction<UserPanel>) {
      state.userPanel = payload;
    },
  },
});

export const { sessionRestored, sessionStarted, sessionEnded, userLoaded, userPanelOpened } =
  sessionSlice.actions;

interface WithSession {
  session: SessionState;
}

/** True if a token is stored; the next call shows whether the server still accepts it. */
export const selectSignedIn = (state: WithSession): boolean => state.session.token !== '';
/** A number that changes with each sign-in and sign-out: the key of a view that belongs to one session. */
export const selectGeneration = (state: WithSession): number => state.session.generation;
/** The loaded user; null while anonymous or not loaded yet. */
export const selectUser = (state: WithSession): User | null => state.session.user;
