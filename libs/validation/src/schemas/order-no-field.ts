import { string } from 'yup';
import { parseOrderNo } from '../order-no.ts';
import { ORDER_NO_PATTERN } from '../patterns.ts';
import { key } from './text.ts';

/**
 * An order number as it appears on a bank form: any case and width, with or without hyphens. In a separate
 * file, so that the forms of buyers and operators do not load each other.
 */
export const orderNoField = () =>
  string()
    .transform((input: unknown) =>
      typeof input === 'string' ? (parseOrderNo(input) ?? input.trim()) : input,
    )
    .required(key('order_no_invalid'))
    .matches(ORDER_NO_PATTERN, { message: key('order_no_invalid'), excludeEmptyString: true });
