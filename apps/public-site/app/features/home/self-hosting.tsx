import type { Article } from '@yunduo/api-contract';
import { CopyButton } from '@yunduo/app-shell';
import { Carousel, Command } from '@yunduo/ui';
import type { ReactNode } from 'react';
import { useTranslations } from '../../shell/words.ts';
import { hasUpload, type SectionArticles } from './articles.ts';
import { HostingSketch, type HostingSketchName } from './drawings/hosting-sketches.tsx';
import { PictureLink, Section } from './section.tsx';
import styles from './self-hosting.module.css';

interface SelfHostingProps extends SectionArticles {
  product: string;
}

const SKETCHES: readonly HostingSketchName[] = ['bash', 'docker', 'image'];

/** Three ways to deploy it in the customer's data centre, each with its command. */
export function SelfHosting({ head, items, product }: SelfHostingProps) {
  const t = useTranslations('home');
  const slides = items.flatMap((article) => {
    const sketch = SKETCHES.find((name) => name === article.picture);
    if (!sketch && !hasUpload(article)) return [];
    return [
      {
        id: sketch ?? String(article.id),
        label: sketch ? t(`hosting.${sketch}`) : article.title,
        content: (
          <Way article={article}>
            {sketch ? <HostingSketch sketch={sketch} product={product} /> : <PictureLink article={article} />}
          </Way>
        ),
      },
    ];
  });
  return (
    <Section place="self_hosting" head={head}>
      <div className={styles.ways}>
        <Carousel
          label={t('hosting.label')}
          words={{ previous: t('carousel.previous'), next: t('carousel.next') }}
          slides={slides}
        />
      </div>
    </Section>
  );
}

/** A way with its commands, beside its drawing or its uploaded picture. */
function Way({ article, children }: { article: Article; children: ReactNode }) {
  const t = useTranslations('home');
  return (
    <div className={styles.way}>
      <div>
        <h3>{article.title}</h3>
        <p>{article.intro}</p>
        {article.facts.map(({ label, value }) => (
          <Command
            key={value}
            label={label}
            command={value}
            wrap
            copy={<CopyButton text={value} label={t('hosting.copy')} />}
          />
        ))}
      </div>
      {children}
    </div>
  );
}
