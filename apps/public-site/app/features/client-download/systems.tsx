import type { ClientRelease } from '@yunduo/api-contract';
import { Badge } from '@yunduo/ui';
import { useWords } from '../../shell/words.ts';
import styles from './systems.module.css';

/**
 * The computers it runs on. The visitor's own stands out: the head script says on `<html>` which system it is, and
 * both Mac chips are shown alike, since no browser tells them apart.
 */
export function Systems({ release }: { release: ClientRelease }) {
  const t = useWords('clientDownload');
  return (
    <ul className={styles.systems} aria-label={t('systems')}>
      {release.platforms.map(({ platform, system, human_size }) => (
        <li key={platform} data-system={platform.startsWith('mac') ? 'mac' : 'windows'}>
          <b>{t(`platforms.${platform}`)}</b>
          <span>{system}</span>
          <span className="num">
            {release.version} · {human_size}
          </span>
          <span className={styles.yours}>
            <Badge tone="brand">{t('yours')}</Badge>
          </span>
        </li>
      ))}
      <li data-system="linux">
        <b>{t('linux')}</b>
        <span>{t('linux_coming')}</span>
        <span className={styles.yours}>
          <Badge tone="brand">{t('yours')}</Badge>
        </span>
      </li>
    </ul>
  );
}
