import type { DevAppDetail, DevVersion } from '@yunduo/api-contract';
import type { ApiFailure } from '@yunduo/api-client';
import { claimFailure, showToast, useLocalePath, type ToastText } from '@yunduo/app-shell';
import {
  handledByForm,
  isApiFailure,
  useDevAppDeleteMutation,
  useDevAppVersionDeleteMutation,
} from '@yunduo/data-access';
import { Button } from '@yunduo/ui';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { FormFault } from '../../forms/form-fault.tsx';
import { tellMovedOn } from '../../forms/moved-on.ts';
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
  const [fault, setFault] = useState<ApiFailure | null>(null);
  const leave = async (text: ToastText) => {
    forgetKept(version ? versionKey(version.id) : keptKey(detail.id));
    if (!version) await navigate(path(PATHS.applications), { replace: true });
    showToast(text);
    onClose();
  };
  const press = async () => {
    setFault(null);
    try {
      await (
        version
          ? deleteVersion(handledByForm({ version_id: version.id }))
          : deleteApp(handledByForm({ id: detail.id }))
      ).unwrap();
      await leave({ message: 'deleted' });
    } catch (error) {
      if (!isApiFailure(error)) throw error;
      // Another tab was quicker: it is as it was wished.
      if (error.status === 404) {
        claimFailure(error);
        await leave(t(`delete.${what}.gone`));
      } else if (tellMovedOn(error)) onClose();
      else setFault(error);
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
      <FormFault fault={fault} />
    </CallDialog>
  );
}
