import styles from './login.module.css';

/** The helm, cropped by its frame; the king spoke stands off the vertical, as after a long watch. */
export function HelmDrawing() {
  return (
    <svg className={styles.helm} viewBox="-300 -300 600 600" width="920" height="920" aria-hidden="true">
      <circle r="288" pathLength="720" strokeWidth="12" strokeDasharray="1 9" />
      <circle r="150" strokeWidth="24" />
      <circle r="36" strokeWidth="20" />
      <path
        strokeWidth="12"
        d="M0 40V150M0-40V-150M40 0H150M-40 0H-150M28 28 106 106M-28 28-106 106M28-28 106-106M-28-28-106-106"
      />
      <path
        className={styles.grip}
        d="M0 172V232M172 0H232M-172 0H-232M122 122 164 164M-122 122-164 164M122-122 164-164M-122-122-164-164"
      />
      <path className={styles.king} d="M0-172V-256" />
    </svg>
  );
}
