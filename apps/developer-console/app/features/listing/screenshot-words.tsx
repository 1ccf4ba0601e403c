import type { DevContent } from '@yunduo/api-contract';
import { Button, Field, Icon, TextInput } from '@yunduo/ui';
import { useTranslations } from '../../shell/words.ts';
import { langOf, LOCALES } from './both-field.tsx';
import styles from './listing.module.css';
import { controlId, useFieldError } from './use-field-error.ts';

type Screenshot = DevContent['screenshots'][number];

interface ScreenshotWordsProps {
  shot: Screenshot;
  index: number;
  count: number;
  onMove: (to: number) => void;
  onAlt: (alt: Screenshot['alt']) => void;
}

/** Alternative text of a screenshot, and its position. */
export function ScreenshotWords({ shot, index, count, onMove, onAlt }: ScreenshotWordsProps) {
  const t = useTranslations('listing');
  const errorAt = useFieldError('screenshots');
  const number = index + 1;
  return (
    <li className={styles.shot}>
      <div className={styles.places}>
        <span className="num">{number}</span>
        <Button
          kind="bare"
          size="sm"
          iconOnly
          aria-label={t('shots.earlier', { number })}
          aria-disabled={index === 0}
          onClick={() => index > 0 && onMove(index - 1)}
        >
          <Icon name="left" />
        </Button>
        <Button
          kind="bare"
          size="sm"
          iconOnly
          aria-label={t('shots.later', { number })}
          aria-disabled={index === count - 1}
          onClick={() => index < count - 1 && onMove(index + 1)}
        >
          <Icon name="right" />
        </Button>
      </div>
      <div className={styles.both}>
        {LOCALES.map((locale) => (
          <Field
            key={locale}
            id={controlId(`screenshots[${index}].alt.${locale}`)}
            label={t(`shots.alt_${locale}`, { number })}
            error={errorAt(`screenshots[${index}].alt.${locale}`)}
          >
            {(control) => (
              <TextInput
                {...control}
                lang={langOf(locale)}
                value={shot.alt[locale]}
                onChange={({ target }) => onAlt({ ...shot.alt, [locale]: target.value })}
              />
            )}
          </Field>
        ))}
      </div>
    </li>
  );
}
