import { showToast } from '@yunduo/app-shell';
import { useMailPreferencesQuery, useSaveMailPreferencesMutation } from '@yunduo/data-access';
import { Checkbox, Skeleton } from '@yunduo/ui';
import { MUTABLE_MAILS, type MutableMail } from '@yunduo/validation';
import { PartFailed } from '../../../shell/part-failed.tsx';
import { useWords } from '../../../shell/words.ts';
import styles from './account-center.module.css';

/** The mails that may be switched off; each box takes effect at once. */
export function MailPreferences({ email }: { email: string }) {
  const t = useWords('accountCenter');
  const { data, error, isFetching, refetch } = useMailPreferencesQuery();
  const [save, { isLoading }] = useSaveMailPreferencesMutation();

  const set = async (kind: MutableMail, muted: boolean) => {
    const others = (data?.mails ?? []).filter((mail) => mail.muted && mail.kind !== kind);
    const result = await save({ muted: [...others.map((mail) => mail.kind), ...(muted ? [kind] : [])] });
    // What went wrong has been said by then; the box goes back to what the server has.
    if (!('error' in result)) showToast({ message: 'information_updated' });
  };
  return (
    <section className={styles.section} aria-labelledby="mails-h">
      <div>
        <h2 id="mails-h">{t('mails.heading')}</h2>
        <p className="quiet">{t('mails.lead', { email })}</p>
      </div>
      {data ? (
        <div className={styles.choices}>
          {data.mails.map((mail) => (
            <Checkbox
              key={mail.kind}
              checked={!mail.muted}
              aria-disabled={isLoading || undefined}
              onChange={({ currentTarget }) => {
                if (!isLoading) void set(mail.kind, !currentTarget.checked);
              }}
            >
              {t(`mails.kinds.${mail.kind}`)}
            </Checkbox>
          ))}
        </div>
      ) : error ? (
        <PartFailed as="h3" title={t('mails.failed')} retrying={isFetching} onRetry={() => void refetch()} />
      ) : (
        <div className={styles.waiting}>
          <Skeleton label={t('mails.loading')} shape="text" />
          {/* As high as the boxes will be, so that what follows stays where it is. */}
          <div className={styles.choices} aria-hidden="true">
            {MUTABLE_MAILS.map((kind) => (
              <Checkbox key={kind} disabled>
                {t(`mails.kinds.${kind}`)}
              </Checkbox>
            ))}
          </div>
        </div>
      )}
    </section>
  );
}
