import type { UserPanel } from '@yunduo/session';

/**
 * The panels of `/user` with the key of their name: those in the navigation, in order, and those `under` one of them.
 */
export const PANELS = [
  { panel: 'person-info', words: 'person_info', under: null },
  { panel: 'account-info', words: 'account_info', under: null },
  { panel: 'my-codes', words: 'my_codes', under: null },
  { panel: 'order-info', words: 'order_info', under: null },
  { panel: 'account-center', words: 'account_center', under: null },
  { panel: 'change-email', words: 'change_email', under: 'account-info' },
  { panel: 'change-password', words: 'change_password', under: 'account-info' },
  { panel: 'two-step', words: 'two_step', under: 'account-info' },
] as const satisfies readonly { panel: UserPanel; words: string; under: UserPanel | null }[];

/** Entries of the navigation. */
export const ENTRIES = PANELS.filter(({ under }) => under === null);

export type OpenPanel = (typeof PANELS)[number]['panel'];

/** The panel in the query; the first one by default. */
export const panelOf = (query: URLSearchParams): (typeof PANELS)[number] =>
  PANELS.find(({ panel }) => panel === query.get('panel')) ?? PANELS[0];

/** `/user` for the first panel: one address per page. */
export const panelPath = (panel: OpenPanel): string =>
  panel === PANELS[0].panel ? '/user' : `/user?panel=${panel}`;

/** Path of one order in the panel of orders. Mails and the payment page link here, too. */
export const orderPath = (orderNo: string): string =>
  `${panelPath('order-info')}&order=${encodeURIComponent(orderNo)}`;

/** Path of one licence in the panel of codes. */
export const codePath = (id: number): string => `${panelPath('my-codes')}&code=${id}`;
