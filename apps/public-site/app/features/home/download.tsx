import { LocaleLink } from '@yunduo/app-shell';
import { useWords } from '../../shell/words.ts';
import type { SectionArticles } from './articles.ts';
import styles from './download.module.css';
import { mailTo } from './mail-to.ts';
import { Section } from './section.tsx';

interface DownloadProps extends SectionArticles {
  supportEmail: string;
}

/** Which computers it runs on. The installers are handed out for an invitation code; whoever has none asks by mail. */
export function Download({ head, supportEmail }: DownloadProps) {
  const t = useWords('home');
  return (
    <Section place="download" bearing="280" head={head} band>
      <ul className={styles.systems}>
        {head?.facts.map(({ label, value }) => (
          <li key={label}>
            <b>{label}</b>
            <span>{value}</span>
          </li>
        ))}
      </ul>
      <p className={styles.invite}>
        <LocaleLink to="/client-download" className={styles.get}>
          {t('download.get')}
        </LocaleLink>
        <a href={mailTo(supportEmail, t('download.invite_subject'))}>{t('download.invite')}</a>
      </p>
    </Section>
  );
}
