import type { Publisher } from '@yunduo/api-contract';
import { CopyButton, showToast } from '@yunduo/app-shell';
import { useDevPublisherProveMutation } from '@yunduo/data-access';
import { Button, LiveRegion, Notice } from '@yunduo/ui';
import type { DomainProof, DomainProofFailure } from '@yunduo/validation';
import { useState } from 'react';
import { useTranslations } from '../../shell/words.ts';
import styles from './publisher.module.css';

interface PublisherProofProps {
  proof: NonNullable<Publisher['proof']>;
}

/** Instructions to verify the website, and the check. A default export, for `lazyWithRetry`. */
export default function PublisherProof({ proof }: PublisherProofProps) {
  const t = useTranslations('publisher');
  const [prove, { isLoading }] = useDevPublisherProveMutation();
  const [tried, setTried] = useState<{ method: DomainProof; failure: DomainProofFailure } | null>(null);
  const probe = async (method: DomainProof) => {
    setTried(null);
    const answer = await prove({ method });
    // A toast reports the server's refusal.
    if (answer.error) return;
    const { failure } = answer.data;
    if (failure) setTried({ method, failure });
    else showToast(t('proof.done', { host: proof.host }));
  };
  const failureText = tried && t(failureWord(tried.method, tried.failure));
  const ways = [
    ['file', proof.file_url, 'address'],
    ['dns', proof.record, 'record'],
  ] as const;
  return (
    <div className={styles.proof}>
      <h3>{t('proof.heading', { host: proof.host })}</h3>
      <p className="quiet">{t('proof.text')}</p>
      <div className={styles.ways}>
        {ways.map(([method, place, what]) => (
          <div key={method} role="group" aria-label={t(`proof.${method}`)}>
            <h4>{t(`proof.${method}`)}</h4>
            <Copied
              label={t(`proof.${method}_text`)}
              text={place}
              copy={t('proof.copy', { what: t(`proof.${what}`) })}
            />
            <Copied
              label={t(`proof.${method}_content`)}
              text={proof.text}
              copy={t('proof.copy', { what: t('proof.content') })}
            />
            <Button kind="line" size="sm" busy={isLoading} onClick={() => void probe(method)}>
              {t(`proof.${method}_check`)}
            </Button>
          </div>
        ))}
      </div>
      <LiveRegion role="status">
        {isLoading ? t('proof.checking') : failureText && <Notice tone="warn">{failureText}</Notice>}
      </LiveRegion>
    </div>
  );
}

const failureWord = (method: DomainProof, failure: DomainProofFailure) =>
  failure === 'dns'
    ? method === 'file'
      ? 'failure.dns_file'
      : 'failure.dns_record'
    : (`failure.${failure}` as const);

function Copied({ label, text, copy }: { label: string; text: string; copy: string }) {
  return (
    <p>
      {label}
      <span className={styles.copied}>
        <code translate="no">{text}</code>
        <CopyButton text={text} label={copy} />
      </span>
    </p>
  );
}
