/** The panels of `/user`; the open one is the "user panel sign" of specification §3 and the query `panel`. */
export const USER_PANELS = [
  'person-info',
  'account-info',
  'change-email',
  'change-password',
  'order-info',
  'my-codes',
  'account-center',
] as const;
export type UserPanel = (typeof USER_PANELS)[number];

/** The panel that a query value names; anything unknown opens the first. */
export const userPanelOf = (value: string | null): UserPanel =>
  USER_PANELS.find((panel) => panel === value) ?? 'person-info';
