import type { ClientRelease } from '@yunduo/api-contract';
import { Badge } from '@yunduo/ui';
import { useTranslations } from '../../shell/words.ts';
import styles from './systems.module.css';

interface PlatformsProps {
  release: ClientRelease;
  value: string;
  onChoose: (platform: string) => void;
  error: string | undefined;
}

/**
 * The platforms, each card a radio button. The visitor's own is highlighted, and looks selected if it is unambiguous,
 * before any script except the head script has run: that sets the system on `<html>`. Both Mac CPUs are shown alike,
 * since no browser distinguishes them.
 */
export function Platforms({ release, value, onChoose, error }: PlatformsProps) {
  const t = useTranslations('download');
  const yours = (
    <span className={styles.yours}>
      <Badge tone="brand">{t('yours')}</Badge>
    </span>
  );
  return (
    <fieldset
      className={styles.systems}
      role="radiogroup"
      aria-required
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? 'claim-platform-error' : undefined}
    >
      <legend>{t('claim.platform')}</legend>
      <div className={styles.cards}>
        {release.platforms.map(({ platform, human_size }, index) => (
          <label
            key={platform}
            className={styles.card}
            data-system={platform.startsWith('mac') ? 'mac' : 'windows'}
          >
            <input
              type="radio"
              id={index === 0 ? 'claim-platform' : undefined}
              name="platform"
              value={platform}
              checked={value === platform}
              onChange={() => onChoose(platform)}
            />
            <span className={styles.what}>
              <b>{t(`platforms.${platform}`)}</b>
              <span>{t(`requires.${platform}`)}</span>
              <span>
                {release.version} · {human_size}
              </span>
              {yours}
            </span>
          </label>
        ))}
        <div className={styles.card} data-system="linux" data-coming="">
          <span className={styles.what}>
            <b>{t('linux')}</b>
            <span>{t('linux_coming')}</span>
            {yours}
          </span>
        </div>
      </div>
      {error && (
        <p id="claim-platform-error" className={styles.error}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
