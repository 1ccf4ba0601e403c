// A separate module: the rules load with the dialog, not with the page.
export { webhookSchema } from '@yunduo/validation/schemas';
