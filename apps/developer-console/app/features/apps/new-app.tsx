import { Button } from '@yunduo/ui';
import { lazy, Suspense, useState } from 'react';
import { useWords } from '../../shell/words.ts';

const NewAppDialog = lazy(() => import('./new-app-dialog.tsx'));

/** The button that begins an app; its form comes when somebody asks for it. */
export function NewApp() {
  const t = useWords('apps');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('create.open')}</Button>
      {open && (
        <Suspense>
          <NewAppDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
