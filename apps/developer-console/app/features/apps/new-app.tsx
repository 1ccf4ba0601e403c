import { lazyWithRetry } from '@yunduo/app-shell';
import { Button } from '@yunduo/ui';
import { useState } from 'react';
import { useTranslations } from '../../shell/words.ts';

const NewAppDialog = lazyWithRetry(() => import('./new-app-dialog.tsx'));

/** The button that creates an app; its form loads when needed. */
export function NewApp() {
  const t = useTranslations('apps');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('create.open')}</Button>
      {open && <NewAppDialog onClose={() => setOpen(false)} />}
    </>
  );
}
