// A separate module: the rules load at the first interaction with a form, not with the page.
export {
  invitationsSchema,
  inviteAnswerSchema,
  privateReleaseSchema,
  releaseSchema,
  updateRulesSchema,
  withdrawSchema,
} from '@yunduo/validation/schemas';
