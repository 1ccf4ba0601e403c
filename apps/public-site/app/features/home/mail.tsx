import { useWords } from '../../shell/words.ts';
import type { SectionArticles } from './articles.ts';
import { MailForm } from './mail-form.tsx';
import styles from './mail.module.css';
import { Section } from './section.tsx';

interface MailProps extends SectionArticles {
  supportEmail: string;
}

/** News by mail: an address, the slider, a mail that asks once more. */
export function Mail({ head, supportEmail }: MailProps) {
  const t = useWords('home');
  return (
    <Section place="email" bearing="320" head={head}>
      <div className={styles.box}>
        <MailForm />
        <noscript>
          <p className="quiet">{t('email.no_script', { email: supportEmail })}</p>
        </noscript>
      </div>
    </Section>
  );
}
