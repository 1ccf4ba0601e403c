import { authCode } from './endpoints/auth-code.ts';
import { captcha } from './endpoints/captcha.ts';
import { activity, adminActivity, adminFeedback, feedback, mail, subscribe } from './endpoints/community.ts';
import { health, homeArticle, protocol, site } from './endpoints/content.ts';
import { devCenter, devToken } from './endpoints/dev-center.ts';
import { devApp } from './endpoints/developer.ts';
import { userDevice } from './endpoints/device.ts';
import { adminInvite, adminRelease, clientDownload, invite, privateDeploy } from './endpoints/download.ts';
import { userFactor } from './endpoints/factor.ts';
import {
  adminAudit,
  adminContent,
  adminDecision,
  adminDesk,
  adminProtocol,
  adminUser,
} from './endpoints/operator.ts';
import { adminOrder, order, payNotify } from './endpoints/order.ts';
import { adminCalendar, adminReview } from './endpoints/review.ts';
import { adminApp, adminReport, appStore } from './endpoints/store.ts';
import { userAuth, userInfo } from './endpoints/user.ts';
import { devWebhook } from './endpoints/webhook.ts';

export * from './endpoint.ts';
export * from './errors.ts';
export type * from './models.ts';
export type { WebhookData } from './schemas/webhook.ts';
export {
  health,
  site,
  homeArticle,
  protocol,
  captcha,
  userAuth,
  userInfo,
  userFactor,
  userDevice,
  appStore,
  clientDownload,
  privateDeploy,
  invite,
  authCode,
  order,
  payNotify,
  devCenter,
  devApp,
  devToken,
  devWebhook,
  feedback,
  subscribe,
  mail,
  activity,
  adminReview,
  adminCalendar,
  adminInvite,
  adminRelease,
  adminContent,
  adminProtocol,
  adminActivity,
  adminOrder,
  adminFeedback,
  adminApp,
  adminReport,
  adminDesk,
  adminUser,
  adminAudit,
  adminDecision,
};

/** Every call, by area: what the server must serve, no more and no less. */
export const endpoints = {
  health,
  site,
  homeArticle,
  protocol,
  captcha,
  userAuth,
  userInfo,
  userFactor,
  userDevice,
  appStore,
  clientDownload,
  privateDeploy,
  invite,
  authCode,
  order,
  payNotify,
  devCenter,
  devApp,
  devToken,
  devWebhook,
  feedback,
  subscribe,
  mail,
  activity,
  adminReview,
  adminCalendar,
  adminInvite,
  adminRelease,
  adminContent,
  adminProtocol,
  adminActivity,
  adminOrder,
  adminFeedback,
  adminApp,
  adminReport,
  adminDesk,
  adminUser,
  adminAudit,
  adminDecision,
};
