import { userInfo } from './endpoints/account.ts';
import { adminUser } from './endpoints/account-admin.ts';
import { activity, adminActivity } from './endpoints/activity.ts';
import { adminAudit } from './endpoints/audit.ts';
import { userAuth } from './endpoints/auth.ts';
import { captcha } from './endpoints/captcha.ts';
import { health, homeArticle, protocol, site } from './endpoints/content.ts';
import { adminContent, adminProtocol } from './endpoints/content-admin.ts';
import { adminDecision } from './endpoints/decision.ts';
import { adminDesk } from './endpoints/desk.ts';
import { devCenter, devToken } from './endpoints/dev-center.ts';
import { userDevice } from './endpoints/device.ts';
import { adminInvite, adminRelease, clientDownload, invite, privateDeploy } from './endpoints/download.ts';
import { adminFeedback, feedback } from './endpoints/feedback.ts';
import { authCode } from './endpoints/licence.ts';
import { mail, subscribe } from './endpoints/newsletter.ts';
import { adminOrder, order, payNotify } from './endpoints/order.ts';
import { devApp } from './endpoints/publishing.ts';
import { adminCalendar, adminReview } from './endpoints/review.ts';
import { userFactor } from './endpoints/second-factor.ts';
import { adminApp, adminReport, appStore } from './endpoints/store.ts';
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

/** Every call, by area: the server must serve exactly these. */
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
