import { addWords } from '@yunduo/app-shell';
import { pages } from '@yunduo/i18n/zh/pages';
import { validation } from '@yunduo/i18n/zh/validation';
import { listing } from '@yunduo/i18n-developer-console/zh/listing';
import { deskAudit } from '@yunduo/i18n-developer-console/zh/desk-audit';
import { deskPeople } from '@yunduo/i18n-developer-console/zh/desk-people';
import { deskOrders } from '@yunduo/i18n-developer-console/zh/desk-orders';
import { deskFeedback } from '@yunduo/i18n-developer-console/zh/desk-feedback';
import { deskContent } from '@yunduo/i18n-developer-console/zh/desk-content';
import { deskReleases } from '@yunduo/i18n-developer-console/zh/desk-releases';
import { desk } from '@yunduo/i18n-developer-console/zh/desk';
import { zh } from '../../shell/zh-words.ts';

export { Outlet as default } from 'react-router';

addWords(zh.words, {
  desk,
  deskAudit,
  deskFeedback,
  deskOrders,
  deskPeople,
  deskContent,
  deskReleases,
  listing,
  validation,
  pages,
});
