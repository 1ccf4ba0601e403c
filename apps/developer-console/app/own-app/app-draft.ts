import type { DevContent } from '@yunduo/api-contract';
import { WRITTEN } from '@yunduo/session';

/** Everything that a developer writes about an app: its content, and the key that clients know it by. */
export type AppDraft = DevContent & { app_key: string };

interface WithDraft {
  app_key: string;
  draft: DevContent;
}

/** An app's draft as the server has it. */
export const draftOf = ({ app_key, draft }: WithDraft): AppDraft => ({ ...draft, app_key });

/** Where this browser keeps what is not saved of it. */
export const keptKey = (id: number): string => `${WRITTEN}draft:${id}`;
