// A separate module: the rules load at the first interaction with a form, not with the page.
export { buildTokenSchema, publisherSchema } from '@yunduo/validation/schemas';
