import type { Article } from '@yunduo/api-contract';
import { CopyButton } from '@yunduo/app-shell';
import { Carousel, Command } from '@yunduo/ui';
import { useTranslations } from '../../shell/words.ts';
import type { SectionArticles } from './articles.ts';
import { HostingSketch, type HostingSketchName } from './drawings/hosting-sketches.tsx';
import { Section } from './section.tsx';
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
    return sketch
      ? [
          {
            id: sketch,
            label: t(`hosting.${sketch}`),
            content: <Way article={article} sketch={sketch} product={product} />,
          },
        ]
      : [];
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

function Way({ article, sketch, product }: { article: Article; sketch: HostingSketchName; product: string }) {
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
      <HostingSketch sketch={sketch} product={product} />
    </div>
  );
}
