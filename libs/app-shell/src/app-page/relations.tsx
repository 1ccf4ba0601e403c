import type { AppDetail } from '@yunduo/api-contract';
import { textLang } from '@yunduo/i18n';
import { StatusDot } from '@yunduo/ui';
import { LocaleLink } from '../i18n/locale-link.tsx';
import { useLocale } from '../i18n/use-translations.ts';
import styles from './relations.module.css';
import { SideSection } from './side-section.tsx';

interface RelationsProps {
  heading: string;
  /** Shown if the list is empty. */
  none: string;
  relations: AppDetail['dependencies'];
  /** Conflicts, not dependencies. */
  warn?: boolean;
}

/** Dependencies or conflicts of the app. Those in the store are linked. */
export function Relations({ heading, none, relations, warn = false }: RelationsProps) {
  const locale = useLocale();
  return (
    <SideSection heading={heading}>
      {relations.length === 0 ? (
        <p className={styles.none}>{none}</p>
      ) : (
        <ul className={styles.list}>
          {relations.map(({ name, id, constraint, note }) => (
            <li key={name}>
              <span>
                <StatusDot tone={warn ? 'warn' : 'none'} />
                <bdi>{id === null ? name : <LocaleLink to={`/store/${String(id)}`}>{name}</LocaleLink>}</bdi>
                {constraint && ` ${constraint}`}
              </span>
              {note && (
                <span className={styles.note} lang={textLang(note, locale)}>
                  {note}
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
    </SideSection>
  );
}
