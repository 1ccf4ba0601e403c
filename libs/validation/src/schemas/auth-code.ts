import { number, object, string } from 'yup';
import { parseLicenceCode } from '../licence-code.ts';
import {
  EMAIL_MAX,
  LICENCE_PLANS,
  LICENCE_REMARK_MAX,
  SERVER_NAME_MAX,
  UNBIND_REASON_MAX,
} from '../limits.ts';
import { codePoints, EMAIL_PATTERN, FINGERPRINT_PATTERN, ONE_LINE_PATTERN } from '../patterns.ts';
import type { FieldMessage } from './message.ts';

const key = (message: FieldMessage): FieldMessage => message;

const line = (max: number, tooLong: FieldMessage) =>
  string()
    .trim()
    .test('length', tooLong, (value) => value === undefined || codePoints(value) <= max)
    .matches(ONE_LINE_PATTERN, { message: key('one_line_characters'), excludeEmptyString: true });

/** A code as it was typed; what comes out is as it is shown (`parseLicenceCode`). */
export const licenceCode = () =>
  string()
    .required(key('licence_code_required'))
    .transform((typed: string) => parseLicenceCode(typed) ?? typed)
    .test('code', key('licence_code_invalid'), (value) => !value || parseLicenceCode(value) !== null);

/** A fingerprint copied from the client: any case, spaces around it, or the whole line that `sha256sum` prints. */
export const fingerprint = () =>
  string()
    .required(key('fingerprint_required'))
    .transform((typed: string) =>
      typed
        .trim()
        .replace(/ {2}-$/, '')
        .toLowerCase(),
    )
    .matches(FINGERPRINT_PATTERN, { message: key('fingerprint_invalid'), excludeEmptyString: true });

export const serverName = () =>
  line(SERVER_NAME_MAX, key('server_name_length')).required(key('server_name_required'));

const id = () =>
  number().integer(key('field_invalid')).positive(key('field_invalid')).required(key('field_invalid'));

/** Binding a licence to a server. */
export const bindSchema = object({
  code: licenceCode(),
  server_name: serverName(),
  fingerprint: fingerprint(),
});

/** Unbinding: support reads the reason when somebody asks for more than the limit. */
export const unbindSchema = object({
  id: id(),
  reason: line(UNBIND_REASON_MAX, key('unbind_reason_length')).required(key('unbind_reason_required')),
});

/** The remark of a licence; empty takes it away. */
export const licenceRemarkSchema = object({
  id: id(),
  remark: line(LICENCE_REMARK_MAX, key('remark_length')).defined(),
});

export const renewSchema = object({
  id: id(),
  plan: string().oneOf(LICENCE_PLANS, key('field_invalid')).required(key('field_invalid')),
});

/** To whom a licence goes. */
export const transferSchema = object({
  id: id(),
  to_email: string()
    .trim()
    .required(key('transfer_email_required'))
    .max(EMAIL_MAX, key('email_invalid'))
    .matches(EMAIL_PATTERN, { message: key('email_invalid'), excludeEmptyString: true }),
});
