// A separate module: the rules load at the first interaction with a form, not with the page.
export { decisionFormSchema, suggestionSchema } from '@yunduo/validation/schemas';
