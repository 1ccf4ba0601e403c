import { shanghaiDay } from '@yunduo/i18n';
import { newLetters } from '../codes/tokens.ts';

/** `YD20261121-7K3M9-QXW2H`: the day in Shanghai, readable, and 50 random bits against guessing. */
export const newOrderNo = (now: Date): string =>
  `YD${shanghaiDay(now).replaceAll('-', '')}-${newLetters(5)}-${newLetters(5)}`;

export const PAYMENT_NO_PATTERN = /^YP-[0-9A-Z]{24}$/;
/** Our number of a payment attempt; it also authorises the sandbox page, so it has 120 random bits. */
export const newPaymentNo = (): string => `YP-${newLetters(24)}`;
