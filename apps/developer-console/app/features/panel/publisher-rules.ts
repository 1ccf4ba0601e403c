// Loaded when the form is first touched.
export { publisherSchema } from '@yunduo/validation/schemas';
