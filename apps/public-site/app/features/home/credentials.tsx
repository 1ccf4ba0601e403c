import type { SectionArticles } from './articles.ts';
import styles from './credentials.module.css';
import { Section } from './section.tsx';

/** What a careful reader can check before installing. */
export function Credentials({ head }: SectionArticles) {
  return (
    <Section place="credentials" bearing="200" head={head}>
      <dl className={styles.facts}>
        {head?.facts.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
