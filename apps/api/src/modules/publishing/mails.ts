import { deadlineOf, localePath, type Locale } from '@yunduo/i18n';
import { developerTerms as en } from '@yunduo/i18n/en/developer-terms';
import { developerTerms as zh } from '@yunduo/i18n/zh/developer-terms';
import { REVIEW_APPEAL_DAYS, type MutableMail } from '@yunduo/validation';
import type { Context } from '../../context.ts';
import type { MessageName } from '../mail/messages.ts';
import { notify, type MessageData, type Recipient } from '../mail/notify.ts';
import { localized } from '../text/localized.ts';
import { openSuggestionsOf } from './suggestions.ts';
import { isOnHold } from './next-actor.ts';
import type { Step, VersionAction, VersionRow } from './step.ts';

/** Steps that mail the developer, and whether that mail can be muted. */
const MAILS: Partial<Record<VersionAction, { name: MessageName; kind?: MutableMail }>> = {
  submit: { name: 'version_submitted', kind: 'review_success' },
  appeal: { name: 'version_submitted', kind: 'review_success' },
  // A mail that requires action cannot be muted.
  request_changes: { name: 'version_changes_requested' },
  reject: { name: 'version_rejected' },
  approve: { name: 'version_approved', kind: 'review_success' },
  yank: { name: 'version_yanked' },
  unpublish: { name: 'app_unpublished' },
  relist: { name: 'app_relisted' },
};
/** Developers are not mailed about their own steps, except those that start a deadline. */
const BY_ANYBODY: readonly VersionAction[] = ['submit', 'appeal'];

const terms = { zh, en };

/** Decisions: their mails quote the reviewer and the open suggestions. */
const DECISIONS: readonly VersionAction[] = ['approve', 'request_changes', 'reject'];

/** The version number, or the words for a listing. */
export const versionName = (
  { version, listing }: Pick<VersionRow, 'version' | 'listing'>,
  locale: Locale,
): string => (listing ? terms[locale].listing : version);

/** The mail of a step: another one where its usual one would offer what is not possible. */
function nameOf(usual: MessageName, { action, app, row }: Pick<Step, 'action' | 'app' | 'row'>): MessageName {
  if (action === 'approve' && app.takenDownAt) return 'version_approved_taken_down';
  if (action === 'approve' && isOnHold(app, row)) return 'listing_approved_unpublished';
  if (action === 'reject' && row.appealedAt) return 'version_rejected_final';
  return usual;
}

/** Mails the developer in their language, in the transaction of the step. */
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
    // Requested changes link to the listing's fields; all other mails link to the versions.
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
        // A rejection states its reason in the sentence.
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
  await notify(context, app.developerId, nameOf(message.name, { action, app, row }), data, message.kind);
}
