import styles from './login.module.css';

/** Heading and introduction of a section. */
export function SectionHead({ title, lead }: { title: string; lead: string }) {
  return (
    <div className={styles.head}>
      <h1>{title}</h1>
      <p className="quiet">{lead}</p>
    </div>
  );
}
