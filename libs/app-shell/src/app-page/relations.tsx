import type { AppDetail } from '@yunduo/api-contract';
import { StatusDot } from '@yunduo/ui';
import { LocaleLink } from '../i18n/locale-link.tsx';
import styles from './relations.module.css';
import { SideSection } from './side-section.tsx';

interface RelationsProps {
  heading: string;
  /** Said when there is nothing to list. */
  none: string;
  relations: AppDetail['dependencies'];
  /** These stand in the way. */
  warn?: boolean;
}

/** Other software that this app needs or cannot live beside; what is in the store is linked. */
export function Relations({ heading, none, relations, warn = false }: RelationsProps) {
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
                {id === null ? name : <LocaleLink to={`/store/${String(id)}`}>{name}</LocaleLink>}
                {constraint && <span className="num"> {constraint}</span>}
              </span>
              {note && <span className={styles.note}>{note}</span>}
            </li>
          ))}
        </ul>
      )}
    </SideSection>
  );
}
