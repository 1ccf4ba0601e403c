import { object, ref, string, type InferType, boolean } from 'yup';
import { parseDeviceCode } from '../device-code.ts';
import { normalEmail } from '../email.ts';
import { BIRTHDAY_MIN, CHANGED_PASSWORD, DEVICE_SIGN_IN, NICKNAME, PASSKEY, PASSWORD } from '../limits.ts';
import { codePoints, NICKNAME_PATTERN, passwordKinds, TOTP_PATTERN } from '../patterns.ts';
import { typedCode } from '../typed-code.ts';
import { GENDERS } from '../vocabulary.ts';
import { HOUR } from '../time.ts';
import { emailCodeField, emailField, key, lineField, plainField } from './text.ts';

const between = (min: number, max: number) => (value: string | undefined) =>
  value === undefined || (codePoints(value) >= min && codePoints(value) <= max);

const email = () => emailField().required(key('email_required'));
const code = emailCodeField;
/** NFKC before length check and hash, so that full-width characters equal those of other keyboards. */
const normal = (value: string | undefined) => value?.normalize('NFKC');
const newPassword = () =>
  string()
    .transform(normal)
    .required(key('password_required'))
    .test('length', key('password_length'), between(PASSWORD.min, PASSWORD.max));
const confirmation = () =>
  string()
    .transform(normal)
    .required(key('password_confirm_required'))
    .oneOf([ref('password')], key('password_mismatch'));
const agreement = () => boolean().required(key('agree_required')).isTrue(key('agree_required'));

/** Sign-in (specification §5). Agreement is required here too. */
export const loginSchema = object({
  email: email(),
  password: string().required(key('password_required')),
  agree: agreement(),
});

/** Registration: 8-20 characters, confirmation, emailed code, agreement. */
export const registerSchema = object({
  email: email(),
  code: code(),
  password: newPassword(),
  password_confirm: confirmation(),
  agree: agreement(),
});

/** Password reset: as registration, without the agreement. */
export const resetPasswordSchema = object({
  email: email(),
  code: code(),
  password: newPassword(),
  password_confirm: confirmation(),
});

/**
 * Change of password: 8-16 characters with at least two of digits, upper case and lower case, and different
 * from the current one, which may have 8-20.
 */
export const changePasswordSchema = object({
  old_password: string().transform(normal).required(key('old_password_required')),
  password: string()
    .transform(normal)
    .required(key('password_required'))
    .test('length', key('changed_password_length'), between(CHANGED_PASSWORD.min, CHANGED_PASSWORD.max))
    .test(
      'kinds',
      key('changed_password_kinds'),
      (value) => !value || passwordKinds(value) >= CHANGED_PASSWORD.kinds,
    )
    // Two empty fields are missing, not the same password.
    .when('old_password', ([old]: unknown[], schema) =>
      old ? schema.notOneOf([ref('old_password')], key('password_same')) : schema,
    ),
  password_confirm: confirmation(),
});

/** Person info: nickname, gender, birthday; all required. `birthday` is a plain date, YYYY-MM-DD. */
export const profileSchema = object({
  nickname: plainField()
    .required(key('nickname_required'))
    .test('length', key('nickname_length'), between(NICKNAME.min, NICKNAME.max))
    .matches(NICKNAME_PATTERN, { message: key('nickname_characters'), excludeEmptyString: true }),
  gender: string().required(key('gender_required')).oneOf(GENDERS, key('gender_required')),
  birthday: string()
    .required(key('birthday_required'))
    .test('date', key('birthday_invalid'), (value) => !value || isPastDate(value)),
});

export const emailSchema = object({ email: email() });
/** Account deletion. The password is accepted at any length, as older rules may have allowed it. */
export const deletePrepareSchema = object({ password: string().required(key('password_required')) });
/** Confirms the identity of a signed-in user. */
export const proveSchema = object({ password: string().required(key('password_required')) });
/** A code of an authenticator app. */
export const totpSchema = object({
  code: string()
    .transform((value: unknown) => (typeof value === 'string' ? typedCode(value) : value))
    .required(key('factor_code_required'))
    .matches(TOTP_PATTERN, { message: key('factor_code_required'), excludeEmptyString: true }),
});
/** A recovery code. */
export const recoverySchema = object({ recovery_code: string().required(key('recovery_code_required')) });
/** The owner's name for a passkey. */
export const passkeyLabelSchema = object({
  label: lineField(PASSKEY.labelMax, 'passkey_label_length').required(key('passkey_label_required')),
});
/**
 * A device's description of itself when it asks for sign-in. A person reads it, so hidden characters are
 * rejected.
 */
export const deviceSchema = object({
  device_name: lineField(DEVICE_SIGN_IN.nameMax, 'field_invalid').required(key('field_invalid')),
  system: lineField(DEVICE_SIGN_IN.systemMax, 'field_invalid').required(key('field_invalid')),
});
/** The code that a device shows. */
export const deviceCodeSchema = object({
  user_code: string()
    .trim()
    .required(key('device_code_required'))
    // Rejected without a request: no device shows such a code.
    .test('code', key('device_code_invalid'), (value) => !value || parseDeviceCode(value) !== null),
});
export const codeSchema = object({ code: code() });
/** A new address for the account whose address is `present`, and the code sent to it. */
export const newEmailSchema = (present: string) =>
  object({
    email: email().test('other', key('email_same'), (value) => normalEmail(value) !== normalEmail(present)),
    code: code(),
  });

/** A real calendar day between 1900 and today (UTC+8, the site's time zone). */
function isPastDate(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const date = new Date(`${value}T00:00:00Z`);
  if (Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== value) return false;
  const today = new Date(Date.now() + 8 * HOUR).toISOString().slice(0, 10);
  return value >= BIRTHDAY_MIN && value <= today;
}

export type RegisterForm = InferType<typeof registerSchema>;
