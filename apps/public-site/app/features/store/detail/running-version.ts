import type { AppDetail } from '@yunduo/api-contract';

/** The version that the reader runs, when it is one of this app's; null for anything else. */
export function runningVersion(app: Pick<AppDetail, 'update_log'>, from: string | null): string | null {
  return app.update_log.find(({ version }) => version === from)?.version ?? null;
}
