import type { AppRelease } from '@yunduo/api-contract';
import { Badge, type BadgeTone } from '@yunduo/ui';
import type { ChangeKind } from '@yunduo/validation';
import { useSharedWords } from '../i18n/use-words.ts';
import styles from './change-list.module.css';
import { CodeText } from './code-text.tsx';

const TONES: Record<ChangeKind, BadgeTone> = {
  breaking: 'warn',
  security: 'good',
  feature: 'brand',
  fix: 'neutral',
  performance: 'neutral',
};

/** Changes with their kind said before each. */
export function ChangeList({ changes }: { changes: AppRelease['changes'] }) {
  const terms = useSharedWords('storeTerms');
  return (
    <ul className={styles.changes}>
      {changes.map(({ kind, text }) => (
        <li key={`${kind} ${text}`}>
          <Badge tone={TONES[kind]}>{terms(`change.${kind}`)}</Badge>{' '}
          <span>
            <CodeText text={text} />
          </span>
        </li>
      ))}
    </ul>
  );
}
