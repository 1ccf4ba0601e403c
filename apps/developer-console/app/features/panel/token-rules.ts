// A separate module: the rules load with the dialog, not with the page.
export { buildTokenSchema } from '@yunduo/validation/schemas';
