import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { SiteInfo } from '@yunduo/api-contract';
import { contentApi } from '@yunduo/data-access';
import { sessionEnded, sessionRestored, sessionStarted, userLoaded } from '@yunduo/session';

/** Common state (specification §3). */
export interface CommonState {
  languageSign: 'ZH' | 'EN';
  /** 1-7 in the order of the top navigation. */
  currentNavId: number;
  footerVisible: boolean;
  signedIn: boolean;
  userInfoLoaded: boolean;
  adVisible: boolean;
  siteInfo: SiteInfo | null;
  /** True while a page loads. */
  loading: boolean;
  scrollPosition: number;
  /** The visitor's path, or the target while a page loads. */
  path: string;
  /** A call got a 401; `<ShellEffects/>` navigates to sign-in. */
  signInAsked: boolean;
}

const initialState: CommonState = {
  languageSign: 'ZH',
  currentNavId: 1,
  footerVisible: true,
  signedIn: false,
  userInfoLoaded: false,
  adVisible: false,
  siteInfo: null,
  loading: true,
  scrollPosition: 0,
  path: '',
  signInAsked: false,
};

export const commonSlice = createSlice({
  name: 'common',
  initialState,
  reducers: {
    languageSignChanged(state, { payload }: PayloadAction<CommonState['languageSign']>) {
      state.languageSign = payload;
    },
    navChanged(state, { payload }: PayloadAction<number>) {
      state.currentNavId = payload;
    },
    footerShown(state, { payload }: PayloadAction<boolean>) {
      state.footerVisible = payload;
    },
    adShown(state, { payload }: PayloadAction<boolean>) {
      state.adVisible = payload;
    },
    loadingChanged(state, { payload }: PayloadAction<boolean>) {
      state.loading = payload;
    },
    scrolled(state, { payload }: PayloadAction<number>) {
      state.scrollPosition = payload;
    },
    pathChanged(state, { payload }: PayloadAction<string>) {
      state.path = payload;
    },
    signInAsked(state) {
      state.signInAsked = true;
    },
    signInShown(state) {
      state.signInAsked = false;
    },
  },
  extraReducers: (builder) => {
    builder
      .addCase(sessionStarted, (state) => {
        state.signedIn = true;
        state.userInfoLoaded = true;
      })
      .addCase(sessionRestored, (state) => {
        state.signedIn = true;
        state.userInfoLoaded = false;
      })
      .addCase(userLoaded, (state) => {
        state.userInfoLoaded = state.signedIn;
      })
      .addCase(sessionEnded, (state) => {
        state.signedIn = false;
        state.userInfoLoaded = false;
      })
      .addMatcher(contentApi.endpoints.siteInfo.matchFulfilled, (state, { payload }) => {
        state.siteInfo = payload;
      });
  },
});

export const {
  languageSignChanged,
  navChanged,
  footerShown,
  adShown,
  loadingChanged,
  scrolled,
  pathChanged,
  signInAsked,
  signInShown,
} = commonSlice.actions;

/** For `useSelector`: the state of a store made with `slices: { common: commonSlice.reducer }`. */
export const selectCommon = (state: { common: CommonState }): CommonState => state.common;
