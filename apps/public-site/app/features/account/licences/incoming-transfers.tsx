import type { IncomingTransfer } from '@yunduo/api-contract';
import { ConfirmDialog, showToast, useLocale } from '@yunduo/app-shell';
import {
  isApiFailure,
  useLicenceTransferAcceptMutation,
  useLicenceTransferCancelMutation,
} from '@yunduo/data-access';
import { dayOf, momentOf } from '@yunduo/i18n';
import { Button, Notice } from '@yunduo/ui';
import { useState } from 'react';
import { useTranslations } from '../../../shell/words.ts';
import styles from './licences.module.css';

/** Licences offered to the user: each can be accepted or declined; one that expired meanwhile only declined. */
export function IncomingTransfers({ offers }: { offers: readonly IncomingTransfer[] }) {
  const t = useTranslations('licences');
  return (
    <section className={styles.incoming} aria-labelledby="incoming">
      <h2 id="incoming" className={styles.heading}>
        {t('incoming.heading')}
      </h2>
      {offers.map((offer) => (
        <Incoming key={offer.id} offer={offer} />
      ))}
    </section>
  );
}

function Incoming({ offer }: { offer: IncomingTransfer }) {
  const t = useTranslations('licences');
  const locale = useLocale();
  const [accept, { isLoading }] = useLicenceTransferAcceptMutation();
  const [decline] = useLicenceTransferCancelMutation();
  const [declining, setDeclining] = useState(false);
  const { id, from_email: from, code_tail: tail, licence_expires_at: ends } = offer;
  const named = { from, tail, plan: t(`plans.${offer.plan}`) };
  const expired = offer.state === 'expired' && ends !== null;

  const take = async () => {
    try {
      await accept(id).unwrap();
      showToast(t('incoming.accepted'));
    } catch (error) {
      // A toast has reported the failed call.
      if (!isApiFailure(error)) throw error;
    }
  };

  return (
    <Notice
      action={
        <span className={styles.buttons}>
          {!expired && (
            <Button
              size="sm"
              busy={isLoading}
              aria-label={t('incoming.accept_label', { tail })}
              onClick={() => void take()}
            >
              {t('incoming.accept')}
            </Button>
          )}
          <Button
            kind="line"
            size="sm"
            aria-label={t('incoming.decline_label', { tail })}
            onClick={() => setDeclining(true)}
          >
            {t('incoming.decline')}
          </Button>
        </span>
      }
    >
      {expired ? (
        <p>{t('incoming.expired', { ...named, date: dayOf(ends, locale) })}</p>
      ) : (
        <p>
          {t('incoming.text', { ...named, until: momentOf(offer.expires_at, locale) })}
          {ends && ` ${t('incoming.runs', { date: dayOf(ends, locale) })}`}
        </p>
      )}
      {declining && (
        <ConfirmDialog
          title={t('incoming.decline_title')}
          confirm={t('incoming.decline')}
          cancel={t('incoming.keep')}
          danger
          onClose={() => setDeclining(false)}
          onFailure={() => setDeclining(false)}
          onConfirm={async () => {
            await decline(id).unwrap();
            showToast(t('incoming.declined'));
          }}
        >
          <p>{t('incoming.decline_text')}</p>
        </ConfirmDialog>
      )}
    </Notice>
  );
}
