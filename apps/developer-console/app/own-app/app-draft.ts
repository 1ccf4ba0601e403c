import type { DevContent } from '@yunduo/api-contract';

/** Everything that a developer writes about an app: its content, and the key that clients know it by. */
export type AppDraft = DevContent & { app_key: string };

interface WithDraft {
  app_key: string;
  draft: DevContent;
}

/** An app's draft as the server has it. */
export const draftOf = ({ app_key, draft }: WithDraft): AppDraft => ({ ...draft, app_key });

/** What is not with the server yet. It survives a crashed tab and an expired session, and other tabs see it at once. */
export interface Kept {
  /** The revision that was edited; 0 when it has no common ground with the server any more. */
  revision: number;
  base: Partial<AppDraft>;
  mine: Partial<AppDraft>;
}

/** Where this browser keeps it. */
export const keptKey = (id: number): string => `draft:${id}`;

/** What was kept, or null for nothing and for what no form has written. */
export function parseKept(text: string | null): Kept | null {
  try {
    const kept = JSON.parse(text ?? 'null') as Kept | null;
    return kept && typeof kept.revision === 'number' && kept.mine && kept.base ? kept : null;
  } catch {
    return null;
  }
}
