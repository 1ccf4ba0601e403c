import { AppLogo, StatusDot, type StatusTone } from '@yunduo/ui';
import { useTranslations } from '../../../shell/words.ts';
import { WindowFrame } from './window-frame.tsx';
import styles from './windows.module.css';

const APPS: readonly [name: string, version: string][] = [
  ['Nginx', '1.29.3'],
  ['MySQL', '9.5.0'],
  ['Redis', '8.4.0'],
  ['PostgreSQL', '18.1'],
  ['Docker', '29.0.2'],
];

interface InstallWindowProps {
  /** Logo URLs of apps, by app key. */
  logos: ReadonlyMap<string, string | null>;
}

/** One app being installed on four servers. */
export function InstallWindow({ logos }: InstallWindowProps) {
  const t = useTranslations('home');
  const jobs: { server: string; tone: StatusTone; state: string; share: number }[] = [
    { server: 'web-01', tone: 'good', state: t('window.done_21'), share: 100 },
    { server: 'web-02', tone: 'good', state: t('window.done_23'), share: 100 },
    { server: 'web-03', tone: 'run', state: t('window.unpacking'), share: 62 },
    { server: 'web-04', tone: 'none', state: t('window.waiting'), share: 0 },
  ];

  return (
    <WindowFrame
      alt={t('window.install_alt')}
      view="install"
      tabs={[t('window.production'), t('window.store')]}
      current={1}
    >
      <div className={styles.apps}>
        <p className={styles.head}>{t('window.system')}</p>
        {APPS.map(([name, version], index) => (
          <p key={name} data-on={index === 0 || undefined}>
            <Logo of={name.toLowerCase()} logos={logos} />
            {name}
            <small>{version}</small>
          </p>
        ))}
      </div>
      <div className={styles.install}>
        <p className={styles.big}>
          <Logo of="nginx" logos={logos} />
          {t('window.install_title')}
        </p>
        {jobs.map(({ server, tone, state, share }) => (
          <div key={server} className={styles.job}>
            <StatusDot tone={tone} />
            {server}
            <small>{state}</small>
            <svg viewBox="0 0 100 1" width="100" height="1" preserveAspectRatio="none">
              <path className={styles.track} d="M0 .5h100" />
              {share > 0 && (
                <path
                  className={tone === 'good' ? styles.full : styles.running}
                  d={`M0 .5h${String(share)}`}
                />
              )}
            </svg>
          </div>
        ))}
        <pre>
          <b>web-03</b> {t('window.log_checked')}
          {'\n'}
          <b>web-03</b> {t('window.log_downloaded')}
          {'\n'}
          <b>web-03</b> {t('window.log_backup')}
          {'\n'}
          <b>web-03</b> {t('window.unpacking')}
          <span className={styles.caret} />
        </pre>
      </div>
    </WindowFrame>
  );
}

function Logo({ of, logos }: InstallWindowProps & { of: string }) {
  return <AppLogo appKey={of} src={logos.get(of) ?? null} size={28} />;
}
