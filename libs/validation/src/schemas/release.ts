import { boolean, date, number, object, string } from 'yup';
import { INVITATION, INVITE_REQUEST, RELEASE } from '../operator-limits.ts';
import { IMAGE_DIGEST_PATTERN, IMAGE_NAME_PATTERN, VERSION_PATTERN } from '../patterns.ts';
import { INVITE_ANSWERS } from '../operator-vocabulary.ts';
import { key, plainField, textField } from './text.ts';

// Operators' forms for invitations and releases. Separate from the download form, which brings its own
// fields.

/** Optional details of a new invitation. */
export const invitationSchema = object({
  uses: number()
    .typeError(key('invitation_uses_invalid'))
    .integer(key('invitation_uses_invalid'))
    .min(1, key('invitation_uses_invalid'))
    .max(INVITATION.usesMax, key('invitation_uses_invalid')),
  expires_at: date().nullable(),
  note: textField(INVITATION.noteMax, 'invitation_note_length'),
});

/** An operator's answer to a request. A code needs no text; a refusal needs a reason. */
export const inviteAnswerSchema = object({
  decision: string().required(key('decision_required')).oneOf(INVITE_ANSWERS, key('decision_required')),
  text: textField(INVITE_REQUEST.answerMax, 'invite_answer_length')
    .default('')
    .when('decision', {
      is: 'decline',
      then: (field) => field.required(key('invite_answer_required')),
    }),
});

/** Several equal invitations, as the desk's form creates them. */
export const invitationsSchema = invitationSchema.shape({
  count: number()
    .typeError(key('invitation_count_invalid'))
    .required(key('invitation_count_invalid'))
    .integer(key('invitation_count_invalid'))
    .min(1, key('invitation_count_invalid'))
    .max(INVITATION.batchMax, key('invitation_count_invalid')),
});

const notes = () =>
  textField(RELEASE.notesMax, 'release_notes_length').required(key('release_notes_required'));
const version = () =>
  plainField()
    .required(key('version_invalid'))
    .matches(VERSION_PATTERN, { message: key('version_invalid'), excludeEmptyString: true });

/** A release of the client: the changes, in both languages. */
export const releaseSchema = object({ version: version(), notes_zh: notes(), notes_en: notes() });

/** A release for private deployment: also the image and its digest. */
export const privateReleaseSchema = releaseSchema.shape({
  image: plainField()
    .required(key('image_name_invalid'))
    .max(RELEASE.imageMax, key('image_name_invalid'))
    .matches(IMAGE_NAME_PATTERN, { message: key('image_name_invalid'), excludeEmptyString: true }),
  digest: plainField()
    .lowercase()
    .required(key('image_digest_invalid'))
    .matches(IMAGE_DIGEST_PATTERN, { message: key('image_digest_invalid'), excludeEmptyString: true }),
});

/** What a client release requires of earlier versions. An empty minimum: every version works. */
export const updateRulesSchema = object({
  mandatory: boolean().required(),
  minimum: plainField()
    .default('')
    .matches(VERSION_PATTERN, { message: key('version_invalid'), excludeEmptyString: true }),
});

/** The reason for withdrawing a release, kept for colleagues. */
export const withdrawSchema = object({
  reason: textField(RELEASE.reasonMax, 'withdraw_reason_length').required(key('withdraw_reason_required')),
});
