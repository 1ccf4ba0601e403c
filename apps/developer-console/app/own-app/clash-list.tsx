import { Button, Notice } from '@yunduo/ui';
import { useWords } from '../shell/words.ts';
import styles from './own-app.module.css';
import { plainText } from './plain-text.ts';

export interface ClashListProps<F extends string> {
  clashes: readonly { field: F; name: string; mine: unknown; theirs: unknown }[];
  choose: (field: F, whose: 'mine' | 'theirs') => void;
}

/** Fields that were written here and elsewhere: both texts are shown, and one of them is chosen. Nothing is lost. */
export default function ClashList({ clashes, choose }: ClashListProps<string>) {
  const t = useWords('ownApp');
  return (
    <Notice tone="warn" role="alert" title={t('clash.heading')}>
      <p>{t('clash.text')}</p>
      {clashes.map(({ field, name, mine, theirs }) => (
        <section key={field} className={styles.clash} aria-label={name} tabIndex={-1} data-clash="">
          <h2>{name}</h2>
          <dl>
            <dt>{t('clash.mine')}</dt>
            <dd>{plainText(mine)}</dd>
            <dt>{t('clash.theirs')}</dt>
            <dd>{plainText(theirs)}</dd>
          </dl>
          <div className={styles.actions}>
            <Button kind="line" size="sm" onClick={() => choose(field, 'mine')}>
              {t('clash.keep')}
            </Button>
            <Button kind="line" size="sm" onClick={() => choose(field, 'theirs')}>
              {t('clash.take')}
            </Button>
          </div>
        </section>
      ))}
    </Notice>
  );
}
