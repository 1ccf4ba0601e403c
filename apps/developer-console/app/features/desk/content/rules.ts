// A separate module: the rules load at the first interaction with a form, not with the page.
export {
  activitySchema,
  articleScheduleSchema,
  articleSchema,
  protocolSchema,
} from '@yunduo/validation/schemas';
