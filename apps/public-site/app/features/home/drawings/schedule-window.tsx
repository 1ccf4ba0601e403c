import { useTranslations } from '../../../shell/words.ts';
import { WindowFrame } from './window-frame.tsx';
import styles from './windows.module.css';

const FIRST_DAY = 120;
const DAY = 150;
const ROW = 80;
/** Friday, 14:02, on the scale of the drawing. */
const NOW = FIRST_DAY + 4.585 * DAY;

/** A task's runs in the week: first run, interval, number of runs, on the scale of the drawing. */
const ROWS: readonly [first: number, every: number, runs: number][] = [
  [136, DAY, 7],
  [160, DAY / 2, 14],
  [132, DAY / 6, 42],
  [145, DAY * 6, 2],
  [250, DAY, 7],
];

/** The runs of a row before or after now, as one path. */
function marks(row: number, past: boolean): string {
  const [first, every, runs] = ROWS[row] ?? [0, 0, 0];
  return Array.from({ length: runs }, (_, run) => first + run * every)
    .filter((x) => x < NOW === past)
    .map((x) => `M${String(x)} ${String(64 + row * ROW)}v24`)
    .join('');
}

/** A week of scheduled tasks on the heading tape. */
export function ScheduleWindow() {
  const t = useTranslations('home');
  const tasks = [
    t('window.backup_orders'),
    t('window.sync_files'),
    t('window.clean_logs'),
    t('window.check_certificates'),
    t('window.restart_queue'),
  ];
  const rows = tasks.map((_, row) => row);

  return (
    <WindowFrame
      alt={t('window.schedule_alt')}
      view="schedule"
      tabs={[t('window.production'), t('window.tasks')]}
      current={1}
    >
      <svg className={styles.week} viewBox="-8 -10 1190 450" width="1190" height="450">
        {t('window.days')
          .split(',')
          .map((day, index) => (
            <text key={day} className={styles.day} x={FIRST_DAY + index * DAY} y="24">
              {day}
            </text>
          ))}
        {tasks.map((task, row) => (
          <text key={task} className={styles.task} x="-8" y={81 + row * ROW}>
            {task}
          </text>
        ))}
        <path className={styles.line} d={rows.map((row) => `M120 ${String(88 + row * ROW)}h1050`).join('')} />
        <path className={styles.done} d={rows.map((row) => marks(row, true)).join('')} />
        <path className={styles.ahead} d={rows.map((row) => marks(row, false)).join('')} />
        <path className={styles.spoke} d={`M${String(NOW)} 40v380`} />
        <text className={styles.now} x={NOW + 10} y="52">
          {t('window.now')}
        </text>
      </svg>
    </WindowFrame>
  );
}
