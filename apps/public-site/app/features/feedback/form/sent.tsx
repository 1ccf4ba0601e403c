import { CopyButton, LocaleLink } from '@yunduo/app-shell';
import { Button, buttonClass, DescriptionList } from '@yunduo/ui';
import { useEffect, useRef } from 'react';
import { useTranslations } from '../../../shell/words.ts';
import styles from '../feedback.module.css';
import { ticketPath } from '../views.ts';

interface SentProps {
  no: string;
  onAnother: () => void;
}

/** Confirmation: the ticket number, and where the reply will appear. */
export function Sent({ no, onAnother }: SentProps) {
  const t = useTranslations('feedback');
  const heading = useRef<HTMLHeadingElement>(null);
  // The form is unmounted; the focus moves to its replacement.
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className={styles.sent}>
      <h2 ref={heading} tabIndex={-1}>
        {t('sent.heading')}
      </h2>
      <DescriptionList
        layout="rows"
        items={[
          {
            term: t('sent.number'),
            num: true,
            value: (
              <span className={styles.number}>
                <span translate="no">{no}</span> <CopyButton text={no} label={t('sent.copy')} />
              </span>
            ),
          },
        ]}
      />
      <p className={styles.muted}>{t('sent.text')}</p>
      <div className={styles.buttons}>
        <LocaleLink className={buttonClass} data-kind="primary" data-size="lg" to={ticketPath(no)}>
          {t('sent.see')}
        </LocaleLink>
        <Button kind="line" size="lg" onClick={onAnother}>
          {t('sent.another')}
        </Button>
      </div>
    </section>
  );
}
