import type * as rules from './rules.ts';

/**
 * Required fields of each form, known before its rules are loaded: a screen reader announces them at the first focus of
 * a field. `required-fields.test.ts` compares them with the rules.
 */
export const REQUIRED_FIELDS = {
  bindSchema: ['code', 'server_name', 'fingerprint'],
  changePasswordSchema: ['old_password', 'password', 'password_confirm'],
  claimSchema: ['invitation_code', 'platform', 'agree'],
  codeSchema: ['code'],
  deletePrepareSchema: ['password'],
  deviceCodeSchema: ['user_code'],
  feedbackFormSchema: ['type', 'title', 'description'],
  inviteRequestSchema: ['email', 'purpose'],
  invoiceRequestSchema: ['order_no', 'kind', 'title'],
  licenceRemarkSchema: ['id'],
  loginSchema: ['email', 'password', 'agree'],
  orderSchema: ['plan', 'quantity'],
  passkeyLabelSchema: ['label'],
  paySchema: ['order_no', 'provider'],
  profileSchema: ['nickname', 'gender', 'birthday'],
  recoverySchema: ['recovery_code'],
  refundRequestSchema: ['order_no', 'reason'],
  registerSchema: ['email', 'code', 'password', 'password_confirm', 'agree'],
  renewSchema: ['id', 'plan'],
  reportSchema: ['reason', 'text'],
  resetPasswordSchema: ['email', 'code', 'password', 'password_confirm'],
  serverFactsSchema: [],
  subscribeSchema: ['email'],
  totpSchema: ['code'],
  transferSchema: ['id', 'to_email'],
  unbindSchema: ['id', 'reason'],
} satisfies Partial<Record<keyof typeof rules, readonly string[]>>;
