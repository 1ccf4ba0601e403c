import { Button, EmptyState } from '@yunduo/ui';
import type { ReactNode } from 'react';
import { useWords } from './words.ts';

interface PartFailedProps {
  title: ReactNode;
  /** What is safe all the same, or what may be wrong. */
  children?: ReactNode;
  as?: 'h1' | 'h2' | 'h3';
  retrying: boolean;
  onRetry: () => void;
}

/** A part of a page that did not come, and the way to ask for it again. */
export function PartFailed({ title, children, as, retrying, onRetry }: PartFailedProps) {
  const t = useWords('frame');
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
