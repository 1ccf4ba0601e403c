import { useLocale } from '@yunduo/app-shell';
import { momentOf } from '@yunduo/i18n';
import { Button, StatusDot } from '@yunduo/ui';
import { useState } from 'react';
import { useWords } from '../../shell/words.ts';
import styles from './edit.module.css';
import { useDraft, useDraftState } from './use-draft.ts';

const REFUSALS: Readonly<Record<number, 'forbidden' | 'gone'>> = { 403: 'forbidden', 404: 'gone' };

/** Whether what is on the screen is with the server, and what to do when it is not. */
export function SaveState() {
  const t = useWords('appEdit');
  const locale = useLocale();
  const { draft } = useDraft();
  const { status, dirty, clashes, savedAt, restored, refusal } = useDraftState((state) => state);
  // What is written here and elsewhere is not wrong: it waits for a choice.
  const faulty = dirty.length - clashes.length;
  const held = status === 'saved' && dirty.length > 0;
  const trouble = status === 'failed' || held;
  const said = [
    status === 'failed' && t(`save.${refusal ? (REFUSALS[refusal.status] ?? 'refused') : 'failed'}`),
    held && clashes.length > 0 && t('save.clash', { count: clashes.length }),
    held && faulty > 0 && t('save.held', { count: faulty }),
    status === 'saved' && !held && t('save.saved', { at: momentOf(savedAt, locale) }),
  ]
    .filter(Boolean)
    .join(' ');
  return (
    <div className={styles.save} data-trouble={trouble || undefined}>
      <p data-save-state="">
        <StatusDot tone={trouble ? 'bad' : status === 'saved' ? 'good' : 'run'} /> {said || t('save.saving')}
      </p>
      <Told trouble={trouble} text={said} />
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

/**
 * What a screen reader hears of it: trouble, and once that it is over. Each pause of a hand that writes saves; nobody
 * wants to hear that.
 */
function Told({ trouble, text }: { trouble: boolean; text: string }) {
  const [told, setTold] = useState({ trouble: false, text: '' });
  if (text && (trouble || told.trouble) && (trouble !== told.trouble || text !== told.text))
    setTold({ trouble, text });
  return (
    <p className="sr" role="status">
      {told.text}
    </p>
  );
}
