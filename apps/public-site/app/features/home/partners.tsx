import type { SectionArticles } from './articles.ts';
import styles from './partners.module.css';
import { Section } from './section.tsx';

/** Who else is on board: a name and a drawn mark each. */
export function Partners({ head }: SectionArticles) {
  return (
    <Section place="partners" bearing="240" head={head}>
      <ul className={styles.mates}>
        {head?.facts.map(({ label }) => (
          <li key={label}>{label}</li>
        ))}
      </ul>
    </Section>
  );
}
