import { useTranslations } from '../../../shell/words.ts';
import styles from './hosting-sketches.module.css';

export type HostingSketchName = 'bash' | 'docker' | 'image';

interface HostingSketchProps {
  sketch: HostingSketchName;
  /** The product's name, which is content. */
  product: string;
}

/** Diagram of a deployment by script, as a container, or from an image file. */
export function HostingSketch({ sketch, product }: HostingSketchProps) {
  const t = useTranslations('home');
  const alt = { bash: 'hosting.bash_alt', docker: 'hosting.docker_alt', image: 'hosting.image_alt' } as const;
  return (
    <svg
      className={styles.sketch}
      viewBox="0 0 300 200"
      width="300"
      height="200"
      role="img"
      aria-label={t(alt[sketch], { name: product })}
    >
      {sketch === 'bash' && (
        <>
          <path className={styles.wire} d="M92 100h76M92 100l76-64M92 100l76 64" />
          <path d="M168 16h120v40H168zM168 80h120v40H168zM168 144h120v40H168z" />
          <rect className={styles.product} x="8" y="72" width="88" height="56" rx="6" />
          <text className={styles.name} x="52" y="105">
            {product}
          </text>
          <text x="228" y="41">
            web
          </text>
          <text x="228" y="105">
            db
          </text>
          <text x="228" y="169">
            cache
          </text>
        </>
      )}
      {sketch === 'docker' && (
        <>
          <rect className={styles.host} x="8" y="16" width="284" height="168" rx="8" />
          <rect className={styles.product} x="28" y="68" width="108" height="64" rx="6" />
          <path d="M164 44h108v48H164zM164 108h108v48H164z" />
          <path className={styles.wire} d="M136 92l28-20M136 108l28 20" />
          <text className={styles.name} x="82" y="105">
            {product} :8080
          </text>
          <text x="218" y="73">
            PostgreSQL
          </text>
          <text x="218" y="137">
            yunduo-data
          </text>
        </>
      )}
      {sketch === 'image' && (
        <>
          <path className={styles.wire} d="M100 100h36M200 100h28" />
          <path d="M8 68h92v64H8z" />
          <rect className={styles.host} x="136" y="32" width="64" height="136" rx="6" />
          <rect className={styles.product} x="228" y="68" width="68" height="64" rx="6" />
          <text x="54" y="105">
            {t('hosting.image_file')}
          </text>
          <text x="168" y="97">
            {t('hosting.registry_1')}
          </text>
          <text x="168" y="114">
            {t('hosting.registry_2')}
          </text>
          <text className={styles.name} x="262" y="105">
            {product}
          </text>
        </>
      )}
    </svg>
  );
}
