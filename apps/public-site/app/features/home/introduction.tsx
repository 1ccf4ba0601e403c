import { StatusDot } from '@yunduo/ui';
import { ServerDial } from './drawings/server-dial.tsx';
import type { SectionArticles } from './articles.ts';
import styles from './introduction.module.css';
import { Section } from './section.tsx';

/** Which mark stands before a fact: trouble first, then what can wait, then the quiet rest. */
const TONES = ['bad', 'warn'] as const;

/** What the client is, in one picture: the servers that need somebody stand out. */
export function Introduction({ head }: SectionArticles) {
  return (
    <Section place="introduction" bearing="040" head={head}>
      <div className={styles.split}>
        <ServerDial />
        <dl className={styles.log}>
          {head?.facts.map(({ label, value }, index) => (
            <div key={label}>
              <dt>
                <StatusDot tone={TONES[index] ?? 'good'} />
                {label}
              </dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </Section>
  );
}
