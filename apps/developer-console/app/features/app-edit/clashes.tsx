import { Button, Notice } from '@yunduo/ui';
import { useDeveloperTerms } from '../../shell/developer-terms.ts';
import { useWords } from '../../shell/words.ts';
import styles from './edit.module.css';
import { plainText } from './plain-text.ts';
import type { DraftField } from './draft.ts';
import { useDraft } from './use-draft.ts';

/** Fields that were written here and elsewhere: both texts are shown, and one of them is chosen. Nothing is lost. */
export function Clashes() {
  const t = useWords('appEdit');
  const terms = useDeveloperTerms();
  const { draft, state } = useDraft();
  const nameOf = (field: DraftField): string =>
    field === 'app_key' ? t('app_key.label') : terms(`field.${field}`);
  if (state.clashes.length === 0) return null;
  return (
    <Notice tone="warn" role="alert" title={t('clash.heading')}>
      <p>{t('clash.text')}</p>
      {state.clashes.map((field) => (
        <section key={field} className={styles.clash} aria-label={nameOf(field)}>
          <h2>{nameOf(field)}</h2>
          <dl>
            <dt>{t('clash.mine')}</dt>
            <dd>{plainText(state.content[field])}</dd>
            <dt>{t('clash.theirs')}</dt>
            <dd>{plainText(state.base[field])}</dd>
          </dl>
          <div className={styles.actions}>
            <Button kind="line" size="sm" onClick={() => draft.choose(field, 'mine')}>
              {t('clash.keep')}
            </Button>
            <Button kind="line" size="sm" onClick={() => draft.choose(field, 'theirs')}>
              {t('clash.take')}
            </Button>
          </div>
        </section>
      ))}
    </Notice>
  );
}
