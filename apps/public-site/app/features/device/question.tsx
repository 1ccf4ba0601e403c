import type { ApiFailure } from '@yunduo/api-client';
import type { DeviceRequest } from '@yunduo/api-contract';
import { useAppSelector } from '@yunduo/app-shell';
import { FormError } from '@yunduo/app-shell/form-error';
import {
  handledByForm,
  isApiFailure,
  useDeviceAllowMutation,
  useDeviceDenyMutation,
} from '@yunduo/data-access';
import { selectUser } from '@yunduo/session';
import { Button, DescriptionList, Notice } from '@yunduo/ui';
import { useState } from 'react';
import { useTranslations } from '../../shell/words.ts';
import styles from './device.module.css';

interface QuestionProps {
  device: DeviceRequest;
  onDecided: (decision: 'allowed' | 'denied') => void;
  /** Returns to the code entry. */
  onAgain: () => void;
}

/**
 * The requesting device, and the two decisions. Everything that an attacker could have written is presented as the
 * device's own claim; an attacker who sent the link to a victim is on another network.
 */
export function Question({ device, onDecided, onAgain }: QuestionProps) {
  const t = useTranslations('device');
  const email = useAppSelector((state) => selectUser(state)?.email);
  const [allow, { isLoading: allowing }] = useDeviceAllowMutation();
  const [deny, { isLoading: denying }] = useDeviceDenyMutation();
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  const busy = allowing || denying;

  const decide = async (decision: 'allowed' | 'denied') => {
    if (busy) return;
    setFailure(null);
    try {
      const input = { user_code: device.user_code };
      await (decision === 'allowed' ? allow(handledByForm(input)) : deny(handledByForm(input))).unwrap();
      onDecided(decision);
    } catch (error) {
      if (!isApiFailure(error)) throw error;
      setFailure(error);
    }
  };

  const message = (value: string, note: string) => (
    <>
      <span>{value}</span> <span className="quiet">{note}</span>
    </>
  );
  return (
    <>
      <h1>{t('ask.heading')}</h1>
      <p className={styles.lead}>{email ? t('ask.lead_email', { email }) : t('ask.lead')}</p>
      <DescriptionList
        layout="rows"
        className={styles.facts}
        items={[
          { term: t('ask.code'), value: device.user_code, num: true },
          { term: t('ask.name'), value: message(device.device_name, t('ask.name_note')) },
          { term: t('ask.system'), value: device.system },
          {
            term: t('ask.network'),
            value: message(device.network, t(device.same_network ? 'ask.same_network' : 'ask.other_network')),
          },
        ]}
      />
      <Notice tone="warn" title={t('ask.warning_title')}>
        <p>{t('ask.warning')}</p>
        {!device.same_network && <p>{t('ask.warning_network')}</p>}
      </Notice>
      <FormError
        error={failure}
        action={
          failure?.code === 'DEVICE_CODE_INVALID' && (
            <Button kind="line" size="sm" onClick={onAgain}>
              {t('ask.again')}
            </Button>
          )
        }
      />
      <div className={styles.answers}>
        <Button size="lg" busy={allowing} onClick={() => void decide('allowed')}>
          {t(allowing ? 'ask.allowing' : 'ask.allow')}
        </Button>
        <Button kind="line" size="lg" busy={denying} onClick={() => void decide('denied')}>
          {t(denying ? 'ask.denying' : 'ask.deny')}
        </Button>
      </div>
    </>
  );
}
