// A module of its own: the rules come with the dialog, not with the page.
export { buildTokenSchema } from '@yunduo/validation/schemas';
