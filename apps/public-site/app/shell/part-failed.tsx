import { Button, EmptyState } from '@yunduo/ui';
import type { ReactNode } from 'react';
import { useTranslations } from './words.ts';

interface PartFailedProps {
  title: ReactNode;
  /** Unaffected parts, or the possible cause. */
  children?: ReactNode;
  as?: 'h1' | 'h2' | 'h3';
  retrying: boolean;
  onRetry: () => void;
}

/** Part of a page that failed to load, with a retry button. */
export function PartFailed({ title, children, as, retrying, onRetry }: PartFailedProps) {
  const t = useTranslations('frame');
  return (
    <EmptyState
      failed
      as={as}
      title={title}
      action={
        <Button kind="line" busy={retrying} onClick={onRetry}>
          {t('retry')}
        </Button>
      }
    >
      {children}
    </EmptyState>
  );
}
