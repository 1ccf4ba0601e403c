import type { api } from './api.ts';

type ApiState = ReturnType<typeof api.reducer>;

/** Endpoints whose answer belongs to one user. */
const PRIVATE = new Set([
  'userInfo',
  'sessions',
  'devAppList',
  'devApps',
  'devAppCheckName',
  'devAppDetail',
  'devAppDifference',
  'devAppTimeline',
  'devAppHistory',
  'devNotices',
  'devTokens',
  'devAppStats',
  'reviewQueue',
  'reviewDetail',
  'reviewChecklist',
  'orderList',
  'orderDetail',
  'licenceList',
  'licenceDetail',
  'feedbackMy',
  'feedbackDetail',
  'activityDetail',
  'mailPreferences',
  'storeSaved',
]);

/** Without the answers of the user who leaves: the next one at this screen must not meet them. */
export function forgetPrivate(state: ApiState): ApiState {
  const entries = Object.entries(state.queries);
  const shared = entries.filter(([, entry]) => !entry || !isPrivate(entry.endpointName, entry.originalArgs));
  return shared.length === entries.length ? state : { ...state, queries: Object.fromEntries(shared) };
}

function isPrivate(endpoint: string | undefined, args: unknown): boolean {
  if (endpoint === undefined) return false;
  if (endpoint === 'storeList') return (args as { cate?: string }).cate === 'my';
  return PRIVATE.has(endpoint);
}
