import { CopyButton } from '@yunduo/app-shell';
import { Button, Icon } from '@yunduo/ui';
import { useState } from 'react';
import { useTranslations } from '../../../shell/words.ts';
import styles from './licences.module.css';

interface LicenceCodeProps {
  code: string;
  tail: string;
}

/** A code, masked until the user reveals it, against shoulder surfing; it can be copied either way. */
export function LicenceCode({ code, tail }: LicenceCodeProps) {
  const t = useTranslations('licences');
  const [shown, setShown] = useState(false);
  return (
    <span className={styles.code}>
      <code translate="no" data-shown={shown || undefined}>
        {shown ? code : `YDAC-••••-${tail}`}
      </code>
      <span className={styles.codeButtons}>
        <Button
          kind="bare"
          size="sm"
          iconOnly
          aria-label={t(shown ? 'hide' : 'show', { tail })}
          onClick={() => setShown(!shown)}
        >
          <Icon name={shown ? 'eye-off' : 'eye'} />
        </Button>
        <CopyButton text={code} label={t('copy', { tail })} />
      </span>
    </span>
  );
}
