import type { Licence } from '@yunduo/api-contract';
import { Badge, StatusDot, type StatusTone } from '@yunduo/ui';
import { useWords } from '../../../shell/words.ts';
import styles from './my-codes.module.css';

const TONES: Record<Licence['state'], StatusTone> = {
  unused: 'run',
  active: 'good',
  expired: 'warn',
  revoked: 'none',
};

/** The state of a licence, as a shape and a word; an offer that stands open is said beside it. */
export function LicenceState({ licence }: { licence: Licence }) {
  const t = useWords('myCodes');
  return (
    <span className={styles.state}>
      <span className={styles.word}>
        <StatusDot tone={TONES[licence.state]} />
        {t(`states.${licence.state}`)}
      </span>
      {licence.transfer && <Badge tone="brand">{t('in_transfer')}</Badge>}
    </span>
  );
}
