import { captcha } from './endpoints/captcha.ts';
import { health, homeArticle, protocol, site } from './endpoints/content.ts';
import { devApp } from './endpoints/developer.ts';
import { appStore } from './endpoints/store.ts';
import { userAuth, userInfo } from './endpoints/user.ts';

export * from './endpoint.ts';
export * from './errors.ts';
export type * from './models.ts';
export { appStore, captcha, devApp, health, homeArticle, protocol, site, userAuth, userInfo };

/** Every call, by area: what the server must serve, no more and no less. */
export const endpoints = {
  health,
  site,
  homeArticle,
  protocol,
  captcha,
  userAuth,
  userInfo,
  appStore,
  devApp,
};
