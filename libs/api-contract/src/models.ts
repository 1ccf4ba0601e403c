import type { DataOf, InputOf } from './endpoint.ts';
import type { authCode } from './endpoints/auth-code.ts';
import type { activity, adminActivity, adminFeedback, feedback } from './endpoints/community.ts';
import type { homeArticle, protocol, site } from './endpoints/content.ts';
import type { devCenter, devToken } from './endpoints/dev-center.ts';
import type { devApp } from './endpoints/developer.ts';
import type { userDevice } from './endpoints/device.ts';
import type { adminInvite, adminRelease, clientDownload, privateDeploy } from './endpoints/download.ts';
import type { userFactor } from './endpoints/factor.ts';
import type {
  adminAudit,
  adminContent,
  adminDecision,
  adminDesk,
  adminProtocol,
  adminUser,
} from './endpoints/operator.ts';
import type { adminOrder, order } from './endpoints/order.ts';
import type { adminReview } from './endpoints/review.ts';
import type { adminApp, adminReport, appStore } from './endpoints/store.ts';
import type { userInfo } from './endpoints/user.ts';
import type { devWebhook } from './endpoints/webhook.ts';

/** The things that views speak of, as the wire has them. */
export type User = DataOf<typeof userInfo.index>;
/** Something that happened with the account. */
export type AccountActivity = DataOf<typeof userInfo.recentActivity>['list'][number];
export type UserSession = DataOf<typeof userInfo.sessions>['list'][number];
/** A device that asks to be signed in, as its owner is shown it. */
export type DeviceRequest = DataOf<typeof userDevice.lookup>;
export type SiteInfo = DataOf<typeof site.info>;
export type Article = DataOf<typeof homeArticle.specialArticle>['list'][number];
export type Protocol = DataOf<typeof protocol.detail>;
export type AppItem = DataOf<typeof appStore.list>['list'][number];
export type AppDetail = DataOf<typeof appStore.detail>;
export type AppRelease = DataOf<typeof appStore.versions>['list'][number];
export type AppCheck = DataOf<typeof appStore.check>;
export type AdminApp = DataOf<typeof adminApp.certify>;
export type AppReport = DataOf<typeof adminReport.list>['list'][number];
export type DevAppItem = DataOf<typeof devApp.list>['list'][number];
export type DevAppDetail = DataOf<typeof devApp.detail>;
export type DevContent = DevAppDetail['draft'];
export type DevVersion = DevAppDetail['versions'][number];
export type DevCheck = DevAppDetail['checks'][number];
export type DevSuggestion = DevVersion['suggestions'][number];
export type DevDifference = DataOf<typeof devApp.difference>;
export type DevEvent = DataOf<typeof devApp.timeline>['list'][number];
export type Proposal = DataOf<typeof adminDecision.confirm>;
export type AdminAccount = DataOf<typeof adminUser.role>;
export type AdminAccountDetail = DataOf<typeof adminUser.detail>;
export type DeskToday = DataOf<typeof adminDesk.today>;
export type AuditEntry = DataOf<typeof adminAudit.list>['list'][number];
export type DevNotice = DataOf<typeof devCenter.notices>['list'][number];
export type Publisher = NonNullable<DataOf<typeof devCenter.publisher>['publisher']>;
export type DevWebhook = DataOf<typeof devWebhook.list>['list'][number];
export type WebhookDelivery = DataOf<typeof devWebhook.deliveries>['list'][number];
export type WebhookTry = DataOf<typeof devWebhook.delivery>['log'][number];
export type DevToken = DataOf<typeof devToken.list>['list'][number];
export type Order = DataOf<typeof order.list>['list'][number];
export type OrderDetail = DataOf<typeof order.detail>;
export type AdminOrder = DataOf<typeof adminOrder.list>['list'][number];
export type Licence = DataOf<typeof authCode.bind>;
export type LicenceWithCode = DataOf<typeof authCode.my>['list'][number];
export type LicenceDetail = DataOf<typeof authCode.detail>;
export type LicenceTransfer = DataOf<typeof authCode.transferCancel>;
export type IncomingTransfer = DataOf<typeof authCode.my>['incoming'][number];
export type LicencePlanOffer = DataOf<typeof authCode.plans>['list'][number];
export type ClientReleases = DataOf<typeof clientDownload.releases>;
export type ClientRelease = DataOf<typeof clientDownload.releases>['list'][number];
export type DownloadLink = DataOf<typeof clientDownload.claim>;
export type PrivateVersion = DataOf<typeof privateDeploy.versions>['list'][number];
export type PrivateRelease = DataOf<typeof privateDeploy.detail>;
export type Invitation = DataOf<typeof adminInvite.revoke>;
export type InviteRequest = DataOf<typeof adminInvite.answer>;
export type ReviewItem = DataOf<typeof adminReview.queue>['list'][number];
export type ReviewDetail = DataOf<typeof adminReview.detail>;
export type ReviewClaim = NonNullable<ReviewItem['claim']>;
export type ReviewChecklist = DataOf<typeof adminReview.checklist>;
export type FeedbackItem = DataOf<typeof feedback.my>['list'][number];
export type FeedbackDetail = DataOf<typeof feedback.detail>;
export type FeedbackAttachment = DataOf<typeof feedback.upload>;
export type AdminFeedback = DataOf<typeof adminFeedback.answer>;
export type Activity = DataOf<typeof activity.detail>['activity'];
export type AdminActivity = DataOf<typeof adminActivity.save>;
export type AdminArticle = DataOf<typeof adminContent.save>;
export type ArticleVersion = DataOf<typeof adminContent.history>['list'][number];
export type ProtocolVersion = DataOf<typeof adminProtocol.list>['list'][number];
export type AdminRelease = DataOf<typeof adminRelease.list>['list'][number];
export type AccountExport = DataOf<typeof userInfo.export>;
export type DeletionOutlook = DataOf<typeof userInfo.deletePrepare>;
export type MailPreferences = DataOf<typeof userInfo.mailPreferences>;
export type UserFactors = DataOf<typeof userFactor.state>;
export type TotpSetup = DataOf<typeof userFactor.totpBegin>;
export type Passkey = UserFactors['passkeys'][number];
/** What a browser is asked for to make a passkey, and what comes of it. */
export type PasskeyCreation = DataOf<typeof userFactor.passkeyBegin>['options'];
export type PasskeyCredential = InputOf<typeof userFactor.passkeyFinish>['credential'];
/** What a browser is asked for to sign with a passkey, and what comes of it. */
export type PasskeyRequest = DataOf<typeof userFactor.passkeyProve>['options'];
export type PasskeyProof = NonNullable<InputOf<typeof userInfo.prove>['passkey']>;
