import type { SiteInfo } from '@yunduo/api-contract';

/** The site info of the frame, with nothing configured. */
export const SITE: SiteInfo = {
  name: 'Yunduo',
  slogan: 'Helm in the cloud',
  record_number: null,
  support_email: 'support@yunduo.test',
  links: { demo: null, forum: null, dev_docs: null },
  widget: null,
  activity: null,
  content_revision: 1,
};
