import { boolean, object, string, type InferType } from 'yup';
import { parseInvitationCode } from '../invitation-code.ts';
import { INVITE_REQUEST } from '../operator-limits.ts';
import { CLIENT_PLATFORMS } from '../vocabulary.ts';
import { emailSchema } from './account.ts';
import { key, textField } from './text.ts';

/** The download form (specification §5): an invitation code, a platform, and consent to the protocol. */
export const claimSchema = object({
  invitation_code: string()
    .trim()
    .required(key('invitation_code_required'))
    // Rejected without a request: such a code was never issued.
    .test('code', key('invitation_code_unknown'), (value) => !value || parseInvitationCode(value) !== null),
  platform: string().required(key('platform_required')).oneOf(CLIENT_PLATFORMS, key('platform_required')),
  agree: boolean().required(key('protocol_agree_required')).isTrue(key('protocol_agree_required')),
});

/** A request for an invitation: where to answer, and the intended use. */
export const inviteRequestSchema = emailSchema.shape({
  purpose: textField(INVITE_REQUEST.purposeMax, 'invite_purpose_length').required(
    key('invite_purpose_required'),
  ),
});

export type ClaimForm = InferType<typeof claimSchema>;
