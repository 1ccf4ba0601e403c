import { about } from './about.ts';
import { purchase } from './purchase.ts';
import { activity } from './activity.ts';
import { accountSettings } from './account-settings.ts';
import { guide } from './guide.ts';
import { download } from './download.ts';
import { device } from './device.ts';
import { errorsPage } from './errors-page.ts';
import { feedback } from './feedback.ts';
import { forms } from './forms.ts';
import { frame } from './frame.ts';
import { home } from './home.ts';
import { login } from './login.ts';
import { mailLinks } from './mail-links.ts';
import { licences } from './licences.ts';
import { orders } from './orders.ts';
import { privateDeployment } from './private-deployment.ts';
import { protocol } from './protocol.ts';
import { secondFactor } from './second-factor.ts';
import { store } from './store.ts';
import { storeDetail } from './store-detail.ts';
import { storeExtras } from './store-extras.ts';
import { newsletter } from './newsletter.ts';
import { account } from './account.ts';

/** The public site's words, by feature. */
export const zh = {
  about,
  accountSettings,
  guide,
  purchase,
  activity,
  download,
  privateDeployment,
  device,
  feedback,
  forms,
  frame,
  home,
  store,
  storeDetail,
  storeExtras,
  protocol,
  login,
  mailLinks,
  licences,
  orders,
  secondFactor,
  newsletter,
  account,
  errorsPage,
};
