/** What forms of several pages say: addresses, codes by mail, passwords. */
export const forms = {
  email: 'Email',
  email_example: 'name@example.com',
  password_confirm: 'Password, once more',
  show_password: 'Show password',
  hide_password: 'Hide password',
  code: 'Code from the mail',
  code_example: '{{digits}} digits',
  code_hint: 'Valid for {{minutes}} minutes. Nothing there? Look in the spam folder.',
  send_code: 'Send code',
  send_code_again: 'Send again',
  sending_code: 'Sending',
  resend_in: 'Again in {{seconds}} s',
  too_soon: 'Too many requests. The button counts down to the next try.',
  captcha_title: 'Complete the security check first',
} as const;
