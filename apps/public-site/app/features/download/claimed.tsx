import type { DownloadLink } from '@yunduo/api-contract';
import { CopyButton, usePassed } from '@yunduo/app-shell';
import { buttonClass, DescriptionList, Notice } from '@yunduo/ui';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from '../../shell/words.ts';
import styles from './download.module.css';

/** The download link: it starts automatically, can be pressed again, and shows when it expires. */
export function Claimed({ claim }: { claim: DownloadLink }) {
  const t = useTranslations('download');
  const link = useRef<HTMLAnchorElement>(null);
  const [until] = useState(() => Date.now() + claim.expires_in * 1000);
  const over = usePassed(until);

  useEffect(() => {
    link.current?.click();
    link.current?.focus();
  }, []);

  return (
    <Notice
      tone={over ? 'warn' : 'good'}
      title={t(over ? 'claimed.over' : 'claimed.started', { file: claim.filename })}
    >
      <p>{over ? t('claimed.over_text') : t('claimed.minutes', { minutes: claim.expires_in / 60 })}</p>
      <p className={styles.again}>
        <a
          ref={link}
          className={buttonClass}
          data-kind="line"
          href={claim.url}
          download={claim.filename}
          aria-disabled={over || undefined}
        >
          {t('claimed.again')}
        </a>{' '}
        <a className={buttonClass} data-kind="bare" href="#after">
          {t('steps.heading')}
        </a>
      </p>
      <DescriptionList
        layout="rows"
        items={[
          { term: t('size'), value: claim.human_size },
          {
            term: 'SHA-256',
            value: (
              <span className={styles.hash}>
                <code translate="no">{claim.sha256}</code>
                <CopyButton text={claim.sha256} label={t('copy_hash')} />
              </span>
            ),
          },
        ]}
      />
    </Notice>
  );
}
