import type { SectionArticles } from './articles.ts';
import styles from './benefits.module.css';
import { BENEFIT_DRAWINGS } from './drawings/benefit-drawings.tsx';
import { Section } from './section.tsx';

const drawings = new Map(Object.entries(BENEFIT_DRAWINGS));

/** What it does every day: terminal, files, MySQL, scheduled tasks. */
export function Benefits({ head, items }: SectionArticles) {
  return (
    <Section place="benefits" bearing="080" head={head}>
      <div className={styles.cells}>
        {items.map(({ id, title, intro, picture }) => (
          <article key={id}>
            {drawings.get(picture ?? '')}
            <h3>{title}</h3>
            <p>{intro}</p>
          </article>
        ))}
      </div>
    </Section>
  );
}
