// A module of its own: the rules come with the first touch of a form, not with the page.
export { activitySchema, articleSchema, protocolSchema } from '@yunduo/validation/schemas';
