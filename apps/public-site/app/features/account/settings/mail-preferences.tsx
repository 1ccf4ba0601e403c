import { showToast } from '@yunduo/app-shell';
import { useMailPreferencesQuery, useSaveMailPreferencesMutation } from '@yunduo/data-access';
import { Checkbox, Skeleton } from '@yunduo/ui';
import { MUTABLE_MAILS, type MutableMail } from '@yunduo/validation';
import { PartFailed } from '../../../shell/part-failed.tsx';
import { useTranslations } from '../../../shell/words.ts';
import styles from './account-settings.module.css';
import { useChoices } from './use-choices.ts';

/** Optional mails; each checkbox takes effect at once. */
export function MailPreferences({ email }: { email: string }) {
  const t = useTranslations('accountSettings');
  const { data, error, isFetching, refetch } = useMailPreferencesQuery();
  const [save] = useSaveMailPreferencesMutation();
  const { isOn, choose } = useChoices<MutableMail>({
    saved: new Map(data?.mails.map(({ kind, muted }) => [kind, !muted])),
    // The error has been shown already.
    save: async (all) => {
      const muted = [...all].flatMap(([kind, on]) => (on ? [] : [kind]));
      return !('error' in (await save({ muted })));
    },
    onSaved: () => showToast({ message: 'information_updated' }),
  });
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
              checked={isOn(mail.kind)}
              onChange={({ currentTarget }) => choose(mail.kind, currentTarget.checked)}
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
          {/* As high as the checkboxes, so that the content below does not move. */}
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
