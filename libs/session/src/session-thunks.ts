import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit';
import type { User } from '@yunduo/api-contract';
import { sessionEnded, sessionStarted, userLoaded, type SessionState } from './session-slice.ts';
import { signedInHint } from './signed-in-hint.ts';
import { tokenStorage } from './token-storage.ts';
import { tellOtherTabs } from './user-channel.ts';

type SessionThunk = ThunkAction<void, { session: SessionState }, unknown, UnknownAction>;

/** Stores the session from the response of `login`; every open tab follows. Browser only. */
export const signIn =
  (session: { token: string; user: User }): SessionThunk =>
  (dispatch) => {
    // Set before the token: a page that subscribes to token changes now reads the hint to learn what it has
    // missed.
    signedInHint.write();
    tokenStorage.saveYtToken(session.user.yt_token);
    tokenStorage.saveToken(session.token);
    dispatch(sessionStarted({ token: session.token, user: session.user }));
    tellOtherTabs(session.user);
  };

/** Removes the session here and in every open tab, after a sign-out or a 401. Browser only. */
export const endSession = (): SessionThunk => (dispatch) => {
  tokenStorage.clear();
  signedInHint.clear();
  dispatch(sessionEnded());
};

/** Updates the user from the server: avatar and nickname change in every open tab. */
export const userArrived =
  (user: User): SessionThunk =>
  (dispatch, getState) => {
    if (!getState().session.token) return;
    dispatch(userLoaded(user));
    tokenStorage.saveYtToken(user.yt_token);
    tellOtherTabs(user);
  };

/** Updates the avatar only. */
export const headImageArrived =
  (headImage: string): SessionThunk =>
  (dispatch, getState) => {
    const { user } = getState().session;
    if (user) dispatch(userArrived({ ...user, head_image: headImage }));
  };
