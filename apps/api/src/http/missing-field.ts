import type { FieldMessage } from '@yunduo/validation/schemas';

/** Message for a missing field (specification §5): the one that its form shows. */
const SENTENCES: Readonly<Record<string, FieldMessage>> = {
  agree: 'agree_required',
  birthday: 'birthday_required',
  code: 'code_required',
  decision: 'decision_required',
  email: 'email_required',
  fingerprint: 'fingerprint_required',
  gender: 'gender_required',
  invitation_code: 'invitation_code_required',
  kind: 'invoice_kind_required',
  label: 'passkey_label_required',
  new_email: 'email_required',
  nickname: 'nickname_required',
  old_password: 'old_password_required',
  password: 'password_required',
  password_confirm: 'password_confirm_required',
  plan: 'plan_required',
  platform: 'platform_required',
  provider: 'pay_provider_required',
  reference: 'transfer_reference_required',
  scopes: 'token_scopes_required',
  server_name: 'server_name_required',
  to_email: 'transfer_email_required',
  user_code: 'device_code_required',
};

/** Exceptions where the same field name has another meaning. */
const OF_CALL: Readonly<Record<string, Readonly<Record<string, FieldMessage>>>> = {
  '/admin_release/require': { version: 'version_required' },
  '/admin_release/withdraw': { reason: 'withdraw_reason_required', version: 'version_required' },
  '/app_store/report': { reason: 'report_reason_required', text: 'report_text_required' },
  '/auth_code/bind': { code: 'licence_code_required' },
  '/auth_code/verify': { code: 'licence_code_required' },
  '/auth_code/unbind': { reason: 'unbind_reason_required' },
  '/client_download/claim': { agree: 'protocol_agree_required' },
  '/dev_app/appeal': { text: 'appeal_text_required' },
  '/dev_app/yank': { reason: 'yank_reason_required' },
  '/dev_center/join': { agree: 'developer_agree_required' },
  '/dev_center/publisher_save': { name: 'publisher_name_required', support_email: 'email_required' },
  '/dev_token/create': { name: 'token_name_required' },
  '/dev_webhook/create': { events: 'webhook_events_required', url: 'webhook_url_required' },
  '/dev_webhook/save': { events: 'webhook_events_required', url: 'webhook_url_required' },
  '/feedback/submit': {
    description: 'feedback_description_required',
    title: 'feedback_title_required',
    type: 'feedback_type_required',
  },
  '/invite/request': { purpose: 'invite_purpose_required' },
  '/order/invoice_request': { title: 'invoice_title_required' },
  '/order/refund_request': { reason: 'refund_reason_required' },
};

/** The message for a missing field; `url` as in the contract. Fields that no person fills in have none. */
export const missingMessage = (url: string, field: string): FieldMessage =>
  OF_CALL[url]?.[field] ?? SENTENCES[field] ?? 'field_invalid';
