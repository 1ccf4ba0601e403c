import { useLocale } from '@yunduo/app-shell';
import { momentOf } from '@yunduo/i18n';
import { Button, StatusDot } from '@yunduo/ui';
import { useWords } from '../../shell/words.ts';
import styles from './edit.module.css';
import { useDraft, useDraftState } from './use-draft.ts';

const REFUSALS: Readonly<Record<number, 'forbidden' | 'gone'>> = { 403: 'forbidden', 404: 'gone' };

/** Whether what is on the screen is with the server, and what to do when it is not. */
export function SaveState() {
  const t = useWords('appEdit');
  const locale = useLocale();
  const { draft } = useDraft();
  const { status, dirty, savedAt, restored, refusal } = useDraftState((state) => state);
  const held = status === 'saved' && dirty.length > 0;
  return (
    <div className={styles.save}>
      <p role="status">
        <StatusDot tone={status === 'failed' || held ? 'bad' : status === 'saved' ? 'good' : 'run'} />{' '}
        {status === 'failed' && t(`save.${refusal ? (REFUSALS[refusal.status] ?? 'refused') : 'failed'}`)}
        {held && t('save.held', { count: dirty.length })}
        {status === 'saved' && !held && t('save.saved', { at: momentOf(savedAt, locale) })}
        {(status === 'waiting' || status === 'saving') && t('save.saving')}
      </p>
      {refusal?.status === 400 && <p>{refusal.msg}</p>}
      {restored && <p className="quiet">{t('save.restored')}</p>}
      {status === 'failed' && (
        <Button kind="line" size="sm" onClick={() => void draft.flush()}>
          {t('save.retry')}
        </Button>
      )}
    </div>
  );
}
