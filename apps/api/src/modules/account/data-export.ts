import { shanghaiDay } from '@yunduo/i18n';
import { and, eq, getTableColumns, inArray, isNotNull, or, sql, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Db } from '../../db/client.ts';
import {
  activityParticipations,
  appEvents,
  appDrafts,
  appReports,
  apps,
  appVersions,
  consents,
  devTokens,
  downloadClaims,
  emailChanges,
  emailUndos,
  feedbackAnswers,
  feedbackAttachments,
  feedbackTickets,
  knownDevices,
  licenceEvents,
  licenceFiles,
  licences,
  licenceTerms,
  licenceTransfers,
  mailMutes,
  orders,
  passkeys,
  payments,
  publisherNames,
  publishers,
  recoveryCodes,
  savedApps,
  securityEvents,
  sessions,
  signInReports,
  invitationRequests,
  subscribers,
  totpFactors,
  userRoles,
  users,
  versionSubmissions,
  versionSuggestions,
  webhookDeliveries,
  webhooks,
} from '../../db/schema/index.ts';
import { isOfferedTo } from '../licence/offers.ts';

/** The account whose data is exported. */
export interface Owner {
  id: number;
  email: string;
}

/** The personal data in one table. */
export interface DataExport {
  /** Subject in the exported file. */
  section: string;
  table: PgTable;
  /** The owner's rows. */
  of(db: Db, owner: Owner): SQL | undefined;
  /** Columns left out: secrets and names of internal stores. All others are exported. */
  without: readonly string[];
}

const dataExport = <T extends PgTable>(
  section: string,
  table: T,
  of: (db: Db, owner: Owner) => SQL | undefined,
  without: readonly (keyof T['_']['columns'] & string)[] = [],
): DataExport => ({ section, table, of, without });

const ordersOf = (db: Db, { id }: Owner) =>
  db.select({ id: orders.id }).from(orders).where(eq(orders.userId, id));
const licencesOf = (db: Db, { id }: Owner) =>
  db.select({ id: licences.id }).from(licences).where(eq(licences.userId, id));
const appsOf = (db: Db, { id }: Owner) =>
  db.select({ id: apps.id }).from(apps).where(eq(apps.developerId, id));
const versionsOf = (db: Db, owner: Owner) =>
  db
    .select({ id: appVersions.id })
    .from(appVersions)
    .where(inArray(appVersions.appId, appsOf(db, owner)));
const webhooksOf = (db: Db, { id }: Owner) =>
  db.select({ id: webhooks.id }).from(webhooks).where(eq(webhooks.userId, id));
const ticketsOf = (db: Db, { id }: Owner) =>
  db.select({ id: feedbackTickets.id }).from(feedbackTickets).where(eq(feedbackTickets.userId, id));

const account: readonly DataExport[] = [
  dataExport('account', users, (_, { id }) => eq(users.id, id), ['passwordHash', 'ytToken']),
  dataExport('roles', userRoles, (_, { id }) => eq(userRoles.userId, id)),
  dataExport('sessions', sessions, (_, { id }) => eq(sessions.userId, id), [
    'tokenHash',
    'networkHash',
    'deviceHash',
  ]),
  dataExport('known_devices', knownDevices, (_, { id }) => eq(knownDevices.userId, id), ['deviceHash']),
  dataExport('security_events', securityEvents, (_, { id }) => eq(securityEvents.userId, id), ['repeatKey']),
  dataExport('sign_in_reports', signInReports, (_, { id }) => eq(signInReports.userId, id), ['tokenHash']),
  dataExport('authenticator_app', totpFactors, (_, { id }) => eq(totpFactors.userId, id), [
    'secret',
    'lastStep',
    'pendingSecret',
  ]),
  dataExport('passkeys', passkeys, (_, { id }) => eq(passkeys.userId, id), ['publicKey', 'counter']),
  dataExport('recovery_codes', recoveryCodes, (_, { id }) => eq(recoveryCodes.userId, id), ['codeHash']),
  dataExport('consents', consents, (_, { id }) => eq(consents.userId, id)),
  dataExport('muted_mails', mailMutes, (_, { id }) => eq(mailMutes.userId, id)),
  dataExport('email_changes', emailChanges, (_, { id }) => eq(emailChanges.userId, id), ['tokenHash']),
  dataExport('earlier_emails', emailUndos, (_, { id }) => eq(emailUndos.userId, id), ['tokenHash']),
];

const purchases: readonly DataExport[] = [
  dataExport('orders', orders, (_, { id }) => eq(orders.userId, id)),
  dataExport('payments', payments, (db, owner) => inArray(payments.orderId, ordersOf(db, owner))),
  dataExport('licences', licences, (_, { id }) => eq(licences.userId, id), ['codeHash', 'codeEncrypted']),
  dataExport('licence_terms', licenceTerms, (db, owner) =>
    inArray(licenceTerms.licenceId, licencesOf(db, owner)),
  ),
  dataExport('licence_events', licenceEvents, (_, { id }) => eq(licenceEvents.ownerId, id)),
  dataExport('licence_files', licenceFiles, (_, { id }) => eq(licenceFiles.ownerId, id)),
  dataExport('licence_transfers', licenceTransfers, (_, owner) =>
    or(eq(licenceTransfers.fromUserId, owner.id), isOfferedTo(owner)),
  ),
];

const store: readonly DataExport[] = [
  dataExport('saved_apps', savedApps, (_, { id }) => eq(savedApps.userId, id)),
  dataExport('app_reports', appReports, (_, { id }) => eq(appReports.userId, id), [
    'reporterHash',
    'closedBy',
    'note',
  ]),
  dataExport('client_downloads', downloadClaims, (_, { id }) => eq(downloadClaims.userId, id), ['visitor']),
];

const developer: readonly DataExport[] = [
  dataExport('apps', apps, (_, { id }) => eq(apps.developerId, id), [
    'searchNames',
    'searchNgrams',
    'searchTypos',
    'sortNameZh',
    'sortNameEn',
  ]),
  dataExport('app_versions', appVersions, (db, owner) => inArray(appVersions.appId, appsOf(db, owner))),
  dataExport('app_drafts', appDrafts, (db, owner) => inArray(appDrafts.appId, appsOf(db, owner))),
  dataExport('app_submissions', versionSubmissions, (db, owner) =>
    inArray(versionSubmissions.versionId, versionsOf(db, owner)),
  ),
  dataExport('app_timeline', appEvents, (db, owner) => inArray(appEvents.appId, appsOf(db, owner)), [
    'actorId',
  ]),
  // Only the developer's answers; the rest is the reviewers' work.
  dataExport(
    'review_answers',
    versionSuggestions,
    (db, owner) =>
      and(inArray(versionSuggestions.versionId, versionsOf(db, owner)), isNotNull(versionSuggestions.answer)),
    ['reviewerId'],
  ),
  dataExport('build_tokens', devTokens, (_, { id }) => eq(devTokens.userId, id), ['tokenHash']),
  dataExport('publisher', publishers, (_, { id }) => eq(publishers.userId, id)),
  dataExport('publisher_names', publisherNames, (_, { id }) => eq(publisherNames.userId, id)),
  dataExport('webhooks', webhooks, (_, { id }) => eq(webhooks.userId, id), [
    'secret',
    'secretAt',
    'previousSecret',
  ]),
  dataExport(
    'webhook_deliveries',
    webhookDeliveries,
    (db, owner) => inArray(webhookDeliveries.webhookId, webhooksOf(db, owner)),
    ['round', 'lease', 'leaseUntil'],
  ),
];

const messages: readonly DataExport[] = [
  dataExport('feedback', feedbackTickets, (_, { id }) => eq(feedbackTickets.userId, id), ['revision']),
  dataExport('feedback_attachments', feedbackAttachments, (_, { id }) => eq(feedbackAttachments.userId, id), [
    'file',
    'preview',
  ]),
  dataExport(
    'feedback_answers',
    feedbackAnswers,
    (db, owner) => inArray(feedbackAnswers.ticketId, ticketsOf(db, owner)),
    ['authorId'],
  ),
  dataExport('activities', activityParticipations, (_, { id }) => eq(activityParticipations.userId, id)),
  dataExport('subscription', subscribers, (_, { email }) => eq(subscribers.email, email)),
  dataExport('invitation_requests', invitationRequests, (_, { email }) =>
    eq(invitationRequests.email, email),
  ),
];

/** All personal data, by subject. A new table that references users must be listed here or in `NOT_EXPORTED`. */
export const DATA_EXPORTS: readonly DataExport[] = [
  ...account,
  ...purchases,
  ...store,
  ...developer,
  ...messages,
];

/** Tables that reference users and are left out of the export, each with its reason. */
export const NOT_EXPORTED: Readonly<Record<string, string>> = {
  sign_in_tickets: 'sign-ins under way, for some minutes',
  device_sign_ins: 'sign-ins of devices under way, for some minutes',
  passkey_challenges: 'what a device is asked to sign, for some minutes',
  idempotency_keys: 'answers that were given already, sealed, kept for a day',
  review_claims: 'work of our reviewers',
  review_checks: 'work of our reviewers',
  audit_log: 'what our operators did',
  decision_proposals: 'what our operators proposed and decided',
  article_schedules: 'what our operators scheduled for the site',
};

/** The file name of an export: its day in Shanghai. */
export const nameOfExport = (now: Date): string => `yunduo-data-${shanghaiDay(now)}.json`;

/** Collects the owner's data: subject → rows, with column names. */
export async function collectData(db: Db, owner: Owner): Promise<Record<string, unknown[]>> {
  const sections: Record<string, unknown[]> = {};
  for (const { section, table, of, without } of DATA_EXPORTS) {
    const columns = Object.entries(getTableColumns(table)).filter(([name]) => !without.includes(name));
    const picked = Object.fromEntries(columns.map(([, column]) => [column.name, column]));
    sections[section] = await db
      .select(picked)
      .from(table)
      .where(of(db, owner) ?? sql`false`);
  }
  return sections;
}
