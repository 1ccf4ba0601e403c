import { deadlineOf, localePath, type Locale } from '@yunduo/i18n';
import { developerTerms as en } from '@yunduo/i18n/en/developer-terms';
import { developerTerms as zh } from '@yunduo/i18n/zh/developer-terms';
import { REVIEW_APPEAL_DAYS, type MutableMail } from '@yunduo/validation';
import type { Context } from '../../context.ts';
import type { MessageName } from '../mail/messages.ts';
import { notify, type MessageData, type Recipient } from '../mail/notify.ts';
import { localized } from '../text/localized.ts';
import { openSuggestionsOf } from './suggestions.ts';
import type { Step, VersionAction, VersionRow } from './step.ts';

/** Which step writes to the developer, and whether that mail may be switched off. */
const MAILS: Partial<Record<VersionAction, { name: MessageName; kind?: MutableMail }>> = {
  submit: { name: 'version_submitted', kind: 'review_success' },
  appeal: { name: 'version_submitted', kind: 'review_success' },
  // What the developer must act upon is never muted.
  request_changes: { name: 'version_changes_requested' },
  reject: { name: 'version_rejected' },
  approve: { name: 'version_approved', kind: 'review_success' },
  yank: { name: 'version_yanked' },
  unpublish: { name: 'app_unpublished' },
  relist: { name: 'app_relisted' },
};
/** What developers do themselves they need not read about, but for the promise that it starts. */
const BY_ANYBODY: readonly VersionAction[] = ['submit', 'appeal'];

const terms = { zh, en };

/** Decisions: their mails quote the reviewer, and what is still asked for. */
const DECISIONS: readonly VersionAction[] = ['approve', 'request_changes', 'reject'];

/** The number of a version, or that it is the listing alone. */
export const versionName = (
  { version, listing }: Pick<VersionRow, 'version' | 'listing'>,
  locale: Locale,
): string => (listing ? terms[locale].listing : version);

/** Writes to the developer in their language, in the transaction of the step. */
export async function tellDeveloper(
  context: Context,
  { action, actor, app, row, details }: Step,
): Promise<void> {
  const message = MAILS[action];
  if (!message || app.developerId === null) return;
  if (actor.role === 'developer' && !BY_ANYBODY.includes(action)) return;
  const isDecision = DECISIONS.includes(action);
  const open = isDecision ? await openSuggestionsOf(context.db, row.id) : [];
  const data = ({ locale }: Recipient): MessageData => {
    const reason = [details.reason && terms[locale].reject_reason[details.reason], details.text]
      .filter(Boolean)
      .join(locale === 'zh' ? '：' : ': ');
    // What is asked for stands at the fields of the listing; review, release, appeal and records are with the versions.
    const page = action === 'request_changes' ? 'app-edit' : 'app-versions';
    return {
      link: `${context.config.origin}${localePath(locale, `/developer-center/${page}`)}?id=${app.id}`,
      values: {
        app: localized(app.name, locale) || app.appKey,
        version: versionName(row, locale),
        due: row.dueAt ? deadlineOf(row.dueAt.toISOString(), locale) : '',
        reason: reason || terms[locale].no_reason,
        days: REVIEW_APPEAL_DAYS,
      },
      quotes: [
        // A rejection says its reason in the sentence.
        ...(isDecision && action !== 'reject' && details.text
          ? [{ label: terms[locale].quote.words, text: details.text }]
          : []),
        ...open.map(({ field, text }) => ({
          label: `${terms[locale].quote.suggestion}${locale === 'zh' ? '：' : ': '}${terms[locale].field[field]}`,
          text,
        })),
      ],
    };
  };
  const name = action === 'approve' && app.takenDownAt ? 'version_approved_taken_down' : message.name;
  await notify(context, app.developerId, name, data, message.kind);
}
