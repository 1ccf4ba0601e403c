import { appPages } from './app-pages.ts';
import { appStatus } from './app-status.ts';
import { apps } from './apps.ts';
import { desk } from './desk.ts';
import { deskAudit } from './desk-audit.ts';
import { deskContent } from './desk-content.ts';
import { deskFeedback } from './desk-feedback.ts';
import { deskOrders } from './desk-orders.ts';
import { deskPeople } from './desk-people.ts';
import { deskReleases } from './desk-releases.ts';
import { editor } from './editor.ts';
import { frame } from './frame.ts';
import { landing } from './landing.ts';
import { listing } from './listing.ts';
import { needs } from './needs.ts';
import { panel } from './panel.ts';
import { preview } from './preview.ts';
import { publisher } from './publisher.ts';
import { review } from './review.ts';
import { versions } from './versions.ts';
import { webhooks } from './webhooks.ts';

/** The developer console's words, by feature. */
export const zh = {
  frame,
  landing,
  apps,
  appPages,
  appStatus,
  editor,
  listing,
  needs,
  preview,
  versions,
  panel,
  publisher,
  webhooks,
  review,
  desk,
  deskAudit,
  deskFeedback,
  deskOrders,
  deskPeople,
  deskContent,
  deskReleases,
};
