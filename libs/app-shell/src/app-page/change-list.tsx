import type { AppRelease } from '@yunduo/api-contract';
import { Badge, type BadgeTone } from '@yunduo/ui';
import type { ChangeKind } from '@yunduo/validation';
import { useSharedTranslations } from '../i18n/use-translations.ts';
import styles from './change-list.module.css';
import { CodeText } from './code-text.tsx';

const TONES: Record<ChangeKind, BadgeTone> = {
  breaking: 'warn',
  security: 'good',
  feature: 'brand',
  fix: 'neutral',
  performance: 'neutral',
};

interface ChangeListProps {
  changes: (AppRelease['changes'][number] & { lang?: string | undefined })[];
  /** Language of all changes, if it differs from the page's. */
  lang?: string | undefined;
}

/** Changes, each prefixed with its kind. */
export function ChangeList({ changes, lang }: ChangeListProps) {
  const terms = useSharedTranslations('storeTerms');
  return (
    <ul className={styles.changes}>
      {changes.map(({ kind, text, lang: own = lang }) => (
        <li key={`${kind} ${text}`}>
          <Badge tone={TONES[kind]}>{terms(`change.${kind}`)}</Badge>{' '}
          <span lang={own}>
            <CodeText text={text} />
          </span>
        </li>
      ))}
    </ul>
  );
}
