import type { DataOf, devApp, DevAppDetail, DevCheck, InputOf } from '@yunduo/api-contract';
import { AutosavedDraft, type AutosaveState, type SavedState } from '@yunduo/app-shell/autosaved-draft';
import type { FieldErrors } from '@yunduo/validation';
import { listingValuesOf, listingKey, type ListingValues } from '../../app-pages/listing-values.ts';

type SaveInput = InputOf<typeof devApp.save>;
type Saved = DataOf<typeof devApp.save>;
export type DraftField = keyof ListingValues;

export interface DraftPorts {
  save: (input: SaveInput) => Promise<Saved>;
  reload: () => Promise<DevAppDetail>;
  check: (input: SaveInput) => Promise<FieldErrors>;
  pause?: number;
}

interface ListingExtra {
  savedAt: string;
  checks: readonly DevCheck[];
  ready: boolean;
  /** True if the draft differs from the store, which shows the app. */
  changed: boolean;
}
export type ListingDraft = AutosavedDraft<ListingValues, ListingExtra>;
export type ListingDraftState = AutosaveState<ListingValues, ListingExtra>;

/** Part of a draft as input of the call: pictures by id. */
function toInput(part: Partial<ListingValues>): SaveInput {
  const { logo, screenshots, ...rest } = part;
  return {
    ...rest,
    ...(logo !== undefined && { logo: logo?.id ?? null }),
    ...(screenshots && { screenshots: screenshots.map(({ id, alt }) => ({ id, alt })) }),
  };
}

/** A response about an app as the state of its listing. */
export const listingState = (answer: DevAppDetail | Saved): SavedState<ListingValues, ListingExtra> => ({
  values: listingValuesOf(answer),
  revision: answer.revision,
  extra: {
    savedAt: answer.updated_at,
    checks: answer.checks,
    ready: answer.ready,
    changed: Boolean(answer.draft_changes?.length),
  },
});

/** The draft of a listing during editing. */
export const listingDraft = (
  detail: DevAppDetail,
  { save, reload, check, pause }: DraftPorts,
): ListingDraft =>
  new AutosavedDraft(listingKey(detail.id), listingState(detail), {
    save: async (part, revision) => listingState(await save({ id: detail.id, revision, ...toInput(part) })),
    reload: async () => listingState(await reload()),
    check: (part) => check(toInput(part)),
    // The app was submitted in another tab, which fixes its key.
    fixedBy: ({ code }) => (code === 'APP_KEY_FIXED' ? 'app_key' : undefined),
    pause,
  });
