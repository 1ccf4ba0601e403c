import { string } from 'yup';
import { parseOrderNo } from '../order-no.ts';
import { ORDER_NO_PATTERN } from '../patterns.ts';
import { key } from './text.ts';

/** As people type it into a bank's form: any case and width, with or without hyphens. */
export const orderNoField = () =>
  string()
    .transform((typed: unknown) =>
      typeof typed === 'string' ? (parseOrderNo(typed) ?? typed.trim()) : typed,
    )
    .required(key('order_no_invalid'))
    .matches(ORDER_NO_PATTERN, { message: key('order_no_invalid'), excludeEmptyString: true });
