import type { ApiFailure } from '@yunduo/api-client';
import type { DevAppDetail, DevVersion } from '@yunduo/api-contract';
import { useSharedWords } from '@yunduo/app-shell';
import {
  developerApi,
  handledByForm,
  isApiFailure,
  useDevAppSubmitMutation,
  useDevAppVersionSaveMutation,
} from '@yunduo/data-access';
import type { FieldMessage } from '@yunduo/validation/schemas';
import { useEffect, useId, useState } from 'react';
import { useDispatch } from 'react-redux';
import { faultsOf, type Faults } from '../../forms/faults-of.ts';
import { focusFirstFault } from '../../forms/focus-first-fault.ts';
import { forgetVersion, keepVersion, keptVersion } from './kept-version.ts';

export type VersionValues = Pick<
  DevVersion,
  'version' | 'git_version' | 'size' | 'description' | 'changes'
> & {
  repo_url: string;
};

const valuesOf = ({
  version,
  git_version,
  repo_url,
  size,
  description,
  changes,
}: DevVersion): VersionValues => ({
  version,
  git_version,
  repo_url: repo_url ?? '',
  size,
  description,
  changes,
});
const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
/** The app has a description too: the checklist calls this one otherwise. */
const ownPath = (path: string): string => path.replace(/^version_description/, 'description');

/** The facts of a version while they are written: saved when asked, handed in as they were saved. */
export function useVersionForm(detail: DevAppDetail, version: DevVersion) {
  const id = useId();
  const dispatch = useDispatch();
  const words = useSharedWords('validation');
  const saved = valuesOf(version);
  const [values, setValues] = useState(() => keptVersion<VersionValues>(version.id) ?? saved);
  const [faults, setFaults] = useState<Faults>({});
  const [fault, setFault] = useState<ApiFailure | null>(null);
  const [asked, setAsked] = useState(0);
  const [doing, setDoing] = useState<'save' | 'submit' | null>(null);
  const [saveVersion] = useDevAppVersionSaveMutation();
  const [submitVersion] = useDevAppSubmitMutation();
  const changed = !same(values, saved);

  useEffect(() => {
    if (asked === 0) return;
    focusFirstFault(id);
  }, [asked, id]);

  const schemas = () => import('../../forms/rules.ts');
  const refuse = (error: unknown) => {
    if (!isApiFailure(error)) throw error;
    const fields = Object.entries((error.data.fields ?? {}) as Faults);
    setFaults(Object.fromEntries(fields.map(([path, message]) => [ownPath(path), message])));
    setFault(error);
    // Somebody was quicker, or something is missing elsewhere: what stands comes anew, what was typed stays.
    dispatch(developerApi.util.invalidateTags(['DevApp']));
  };
  const store = async (): Promise<DevVersion> => {
    if (!changed) return version;
    const { repo_url, ...rest } = values;
    const answer = await saveVersion(
      handledByForm({
        app_id: detail.id,
        id: version.id,
        revision: version.revision,
        ...rest,
        repo_url: repo_url.trim() || null,
      }),
    ).unwrap();
    setValues(valuesOf(answer));
    forgetVersion(version.id);
    return answer;
  };
  /** Does it with valid values; true when it was done. */
  const attempt = async (what: 'save' | 'submit', run: () => Promise<unknown>): Promise<boolean> => {
    if (doing) return false;
    setDoing(what);
    setFault(null);
    try {
      const { developerVersionDraftSchema, developerVersionSubmitSchema } = await schemas();
      const found = await (what === 'save'
        ? faultsOf(developerVersionDraftSchema, values)
        : faultsOf(developerVersionSubmitSchema, values));
      setFaults(found);
      if (Object.keys(found).length > 0) return false;
      await run();
      return true;
    } catch (error) {
      refuse(error);
      return false;
    } finally {
      setDoing(null);
      setAsked((count) => count + 1);
    }
  };

  return {
    values,
    changed,
    busy: doing !== null,
    submitting: doing === 'submit',
    fault,
    change(part: Partial<VersionValues>) {
      const next = { ...values, ...part };
      setValues(next);
      keepVersion(version.id, next);
      setFaults((all) =>
        Object.fromEntries(Object.entries(all).filter(([path]) => !((path.split(/[.[]/)[0] ?? '') in part))),
      );
    },
    errorOf(path: string): string | undefined {
      const message = faults[path];
      if (!message) return undefined;
      const text = words(message as FieldMessage);
      return text === message ? words('field_invalid') : text;
    },
    save: () => attempt('save', store),
    submit: () =>
      attempt('submit', async () => {
        const { revision } = await store();
        await submitVersion(
          handledByForm({ version_id: version.id, revision: detail.revision, version_revision: revision }),
        ).unwrap();
      }),
    form: { id, noValidate: true, method: 'post' as const },
  };
}
