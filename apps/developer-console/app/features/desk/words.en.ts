import { addWords } from '@yunduo/app-shell';
import { pages } from '@yunduo/i18n/en/pages';
import { validation } from '@yunduo/i18n/en/validation';
import { listing } from '@yunduo/i18n-developer-console/en/listing';
import { deskAudit } from '@yunduo/i18n-developer-console/en/desk-audit';
import { deskPeople } from '@yunduo/i18n-developer-console/en/desk-people';
import { deskOrders } from '@yunduo/i18n-developer-console/en/desk-orders';
import { deskFeedback } from '@yunduo/i18n-developer-console/en/desk-feedback';
import { deskContent } from '@yunduo/i18n-developer-console/en/desk-content';
import { deskReleases } from '@yunduo/i18n-developer-console/en/desk-releases';
import { desk } from '@yunduo/i18n-developer-console/en/desk';
import { en } from '../../shell/en-words.ts';

export { Outlet as default } from 'react-router';

addWords(en.words, {
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
