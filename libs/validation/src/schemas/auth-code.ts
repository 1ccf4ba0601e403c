import { number, object, string } from 'yup';
import { parseLicenceCode } from '../licence-code.ts';
import { LICENCE_PLANS, LICENCE_REMARK_MAX, SERVER_NAME_MAX, UNBIND_REASON_MAX } from '../limits.ts';
import { FINGERPRINT_PATTERN } from '../patterns.ts';
import { typedCode } from '../typed-code.ts';
import { emailField, key, lineField } from './text.ts';

/** A typed code, transformed to its displayed form (`parseLicenceCode`). */
export const licenceCode = () =>
  string()
    .required(key('licence_code_required'))
    .transform((input: string) => parseLicenceCode(input) ?? input)
    .test('code', key('licence_code_invalid'), (value) => !value || parseLicenceCode(value) !== null);

/** A fingerprint copied from the client, in any typed form (`typedCode`), or the whole line of `sha256sum`. */
export const fingerprint = () =>
  string()
    .required(key('fingerprint_required'))
    .transform((input: string) => typedCode(input).toLowerCase())
    .matches(FINGERPRINT_PATTERN, { message: key('fingerprint_invalid'), excludeEmptyString: true });

export const serverName = () =>
  lineField(SERVER_NAME_MAX, key('server_name_length')).required(key('server_name_required'));

const id = () =>
  number().integer(key('field_invalid')).positive(key('field_invalid')).required(key('field_invalid'));

/** The text of a deactivation receipt; empty where none is needed. The server validates its content. */
const receipt = () => string().trim().default('');

/** Binding a licence to a server. */
export const bindSchema = object({
  code: licenceCode(),
  server_name: serverName(),
  fingerprint: fingerprint(),
});

/** Unbinding. Customer service reads the reason when the user exceeds the limit. */
export const unbindSchema = object({
  id: id(),
  reason: lineField(UNBIND_REASON_MAX, key('unbind_reason_length')).required(key('unbind_reason_required')),
  receipt: receipt(),
});

/** The note of a licence; an empty one removes it. */
export const licenceRemarkSchema = object({
  id: id(),
  remark: lineField(LICENCE_REMARK_MAX, key('remark_length')).defined(),
});

export const renewSchema = object({
  id: id(),
  plan: string().oneOf(LICENCE_PLANS, key('field_invalid')).required(key('field_invalid')),
});

/** The recipient of a licence transfer. */
export const transferSchema = object({
  id: id(),
  to_email: emailField().required(key('transfer_email_required')),
  receipt: receipt(),
});
