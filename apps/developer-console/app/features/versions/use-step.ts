import type { DevAppDetail, DevVersion } from '@yunduo/api-contract';
import {
  handledByForm,
  useDevAppAppealMutation,
  useDevAppReleaseMutation,
  useDevAppRelistMutation,
  useDevAppRevokeMutation,
  useDevAppUnpublishMutation,
  useDevAppYankMutation,
} from '@yunduo/data-access';

export type Step = 'revoke' | 'release' | 'appeal' | 'yank' | 'unpublish' | 'relist';

/** The text of a step: of an appeal, the reason of an unpublication, and of a yank by language. */
export interface StepTexts {
  text: string;
  reason: string;
  reasons: { zh: string; en: string };
  /** The app that replaces an unpublished one, by key or store address. */
  replacement: string;
}

/** Performs a step on a version or its app; rejects with the server's error. */
export function useStep(): (
  step: Step,
  of: { detail: DevAppDetail; version: DevVersion },
  given: StepTexts,
) => Promise<unknown> {
  const [revoke] = useDevAppRevokeMutation();
  const [release] = useDevAppReleaseMutation();
  const [appeal] = useDevAppAppealMutation();
  const [yank] = useDevAppYankMutation();
  const [unpublish] = useDevAppUnpublishMutation();
  const [relist] = useDevAppRelistMutation();
  return (step, { detail: { id }, version: { id: version_id } }, { text, reason, reasons, replacement }) => {
    switch (step) {
      case 'revoke':
        return revoke(handledByForm({ version_id })).unwrap();
      case 'release':
        return release(handledByForm({ version_id })).unwrap();
      case 'appeal':
        return appeal(handledByForm({ version_id, text })).unwrap();
      case 'yank':
        return yank(handledByForm({ version_id, reasons })).unwrap();
      case 'unpublish':
        return unpublish(handledByForm({ id, reason, replacement })).unwrap();
      case 'relist':
        return relist(handledByForm({ id })).unwrap();
    }
  };
}
