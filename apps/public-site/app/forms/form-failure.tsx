export { FormError as FormFailure } from '@yunduo/app-shell';
