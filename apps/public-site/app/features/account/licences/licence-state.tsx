import type { Licence } from '@yunduo/api-contract';
import { Badge, StatusDot, type StatusTone } from '@yunduo/ui';
import { useTranslations } from '../../../shell/words.ts';
import styles from './licences.module.css';
import { standingOf, type Standing } from './standing.ts';

const TONES: Record<Standing, StatusTone> = {
  unused: 'run',
  active: 'good',
  ending: 'warn',
  unbound: 'run',
  unbound_permanent: 'run',
  expired: 'bad',
  revoked: 'none',
};

/** State of a licence, as a shape and a word; a pending offer is shown next to it. */
export function LicenceState({ licence }: { licence: Licence }) {
  const t = useTranslations('licences');
  const standing = standingOf(licence);
  return (
    <span className={styles.state}>
      <span className={styles.word}>
        <StatusDot tone={TONES[standing]} />
        {t(`standings.${standing}`)}
      </span>
      {licence.transfer && <Badge tone="brand">{t('in_transfer')}</Badge>}
    </span>
  );
}
