import type { Words } from '../words.ts';
import type { messages as zh } from '../zh/messages.ts';

export const messages = {
  code_sent: 'Verification code sent to your email',
  email_needed: 'Please enter an email address',
  password_changed: 'Password changed successfully',
  registered: 'Registration successful',
  signed_in: 'Login successful',
  signed_out: 'You are signed out',
  information_updated: 'Information updated successfully',
  edited: 'Edit successful',
  created: 'Creation successful',
  deleted: 'Delete Success',
  copied: 'Copy successful',
  copy_failed: 'Copy failed',
  copy_unsupported: 'Clipboard API not supported',
  login_expired: 'Your login has expired, please log in again',
  login_first: 'Please log in first',
  access_refused: 'The server refused access',
  server_busy: 'The server is busy, please try again later',
  subscribed: 'Subscribe success',
  not_signed_in: 'You are not logged in yet. Please log in first!',
} satisfies Words<typeof zh>;
