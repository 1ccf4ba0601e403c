/** Words shared by forms of several pages: email addresses, emailed codes, passwords. */
export const forms = {
  email: 'Email',
  email_example: 'name@example.com',
  password_confirm: 'Confirm password',
  show_password: 'Show password',
  hide_password: 'Hide password',
  code: 'Code from the email',
  code_example: '{{digits}} digits',
  code_hint: 'Valid for {{minutes}} minutes. Not there? Check your spam folder.',
  send_code: 'Send code',
  send_code_again: 'Send again',
  sending_code: 'Sending',
  resend_in: 'Resend in {{seconds}} s',
  too_soon: 'Too many requests. Wait for the countdown to end.',
  captcha_title: 'Complete the security check first',
} as const;
