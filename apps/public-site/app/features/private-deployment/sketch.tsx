import { useTranslations } from '../../shell/words.ts';
import styles from './sketch.module.css';

/** Diagram of the installed system: the clients, the customer's server, and the managed servers. */
export function Sketch() {
  const t = useTranslations('privateDeployment');
  return (
    <svg
      className={styles.sketch}
      viewBox="0 0 360 200"
      width="360"
      height="200"
      role="img"
      aria-label={t('sketch.label')}
    >
      <rect className={styles.zone} x="112" y="8" width="240" height="184" rx="8" />
      <text className={styles.quiet} x="124" y="28">
        {t('sketch.network')}
      </text>
      <path className={styles.line} d="M76 60C106 60 106 100 136 100M76 140C106 140 106 100 136 100" />
      <path className={styles.line} d="M216 100H256M256 56V148M256 56H276M256 102H276M256 148H276" />
      <g>
        <rect className={styles.box} x="8" y="42" width="68" height="36" rx="6" />
        <text x="42" y="64">
          {t('sketch.client')}
        </text>
        <rect className={styles.box} x="8" y="122" width="68" height="36" rx="6" />
        <text x="42" y="144">
          {t('sketch.client')}
        </text>
      </g>
      <g>
        <rect className={styles.own} x="136" y="72" width="80" height="56" rx="6" />
        <text className={styles.ink} x="176" y="96">
          {t('sketch.server')}
        </text>
        <text className={styles.ink} x="176" y="114">
          {t('sketch.yours')}
        </text>
      </g>
      {[38, 84, 130].map((y, index) => (
        <g key={y}>
          <rect className={styles.box} x="276" y={y} width="68" height="36" rx="6" />
          <circle className={index === 1 ? styles.busy : styles.calm} cx="290" cy={y + 18} r="4" />
          <path className={styles.disk} d={`M302 ${y + 13}h28M302 ${y + 23}h18`} />
        </g>
      ))}
    </svg>
  );
}
