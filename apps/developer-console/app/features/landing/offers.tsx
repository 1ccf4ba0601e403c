import { useWords } from '../../shell/words.ts';
import styles from './landing.module.css';

const OFFERS = ['shelf', 'checks', 'log', 'numbers'] as const;

export function Offers() {
  const t = useWords('landing');
  return (
    <section className={styles.section} aria-labelledby="offers">
      <h2 id="offers">{t('offers.heading')}</h2>
      <ul className={styles.offers}>
        {OFFERS.map((offer) => (
          <li key={offer}>
            <h3>{t(`offers.list.${offer}.title`)}</h3>
            <p>{t(`offers.list.${offer}.text`)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
