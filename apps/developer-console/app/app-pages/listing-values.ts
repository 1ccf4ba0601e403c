import type { DevContent } from '@yunduo/api-contract';
import { WRITTEN } from '@yunduo/session';

/** The listing as edited: its content and the app key. */
export type ListingValues = DevContent & { app_key: string };

interface WithDraft {
  app_key: string;
  draft: DevContent;
}

export const listingValuesOf = ({ app_key, draft }: WithDraft): ListingValues => ({ ...draft, app_key });

/** The storage key of unsaved changes. */
export const listingKey = (id: number): string => `${WRITTEN}draft:${id}`;
