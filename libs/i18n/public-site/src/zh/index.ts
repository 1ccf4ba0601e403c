import { about } from './about.ts';
import { auth } from './auth.ts';
import { activity } from './activity.ts';
import { accountCenter } from './account-center.ts';
import { application } from './application.ts';
import { clientDownload } from './client-download.ts';
import { device } from './device.ts';
import { errorsPage } from './errors-page.ts';
import { feedback } from './feedback.ts';
import { forms } from './forms.ts';
import { frame } from './frame.ts';
import { home } from './home.ts';
import { login } from './login.ts';
import { mailLinks } from './mail-links.ts';
import { myCodes } from './my-codes.ts';
import { orders } from './orders.ts';
import { privateDeploy } from './private-deploy.ts';
import { protocol } from './protocol.ts';
import { secondFactor } from './second-factor.ts';
import { store } from './store.ts';
import { storeDetail } from './store-detail.ts';
import { storeExtras } from './store-extras.ts';
import { subscribe } from './subscribe.ts';
import { user } from './user.ts';

/** The public site's words, by feature. */
export const zh = {
  about,
  accountCenter,
  application,
  auth,
  activity,
  clientDownload,
  privateDeploy,
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
  myCodes,
  orders,
  secondFactor,
  subscribe,
  user,
  errorsPage,
};
