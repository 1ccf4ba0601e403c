import type { LicenceDetail } from '@yunduo/api-contract';
import { useLocale } from '@yunduo/app-shell';
import { isApiFailure, useLicenceOfflineRenewMutation } from '@yunduo/data-access';
import { dayOf } from '@yunduo/i18n';
import { Button } from '@yunduo/ui';
import { useState } from 'react';
import { useTranslations } from '../../../shell/words.ts';
import { IssuedDialog, type IssuedFile } from './issued-dialog.tsx';
import styles from './licences.module.css';
import { saveFile } from '../save-file.ts';

/** Licence files issued for offline servers, and the button that issues the newest again. */
export function LicenceFiles({ licence }: { licence: LicenceDetail }) {
  const t = useTranslations('licences');
  const locale = useLocale();
  const [renew, { isLoading }] = useLicenceOfflineRenewMutation();
  const [answer, setAnswer] = useState<IssuedFile | null>(null);
  const { id, code_tail: tail, files, file_renewable: renewable } = licence;
  if (files.length === 0) return null;
  const press = async () => {
    try {
      const made = await renew({ id }).unwrap();
      saveFile(made.filename, made.file);
      setAnswer(made);
    } catch (error) {
      // A toast reports it.
      if (!isApiFailure(error)) throw error;
    }
  };
  return (
    <section aria-labelledby="code-files">
      <h2 id="code-files" className={styles.heading}>
        {t('files.heading')}
      </h2>
      <ul className={styles.rows}>
        {files.map(({ id: file, server, issued_at: made, expires_at: end, state }) => (
          <li key={file}>
            <span>{t('files.row', { server, date: dayOf(made, locale) })}</span>
            <span className={state === 'valid' ? undefined : 'quiet'}>
              {state === 'valid'
                ? end
                  ? t('files.valid', { date: dayOf(end, locale) })
                  : t('files.valid_permanent')
                : t(`files.${state}`)}
            </span>
          </li>
        ))}
      </ul>
      {renewable && (
        <>
          <p className={`quiet ${styles.note}`}>{t('files.text')}</p>
          <div className={styles.buttons}>
            <Button
              kind="line"
              busy={isLoading}
              aria-label={t('files.renew_label', { tail })}
              onClick={() => void press()}
            >
              {isLoading ? t('offline_form.submitting') : t('files.renew')}
            </Button>
          </div>
        </>
      )}
      {answer && <IssuedDialog answer={answer} onClose={() => setAnswer(null)} />}
    </section>
  );
}
