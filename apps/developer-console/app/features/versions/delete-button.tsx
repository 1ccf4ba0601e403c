import { lazyWithRetry } from '@yunduo/app-shell';
import type { DevAppDetail, DevVersion } from '@yunduo/api-contract';
import { Button } from '@yunduo/ui';
import { useState } from 'react';
import { useTranslations } from '../../shell/words.ts';

const DeleteDialog = lazyWithRetry(() => import('./delete-dialog.tsx'));

interface DeleteButtonProps {
  detail: DevAppDetail;
  version?: DevVersion;
  onDeleted?: () => void;
}

/** Deletes a version, or without one the app, after a confirmation. */
export function DeleteButton({ detail, version, onDeleted }: DeleteButtonProps) {
  const t = useTranslations('versions');
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button kind="danger" size="sm" onClick={() => setAsking(true)}>
        {t(version ? 'delete.version.name' : 'delete.app.name')}
      </Button>
      {asking && (
        <DeleteDialog
          detail={detail}
          {...(version && { version })}
          {...(onDeleted && { onDeleted })}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
