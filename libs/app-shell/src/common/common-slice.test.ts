import { expect, test } from '@jest/globals';
import { site } from '@yunduo/api-contract';
import { contentApi } from '@yunduo/data-access';
import { fakeClient } from '@yunduo/data-access/testing';
import { endSession, sessionRestored, signIn, userArrived } from '@yunduo/session';
import { userFixture } from '@yunduo/session/testing';
import { shellStore } from '../testing.tsx';
import {
  adShown,
  footerShown,
  languageSignChanged,
  loadingChanged,
  navChanged,
  scrolled,
  selectCommon,
} from './common-slice.ts';
import type { ShellState } from './shell-hooks.ts';

const common = (store: ReturnType<typeof shellStore>) => selectCommon(store.getState() as ShellState);

test('[R3.02] common state starts with its defaults', () => {
  expect(common(shellStore())).toMatchObject({
    languageSign: 'ZH',
    currentNavId: 1,
    footerVisible: true,
    signedIn: false,
    userInfoLoaded: false,
    adVisible: false,
    siteInfo: null,
    loading: true,
    scrollPosition: 0,
  });
});

test('[R3.02] actions change each part of the common state', () => {
  const store = shellStore();
  store.dispatch(languageSignChanged('EN'));
  store.dispatch(navChanged(5));
  store.dispatch(footerShown(false));
  store.dispatch(adShown(true));
  store.dispatch(loadingChanged(false));
  store.dispatch(scrolled(1200));
  expect(common(store)).toMatchObject({
    languageSign: 'EN',
    currentNavId: 5,
    footerVisible: false,
    adVisible: true,
    loading: false,
    scrollPosition: 1200,
  });
});

test('[R3.02] session actions set the signed-in and user-info flags', () => {
  const store = shellStore();
  store.dispatch(sessionRestored({ token: 'yd_1', ytToken: '' }));
  expect(common(store)).toMatchObject({ signedIn: true, userInfoLoaded: false });
  store.dispatch(userArrived(userFixture()));
  expect(common(store)).toMatchObject({ signedIn: true, userInfoLoaded: true });
  store.dispatch(endSession());
  expect(common(store)).toMatchObject({ signedIn: false, userInfoLoaded: false });
  store.dispatch(signIn({ token: 'yd_2', user: userFixture() }));
  expect(common(store)).toMatchObject({ signedIn: true, userInfoLoaded: true });
});

test('[R3.02] the siteInfo response is stored', async () => {
  const info = { name: '云舵' };
  const store = shellStore(fakeClient([site.info, info]));
  await store.dispatch(contentApi.endpoints.siteInfo.initiate());
  expect(common(store).siteInfo).toEqual(info);
});
