import type { UserPanel } from '@yunduo/session';

/** The panels of `/user`, in the order of the navigation, with the key of their name. */
export const PANELS = [
  { panel: 'person-info', words: 'person_info' },
  { panel: 'account-info', words: 'account_info' },
  { panel: 'my-codes', words: 'my_codes' },
  { panel: 'order-info', words: 'order_info' },
  { panel: 'change-email', words: 'change_email' },
  { panel: 'change-password', words: 'change_password' },
  { panel: 'two-step', words: 'two_step' },
  { panel: 'account-center', words: 'account_center' },
] as const satisfies readonly { panel: UserPanel; words: string }[];

export type OpenPanel = (typeof PANELS)[number]['panel'];

/** The panel that the query names; the first one for anything else. */
export const panelOf = (query: URLSearchParams): (typeof PANELS)[number] =>
  PANELS.find(({ panel }) => panel === query.get('panel')) ?? PANELS[0];

/** `/user` for the first panel: one address for one page. */
export const panelPath = (panel: OpenPanel): string =>
  panel === PANELS[0].panel ? '/user' : `/user?panel=${panel}`;

/** One order, which the panel of orders shows. Mails and the payment page lead here, too. */
export const orderPath = (orderNo: string): string =>
  `${panelPath('order-info')}&order=${encodeURIComponent(orderNo)}`;

/** One licence, which the panel of codes shows. */
export const codePath = (id: number): string => `${panelPath('my-codes')}&code=${id}`;
