import { buttonClass } from '@yunduo/ui';
import { useWords } from '../../shell/words.ts';
import type { SectionArticles } from './articles.ts';
import { mailTo } from './mail-to.ts';
import styles from './mail.module.css';
import { Section } from './section.tsx';

interface MailProps extends SectionArticles {
  supportEmail: string;
}

/** News by mail. No form stands here before addresses are stored and confirmed: it would take them for nothing. */
export function Mail({ head, supportEmail }: MailProps) {
  const t = useWords('home');
  return (
    <Section place="email" bearing="320" head={head}>
      <p className={styles.closed}>{t('email.closed')}</p>
      <p className={styles.write}>
        <a className={buttonClass} data-kind="line" href={mailTo(supportEmail, t('email.subject'))}>
          {t('email.write', { email: supportEmail })}
        </a>
      </p>
    </Section>
  );
}
