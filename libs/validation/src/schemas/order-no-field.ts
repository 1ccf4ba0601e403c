import { string } from 'yup';
import { parseOrderNo } from '../order-no.ts';
import { ORDER_NO_PATTERN } from '../patterns.ts';
import { key } from './text.ts';

/**
 * An order number as a bank's form has it: upper or lower case, full or half width, with or without hyphens. In a file of
 * its own, so that the forms of buyers and of operators do not bring each other.
 */
export const orderNoField = () =>
  string()
    .transform((typed: unknown) =>
      typeof typed === 'string' ? (parseOrderNo(typed) ?? typed.trim()) : typed,
    )
    .required(key('order_no_invalid'))
    .matches(ORDER_NO_PATTERN, { message: key('order_no_invalid'), excludeEmptyString: true });
