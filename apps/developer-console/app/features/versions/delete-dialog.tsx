import type { DevAppDetail, DevVersion } from '@yunduo/api-contract';
import type { ApiFailure } from '@yunduo/api-client';
import {
  claimFailure,
  ConfirmDialog,
  notePage,
  showToast,
  useLocalePath,
  type ToastText,
} from '@yunduo/app-shell';
import { FormError } from '@yunduo/app-shell/form-error';
import { handledByForm, useDevAppDeleteMutation, useDevAppVersionDeleteMutation } from '@yunduo/data-access';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { showConflict } from '../../forms/conflict.ts';
import { listingKey } from '../../app-pages/listing-values.ts';
import { removeStored } from '@yunduo/app-shell/draft-state';
import { PATHS } from '../../paths.ts';
import { useTranslations } from '../../shell/words.ts';
import { versionKey } from './use-version-draft.ts';

interface DeleteDialogProps {
  detail: DevAppDetail;
  /** The version to delete; undefined for the app. */
  version?: DevVersion;
  /** Called before the page shows that it is gone: its unsaved changes must not be sent. */
  onDeleted?: () => void;
  onClose: () => void;
}

/** Confirmation of a permanent deletion. Only what was never submitted can be deleted. */
export default function DeleteDialog({ detail, version, onDeleted, onClose }: DeleteDialogProps) {
  const t = useTranslations('versions');
  const path = useLocalePath();
  const navigate = useNavigate();
  const [deleteApp] = useDevAppDeleteMutation();
  const [deleteVersion] = useDevAppVersionDeleteMutation();
  const what = version ? 'version' : 'app';
  const [onPage] = useState(() => notePage());
  const [error, setError] = useState<ApiFailure | null>(null);
  const leave = async (text: ToastText) => {
    onDeleted?.();
    removeStored(version ? versionKey(version.id) : listingKey(detail.id));
    if (!version && onPage()) await navigate(path(PATHS.applications), { replace: true });
    showToast(text);
  };
  const run = async () => {
    setError(null);
    await (
      version
        ? deleteVersion(handledByForm({ version_id: version.id }))
        : deleteApp(handledByForm({ id: detail.id }))
    ).unwrap();
    await leave({ message: 'deleted' });
  };
  const onFailure = async (failure: ApiFailure) => {
    // It was already deleted in another tab.
    if (failure.status === 404) {
      claimFailure(failure);
      await leave(t(`delete.${what}.gone`));
    } else if (!showConflict(failure)) return setError(failure);
    onClose();
  };
  return (
    <ConfirmDialog
      title={t(`delete.${what}.question`, { version: version?.version ?? '' })}
      confirm={t('delete.confirm')}
      cancel={t('step.cancel')}
      danger
      onClose={onClose}
      onConfirm={run}
      onFailure={(failure) => void onFailure(failure)}
    >
      <p>{t(`delete.${what}.text`)}</p>
      <FormError error={error} />
    </ConfirmDialog>
  );
}
