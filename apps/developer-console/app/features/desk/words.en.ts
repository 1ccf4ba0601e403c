import { addWords } from '@yunduo/app-shell';
import { pages } from '@yunduo/i18n/en/pages';
import { validation } from '@yunduo/i18n/en/validation';
import { appEdit } from '@yunduo/i18n-developer-console/en/app-edit';
import { deskAudit } from '@yunduo/i18n-developer-console/en/desk-audit';
import { deskPeople } from '@yunduo/i18n-developer-console/en/desk-people';
import { deskOrders } from '@yunduo/i18n-developer-console/en/desk-orders';
import { deskFeedback } from '@yunduo/i18n-developer-console/en/desk-feedback';
import { deskContent } from '@yunduo/i18n-developer-console/en/desk-content';
import { deskReleases } from '@yunduo/i18n-developer-console/en/desk-releases';
import { operatorDesk } from '@yunduo/i18n-developer-console/en/operator-desk';
import { en } from '../../shell/en-words.ts';

export { Outlet as default } from 'react-router';

addWords(en.words, {
  operatorDesk,
  deskAudit,
  deskFeedback,
  deskOrders,
  deskPeople,
  deskContent,
  deskReleases,
  appEdit,
  validation,
  pages,
});
