import type { DataOf } from './endpoint.ts';
import type { homeArticle, protocol, site } from './endpoints/content.ts';
import type { devCenter, devToken } from './endpoints/dev-center.ts';
import type { devApp } from './endpoints/developer.ts';
import type { adminAudit, adminUser } from './endpoints/operator.ts';
import type { adminApp, adminReport, appStore } from './endpoints/store.ts';
import type { userInfo } from './endpoints/user.ts';

/** The things that views speak of, as the wire has them. */
export type User = DataOf<typeof userInfo.index>;
export type UserSession = DataOf<typeof userInfo.sessions>['list'][number];
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
export type AdminAccount = DataOf<typeof adminUser.role>;
export type AuditEntry = DataOf<typeof adminAudit.list>['list'][number];
export type DevNotice = DataOf<typeof devCenter.notices>['list'][number];
export type DevToken = DataOf<typeof devToken.list>['list'][number];
