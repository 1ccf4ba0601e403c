// A module of its own: the rules come when a form is touched, not with the page.
export { decisionSchema, suggestionSchema } from '@yunduo/validation/schemas';
