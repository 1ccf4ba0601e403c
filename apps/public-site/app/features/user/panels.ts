import type { UserPanel } from '@yunduo/session';

/** The panels of `/user`, in the order of the navigation, with the key of their name. */
export const PANELS = [
  { panel: 'person-info', words: 'person_info' },
  { panel: 'account-info', words: 'account_info' },
  { panel: 'change-email', words: 'change_email' },
  { panel: 'change-password', words: 'change_password' },
] as const satisfies readonly { panel: UserPanel; words: string }[];

export type OpenPanel = (typeof PANELS)[number]['panel'];

/** The panel that the query names; the first one for anything else. */
export const panelOf = (query: URLSearchParams): (typeof PANELS)[number] =>
  PANELS.find(({ panel }) => panel === query.get('panel')) ?? PANELS[0];

/** `/user` for the first panel: one address for one page. */
export const panelPath = (panel: OpenPanel): string =>
  panel === PANELS[0].panel ? '/user' : `/user?panel=${panel}`;
