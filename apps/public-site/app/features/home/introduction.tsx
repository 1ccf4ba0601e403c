import { StatusDot } from '@yunduo/ui';
import { useTranslations } from '../../shell/words.ts';
import type { SectionArticles } from './articles.ts';
import dialStyles from './drawings/server-dial.module.css';
import styles from './introduction.module.css';
import { Section } from './section.tsx';

/** Marks before the facts: failures first, then warnings; the rest has none. */
const TONES = ['bad', 'warn'] as const;

/** Introduction of the client in one picture: the servers that need attention stand out. */
export function Introduction({ head }: SectionArticles) {
  return (
    <Section place="introduction" head={head}>
      <div className={styles.split}>
        <ServerDial />
        <dl className={styles.log}>
          {head?.facts.map(({ label, value }, index) => (
            <div key={label}>
              <dt>
                <StatusDot tone={TONES[index] ?? 'good'} />
                {label}
              </dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </Section>
  );
}

/** Ninety-six servers on a dial, one mark each; the two that need attention stand out. */
function ServerDial() {
  const t = useTranslations('home');
  return (
    <svg
      className={dialStyles.dial}
      viewBox="-180 -180 360 360"
      width="360"
      height="360"
      role="img"
      aria-label={t('dial.alt')}
    >
      <circle className={dialStyles.ring} r="140" pathLength="960" strokeDasharray="2 8" />
      <circle className={dialStyles.inner} r="104" />
      <path className={dialStyles.warn} d="M0-126v-34" transform="rotate(82.5)" />
      <path className={dialStyles.bad} d="M0-126v-48" transform="rotate(-37.5)" />
      <g className={dialStyles.seek}>
        <path className={dialStyles.needle} d="M0-68v-36" transform="rotate(-37.5)" />
      </g>
      <text y="10">96</text>
      <text className={dialStyles.small} y="38">
        {t('dial.healthy')}
      </text>
    </svg>
  );
}
