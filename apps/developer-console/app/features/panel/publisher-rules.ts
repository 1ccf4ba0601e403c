// Loaded at the first interaction with the form.
export { publisherSchema } from '@yunduo/validation/schemas';
