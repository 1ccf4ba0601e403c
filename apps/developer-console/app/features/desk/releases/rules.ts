// A module of its own: the rules come with the first touch of a form, not with the page.
export {
  invitationsSchema,
  inviteAnswerSchema,
  privateReleaseSchema,
  releaseSchema,
  updateRulesSchema,
  withdrawSchema,
} from '@yunduo/validation/schemas';
