import { useTranslations } from '../../shell/words.ts';
import { ReviewGauge } from './review-gauge.tsx';
import styles from './landing.module.css';

const VERSIONS = ['1.3.0', '1.4.0', '1.4.1'];
const RACK = Array.from({ length: 12 }, (_, unit) => ({ x: unit % 3, y: Math.floor(unit / 3) }));
/** Servers that already run the app. */
const RUNNING = new Set([1, 3, 6, 10]);

/** The route of a version: from the repository through review to the servers. */
export function RouteDrawing() {
  const t = useTranslations('landing');
  return (
    <figure className={styles.route} role="img" aria-label={t('hero.drawing')}>
      <div>
        <Repository />
        <p>{t('drawing.repository')}</p>
      </div>
      <div>
        <ReviewGauge className={styles.part} />
        <p>{t('drawing.review')}</p>
      </div>
      <div>
        <Servers />
        <p>{t('drawing.servers')}</p>
      </div>
    </figure>
  );
}

function Repository() {
  return (
    <svg className={styles.part} viewBox="0 0 200 200" width="200" height="200" aria-hidden="true">
      <path strokeWidth="3" d="M44 24V176" />
      {VERSIONS.map((version, index) => {
        const y = 44 + index * 56;
        const last = index === VERSIONS.length - 1;
        return (
          <g key={version}>
            {last && <path className={styles.king} d={`M44 ${y - 22}V${y + 22}`} />}
            {!last && <circle className={styles.node} cx="44" cy={y} r="8" strokeWidth="3" />}
            <text x="72" y={y + 6}>
              {version}
            </text>
          </g>
        );
      })}
    </svg>
  );
}

function Servers() {
  return (
    <svg className={styles.part} viewBox="0 0 200 200" width="200" height="200" aria-hidden="true">
      {RACK.map(({ x, y }, unit) => {
        const left = 16 + x * 60;
        const top = 22 + y * 42;
        return (
          <g key={unit}>
            <rect x={left} y={top} width="48" height="30" rx="4" strokeWidth="3" />
            <path strokeWidth="3" d={`M${left + 8} ${top + 10}h12M${left + 8} ${top + 20}h12`} />
            {RUNNING.has(unit) && <path className={styles.king} d={`M${left + 37} ${top + 9}v12`} />}
          </g>
        );
      })}
    </svg>
  );
}
