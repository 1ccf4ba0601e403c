import { StatusDot, type StatusTone } from '@yunduo/ui';
import { useTranslations } from '../../../shell/words.ts';
import { WindowFrame } from './window-frame.tsx';
import styles from './windows.module.css';

const SERVERS: readonly [name: string, load: string, tone: StatusTone][] = [
  ['web-01', '12%', 'good'],
  ['web-02', '18%', 'good'],
  ['web-03', '15%', 'good'],
  ['db-03', '91%', 'warn'],
  ['db-01', '44%', 'good'],
  ['cache-01', '27%', 'good'],
  ['queue-01', '9%', 'good'],
  ['web-17', '—', 'bad'],
  ['cron-01', '3%', 'good'],
  ['log-02', '36%', 'good'],
];

const FILES: readonly [name: string, size: string, changed: string][] = [
  ['conf.d/', '—', '14:01'],
  ['ssl/', '—', '11-02'],
  ['mime.types', '5.2 kB', '09-18'],
  ['nginx.conf', '2.6 kB', '14:01'],
  ['nginx.conf.bak', '2.5 kB', '11-02'],
];

/** The client's overview: servers, terminal, files, MySQL and today's tasks. A single image to screen readers. */
export function OverviewWindow() {
  const t = useTranslations('home');
  const orders = [
    ['10428', t('window.paid'), '268.00'],
    ['10427', t('window.to_ship'), '1,099.00'],
    ['10426', t('window.paid'), '59.90'],
    ['10425', t('window.refunded'), '320.00'],
  ];

  return (
    <WindowFrame
      alt={t('window.overview_alt')}
      view="overview"
      tabs={[t('window.production'), t('window.staging'), t('window.private_room')]}
      current={0}
    >
      <div className={styles.servers}>
        <p className={styles.head}>
          {t('window.region')} <small>{t('window.servers')}</small>
        </p>
        {SERVERS.map(([name, load, tone], index) => (
          <p key={name} data-on={index === 0 || undefined}>
            <StatusDot tone={tone} />
            {name}
            <small>{load}</small>
          </p>
        ))}
      </div>
      <div className={styles.terminal}>
        <p className={styles.head}>
          {t('window.terminal')} <small>web-01</small>
        </p>
        <pre>
          <b>root@web-01</b>
          {':/etc/nginx# nginx -t\nnginx: the configuration file /etc/nginx/nginx.conf syntax is ok\n'}
          {'nginx: configuration file /etc/nginx/nginx.conf test is successful\n'}
          <b>root@web-01</b>
          {':/etc/nginx# systemctl reload nginx\n'}
          <b>root@web-01</b>
          {':/etc/nginx# tail -f /var/log/nginx/access.log\n'}
          {'10.0.3.7 [20/Nov/2026:14:02:11] "GET /api/orders" '}
          <em>200</em>
          {' 1843\n10.0.3.9 [20/Nov/2026:14:02:11] "POST /api/cart" '}
          <em>201</em>
          {' 96\n10.0.3.7 [20/Nov/2026:14:02:12] "GET /healthz" '}
          <em>200</em>
          {' 2\n'}
          <span className={styles.arriving}>
            {'10.0.3.8 [20/Nov/2026:14:02:13] "GET /api/orders" '}
            <em>200</em>
            {' 1840\n'}
          </span>
          <span className={styles.caret} />
        </pre>
      </div>
      <div className={styles.files}>
        <p className={styles.head}>
          {t('window.files')} <small>/etc/nginx</small>
        </p>
        {FILES.map(([name, size, changed], index) => (
          <p key={name} data-on={index === 3 || undefined}>
            {name}
            <small>{size}</small>
            <small>{changed}</small>
          </p>
        ))}
      </div>
      <div className={styles.mysql}>
        <p className={styles.head}>
          MySQL <small>db-01 · shop</small>
        </p>
        <pre>
          <b>SELECT</b>
          {' id, status, amount '}
          <b>FROM</b>
          {' orders\n'}
          <b>ORDER BY</b>
          {' id '}
          <b>DESC LIMIT</b>
          {' 4;'}
        </pre>
        <p className={styles.row} data-head>
          <span>id</span>
          <span>status</span>
          <span>amount</span>
        </p>
        {orders.map(([id, status, amount]) => (
          <p key={id} className={styles.row}>
            <span>{id}</span>
            <span>{status}</span>
            <span>¥ {amount}</span>
          </p>
        ))}
        <small>{t('window.rows')}</small>
      </div>
      <div className={styles.tasks}>
        <p className={styles.head}>
          {t('window.tasks')} <small>{t('window.today')}</small>
        </p>
        <p>
          {t('window.backup_orders')}
          <small>{t('window.daily')}</small>
        </p>
        <p>
          {t('window.renew_certificates')}
          <small>{t('window.sundays')}</small>
        </p>
        <p>
          {t('window.clean_logs')}
          <small>{t('window.every_four_hours')}</small>
        </p>
        <svg viewBox="0 0 288 40" width="288" height="40">
          <path
            className={styles.tick}
            d="M.5 28v12M12 34v6M24 34v6M36 34v6M48 34v6M60 34v6M72.5 28v12M84 34v6M96 34v6M108 34v6M120 34v6M132 34v6M144.5 28v12M156 34v6M168 34v6M180 34v6M192 34v6M204 34v6M216.5 28v12M228 34v6M240 34v6M252 34v6M264 34v6M276 34v6M287.5 28v12"
          />
          <path className={styles.done} d="M30 14v10M48 14v10M96 14v10M144 14v10" />
          <path className={styles.ahead} d="M192 14v10M240 14v10" />
          <path className={styles.spoke} d="M168.5 4v36" />
        </svg>
      </div>
    </WindowFrame>
  );
}
