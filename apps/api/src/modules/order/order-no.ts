import { shanghaiDay } from '@yunduo/i18n';
import { randomInt } from 'node:crypto';

/** No I, L, O or U: what is read over the telephone must be written down right. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const some = (count: number): string => Array.from({ length: count }, () => LETTERS[randomInt(32)]).join('');

/** `YD20261121-7K3M9-QXW2H`: the day in Shanghai for people, 50 random bits against guessing. */
export const newOrderNo = (now: Date): string =>
  `YD${shanghaiDay(now).replaceAll('-', '')}-${some(5)}-${some(5)}`;

export const PAYMENT_NO_PATTERN = /^YP-[0-9A-Z]{24}$/;
/** Our number of one try to pay; with it the sandbox page is found, so it has 120 random bits. */
export const newPaymentNo = (): string => `YP-${some(24)}`;
