/** The panels of `/user`. The open one is the "user panel sign" of specification §3 and the query `panel`. */
export type UserPanel =
  | 'person-info'
  | 'account-info'
  | 'change-email'
  | 'change-password'
  | 'two-step'
  | 'order-info'
  | 'my-codes'
  | 'account-center';
