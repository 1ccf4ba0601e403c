import { appEdit } from './app-edit.ts';
import { appPreview } from './app-preview.ts';
import { apps } from './apps.ts';
import { desk } from './desk.ts';
import { deskAudit } from './desk-audit.ts';
import { deskFeedback } from './desk-feedback.ts';
import { deskOrders } from './desk-orders.ts';
import { deskPeople } from './desk-people.ts';
import { deskContent } from './desk-content.ts';
import { deskReleases } from './desk-releases.ts';
import { frame } from './frame.ts';
import { landing } from './landing.ts';
import { operatorDesk } from './operator-desk.ts';
import { ownApp } from './own-app.ts';
import { panel } from './panel.ts';
import { publisher } from './publisher.ts';
import { standing } from './standing.ts';
import { versions } from './versions.ts';
import { webhooks } from './webhooks.ts';

/** The developer console's words, by feature. */
export const zh = {
  frame,
  landing,
  apps,
  ownApp,
  standing,
  appEdit,
  appPreview,
  versions,
  panel,
  publisher,
  webhooks,
  desk,
  operatorDesk,
  deskAudit,
  deskFeedback,
  deskOrders,
  deskPeople,
  deskContent,
  deskReleases,
};
