import { Button, Notice } from '@yunduo/ui';
import { useTranslations } from '../shell/words.ts';
import styles from './app-page.module.css';
import { plainText, plainTexts } from './plain-text.ts';

export interface ConflictListProps<F extends string> {
  conflicts: readonly { field: F; name: string; mine: unknown; theirs: unknown }[];
  choose: (field: F, whose: 'mine' | 'theirs') => void;
}

/** Fields changed both here and elsewhere: shows both texts, and the user selects one. Nothing is lost. */
export default function ConflictList({ conflicts, choose }: ConflictListProps<string>) {
  const t = useTranslations('appPages');
  return (
    <Notice tone="warn" title={t('clash.heading')}>
      <p>{t('clash.text')}</p>
      {conflicts.map(({ field, name, mine, theirs }) => {
        const [own, other] = plainTexts(mine, theirs);
        return (
          <section key={field} className={styles.clash} aria-label={name} tabIndex={-1} data-clash="">
            <h2>{name}</h2>
            <dl>
              <dt>{t('clash.mine')}</dt>
              <dd>
                <Value name={name} value={mine} text={own} />
              </dd>
              <dt>{t('clash.theirs')}</dt>
              <dd>
                <Value name={name} value={theirs} text={other} />
              </dd>
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
        );
      })}
    </Notice>
  );
}

interface Picture {
  src: string;
  alt?: unknown;
}

const isPicture = (value: unknown): value is Picture =>
  typeof value === 'object' && value !== null && 'src' in value;

/** Pictures as images, with their alternative text; everything else as text. */
function Value({ name, value, text }: { name: string; value: unknown; text: string }) {
  const pictures = [value].flat().filter(isPicture);
  if (pictures.length === 0) return text;
  return (
    <ul className={styles.pictures}>
      {pictures.map(({ src, alt }) => (
        <li key={src}>
          <img src={src} alt={alt === undefined ? name : ''} width={160} height={100} />
          {alt !== undefined && plainText(alt)}
        </li>
      ))}
    </ul>
  );
}
