import type { AppItem } from '@yunduo/api-contract';
import { foreignLang, LocaleLink, useLocale } from '@yunduo/app-shell';
import { AppLogo } from '@yunduo/ui';
import { useWords } from '../../shell/words.ts';
import type { SectionArticles } from './articles.ts';
import { Section } from './section.tsx';
import styles from './selection.module.css';

interface SelectionProps extends SectionArticles {
  picks: readonly AppItem[];
}

/** The store's picks. */
export function Selection({ head, picks }: SelectionProps) {
  const t = useWords('home');
  const locale = useLocale();
  return (
    <Section place="selection" head={head}>
      <ul className={styles.picks}>
        {picks.map(({ id, app_key, name, logo, cate_name, version, untranslated }) => (
          <li key={id}>
            <LocaleLink to={`/store/${String(id)}`}>
              <AppLogo appKey={app_key} src={logo} />
              <b lang={foreignLang({ untranslated }, 'name', locale)}>{name}</b>
              <span>{cate_name}</span>
              <span className="num">{version}</span>
            </LocaleLink>
          </li>
        ))}
      </ul>
      {!head?.link && (
        <p className={styles.more}>
          <LocaleLink to="/store">{t('selection.all')}</LocaleLink>
        </p>
      )}
    </Section>
  );
}
