import type { AppDetail } from '@yunduo/api-contract';
import { LocaleLink, useLocalePath } from '@yunduo/app-shell';
import { Button, buttonClass, Select } from '@yunduo/ui';
import { Form } from 'react-router';
import { useWords } from '../../../shell/words.ts';
import styles from './compare-form.module.css';

interface CompareFormProps {
  app: AppDetail;
  from: string | null;
}

/** Asks which version the reader runs; the answer stands in the address, so it works before any script. */
export function CompareForm({ app, from }: CompareFormProps) {
  const t = useWords('storeDetail');
  const path = useLocalePath()(`/store/${String(app.id)}`);
  if (app.update_log.length < 2) return null;
  return (
    <Form className={styles.compare} action={`${path}#log`} preventScrollReset>
      <label htmlFor="log-from">{t('log.from_label')}</label>
      <Select key={from} id="log-from" name="from" defaultValue={from ?? ''} required>
        <option value="">{t('log.from_any')}</option>
        {app.update_log.map(({ version }) => (
          <option key={version} value={version}>
            {version}
          </option>
        ))}
      </Select>
      <Button kind="line" type="submit">
        {t('log.from_submit')}
      </Button>
      {from !== null && (
        <LocaleLink
          to={`/store/${String(app.id)}#log`}
          className={buttonClass}
          data-kind="bare"
          preventScrollReset
        >
          {t('log.clear')}
        </LocaleLink>
      )}
    </Form>
  );
}
