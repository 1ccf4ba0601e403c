import { StatusDot } from '@yunduo/ui';
import { useTranslations } from '../../../shell/words.ts';
import styles from './benefit-views.module.css';

/** One command on three servers, with the failed one in front. */
function Terminal() {
  return (
    <>
      <pre className={styles.prompt}>
        <b>$</b> systemctl reload nginx
      </pre>
      <div className={styles.outputs}>
        <pre data-bad="">
          <b>web-03</b>
          {'\nnginx: [emerg] unknown\ndirective "proxy_pas"\nin nginx.conf:48\n'}
          <i>exit 1</i>
        </pre>
        <pre>
          <b>web-01</b>
          {'\n'}
          <i>exit 0</i>
        </pre>
        <pre>
          <b>web-02</b>
          {'\n'}
          <i>exit 0</i>
        </pre>
      </div>
    </>
  );
}

/** A folder with a changed configuration, and the backups made before. */
function Files() {
  const t = useTranslations('home');
  const copies = ['14:01', '11-02', '09-18'];
  return (
    <div className={styles.folder}>
      <div>
        <p className={styles.head}>/etc/nginx</p>
        {['conf.d/', 'ssl/', 'mime.types', 'nginx.conf'].map((name, index) => (
          <p key={name} data-on={index === 3 || undefined}>
            {name}
          </p>
        ))}
      </div>
      <div>
        <p className={styles.head}>{t('views.backups')}</p>
        {copies.map((when, index) => (
          <p key={when}>
            {when}
            <span className={styles.action} data-first={index === 0 || undefined}>
              {t('views.restore')}
            </span>
          </p>
        ))}
      </div>
    </div>
  );
}

/** A statement awaiting confirmation: the number of affected rows is shown before it runs. */
function Mysql() {
  const t = useTranslations('home');
  return (
    <>
      <pre className={styles.query}>
        <b>UPDATE</b>
        {' orders '}
        <b>SET</b>
        {" status = 'shipped'\n"}
        <b>WHERE</b>
        {' id '}
        <b>IN</b>
        {' (10425, 10427, 10428);'}
      </pre>
      <p className={styles.run}>
        <span className={styles.action} data-first="">
          {t('views.run')}
        </span>
        {t('views.affects')}
      </p>
      <div className={styles.rows}>
        {[
          ['10428', '268.00'],
          ['10427', '1,099.00'],
          ['10425', '320.00'],
        ].map(([id, amount]) => (
          <p key={id}>
            {id}
            <span>paid</span>
            <span>¥ {amount}</span>
          </p>
        ))}
      </div>
    </>
  );
}

/** A day of runs: done, failed and upcoming, on a scale of 24 hours. */
function Tasks() {
  const t = useTranslations('home');
  return (
    <>
      <svg className={styles.day} viewBox="0 0 480 84" width="480" height="84">
        <path
          className={styles.tick}
          d="M.5 70v14M40 77v7M80 77v7M120.5 70v14M160 77v7M200 77v7M240.5 70v14M280 77v7M320 77v7M360.5 70v14M400 77v7M440 77v7M479.5 70v14"
        />
        <path className={styles.done} d="M50 40v22M80 40v22M160 40v22M240 40v22" />
        <path className={styles.failed} d="M120 40v22" />
        <path className={styles.ahead} d="M320 40v22M400 40v22" />
        <path className={styles.spoke} d="M281 22v62" />
        <text x="281" y="14">
          14:02
        </text>
      </svg>
      <p>
        <StatusDot tone="good" /> {t('window.backup_orders')}
        <span>02:30 · 41 s</span>
      </p>
      <p>
        <StatusDot tone="bad" /> {t('window.renew_certificates')}
        <span>{t('views.no_dns')}</span>
      </p>
      <p>
        <StatusDot tone="good" /> {t('window.clean_logs')}
        <span>12:00 · 6 s</span>
      </p>
    </>
  );
}

const VIEWS = { terminal: <Terminal />, files: <Files />, mysql: <Mysql />, tasks: <Tasks /> };
const isView = (name: string): name is keyof typeof VIEWS => Object.hasOwn(VIEWS, name);

/** The part of the client that a benefit describes, cropped from its window; an article selects it with `picture`. */
export function BenefitView({ of }: { of: string }) {
  const t = useTranslations('home');
  return isView(of) ? (
    <div role="img" aria-label={t(`views.${of}_alt`)} className={styles.view} data-view={of}>
      {VIEWS[of]}
    </div>
  ) : null;
}
