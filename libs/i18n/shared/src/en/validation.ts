import type { Words } from '../words.ts';
import type { validation as zh } from '../zh/validation.ts';

export const validation = {
  email_required: 'Please enter an email address',
  email_invalid: 'Please enter a valid email address',
  code_required: 'Enter the code from the mail',
  code_invalid: 'The code has 6 digits',
  password_required: 'Enter a password',
  password_length: 'Use 8 to 20 characters',
  password_common: 'That password is too common. Choose one that nobody would guess.',
  password_confirm_required: 'Enter the password once more',
  password_mismatch: 'Passwords entered do not match',
  old_password_required: 'Enter your current password',
  old_password_wrong: 'The current password is wrong',
  changed_password_length: 'Use 8 to 16 characters',
  changed_password_kinds: 'Use at least two of: digits, upper case, lower case',
  agree_required: 'Read and accept the user agreement and the privacy policy first',
  nickname_required: 'Enter a nickname',
  nickname_length: 'Use 2 to 20 characters',
  nickname_characters: 'Use Chinese characters, English letters and digits only',
  gender_required: 'Choose a gender',
  birthday_required: 'Choose your birthday',
  birthday_invalid: 'Enter a real date, not later than today',
  field_invalid: 'This field needs another look',
} satisfies Words<typeof zh>;
