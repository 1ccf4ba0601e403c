import type { DevAppDetail, DevVersion } from '@yunduo/api-contract';
import { showToast, useLocalePath } from '@yunduo/app-shell';
import { isApiFailure, useDevAppDeleteMutation, useDevAppVersionDeleteMutation } from '@yunduo/data-access';
import { Button } from '@yunduo/ui';
import { useNavigate } from 'react-router';
import { keptKey } from '../../own-app/app-draft.ts';
import { forgetKept } from '../../own-app/kept-edit.ts';
import { CallDialog } from '../../parts/call-dialog.tsx';
import { PATHS } from '../../paths.ts';
import { useWords } from '../../shell/words.ts';
import { versionKey } from './use-version-edit.ts';

interface DeleteDialogProps {
  detail: DevAppDetail;
  /** The version to delete; without one it is about the app. */
  version?: DevVersion;
  onClose: () => void;
}

/** The question before something goes for good. Only what was never handed in can. */
export default function DeleteDialog({ detail, version, onClose }: DeleteDialogProps) {
  const t = useWords('versions');
  const path = useLocalePath();
  const navigate = useNavigate();
  const [deleteApp, app] = useDevAppDeleteMutation();
  const [deleteVersion, one] = useDevAppVersionDeleteMutation();
  const what = version ? 'version' : 'app';
  const busy = app.isLoading || one.isLoading;
  const press = async () => {
    try {
      if (version) {
        await deleteVersion({ version_id: version.id }).unwrap();
        forgetKept(versionKey(version.id));
      } else {
        await deleteApp({ id: detail.id }).unwrap();
        forgetKept(keptKey(detail.id));
        await navigate(path(PATHS.applications), { replace: true });
      }
      showToast({ message: 'deleted' });
      onClose();
    } catch (error) {
      // A failed call has been reported by a toast; the question stays.
      if (!isApiFailure(error)) throw error;
    }
  };
  return (
    <CallDialog
      title={t(`delete.${what}.question`, { version: version?.version ?? '' })}
      busy={busy}
      onClose={onClose}
      footer={
        <>
          <Button kind="line" disabled={busy} onClick={onClose}>
            {t('step.cancel')}
          </Button>
          <Button kind="danger" busy={busy} onClick={() => void press()}>
            {t('delete.confirm')}
          </Button>
        </>
      }
    >
      <p>{t(`delete.${what}.text`)}</p>
    </CallDialog>
  );
}
