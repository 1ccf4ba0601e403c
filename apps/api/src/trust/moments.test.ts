// The exact end of each term: a millisecond before it, at it, and after it.
import { describe, expect, test } from '@jest/globals';
import { DAY, FEEDBACK, PAY_NOTICE_AGE, REVIEW_APPEAL_DAYS, SECOND } from '@yunduo/validation';
import { after, type Clock } from '../clock.ts';
import { ApiError } from '../http/errors.ts';
import { nameOfExport } from '../modules/account/data-export.ts';
import { nextBorder, stateOf as activityState } from '../modules/activity/state.ts';
import { openLink, signLink } from '../modules/download/link.ts';
import { stateOf as invitationState, type InvitationRow } from '../modules/download/invitations.ts';
import { attachmentUrl, openAttachmentLink } from '../modules/feedback/link.ts';
import { newTicketNo } from '../modules/feedback/tickets.ts';
import { fileState, type LicenceFileRow } from '../modules/licence/files.ts';
import { presentTransfer } from '../modules/licence/present.ts';
import { graceUntil, stateOf as licenceState } from '../modules/licence/state.ts';
import { invoiceLink, isInvoiceLink } from '../modules/order/invoice.ts';
import { newOrderNo } from '../modules/order/order-no.ts';
import { statusAt, type OrderRow } from '../modules/order/present.ts';
import { signNotice, verifyNotice } from '../modules/payment/notice.ts';
import { appealUntil } from '../modules/publishing/next-actor.ts';
import { stateAt, type ProposalRow } from '../modules/second-operator/proposals.ts';
import { sealSecret, secretsOf } from '../modules/webhook/signature.ts';

/** A whole second: links carry seconds. In Shanghai a day begins. */
const END = new Date('2026-11-20T16:00:00.000Z');
const KEY = Buffer.alloc(32, 1);
const config = { signingKey: 'a-key-for-tests-of-thirty-two-bytes' } as Parameters<typeof secretsOf>[0];
const at = (now: Date) => ({ config, clock: { now: () => now } satisfies Clock });

/** The result, or the error code. */
const codeOf = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    if (error instanceof ApiError) return error.code;
    throw error;
  }
};

const activity = { startsAt: END, endsAt: after(END, DAY) };
const licence = { revokedAt: null, startedAt: after(END, -DAY), expiresAt: END };
const rejected = {
  reviewStatus: 'rejected' as const,
  decidedAt: after(END, -REVIEW_APPEAL_DAYS * DAY),
  appealedAt: null,
};
const webhook = {
  secret: sealSecret(config, 'new'),
  previousSecret: sealSecret(config, 'old'),
  previousUntil: END,
} as Parameters<typeof secretsOf>[1];
const download = signLink(KEY, 7, END);
const attachment = new URL(
  attachmentUrl({ key: KEY, now: after(END, -FEEDBACK.link), locale: 'en' }, 7, 'file'),
  'http://127.0.0.1',
).searchParams.get('link');
const sent = String(END.getTime() / SECOND);
const notice = { raw: '{}', timestamp: sent, signature: signNotice(KEY, sent, '{}') };
const invoiceExpiry = () => {
  const paid = { orderNo: 'YD20261120-00000-00000', status: 'paid' } as OrderRow;
  const made = END;
  const { url, expires_in: seconds } = invoiceLink(at(made), paid, 'en');
  const query = new URL(url, 'http://127.0.0.1').searchParams;
  const link = {
    order_no: query.get('order_no') ?? '',
    expires: Number(query.get('expires')),
    signature: query.get('signature') ?? '',
  };
  return (now: Date) => isInvoiceLink(at(after(now, seconds * SECOND)), link);
};
const isInvoice = invoiceExpiry();

type Case = [name: string, value: (now: Date) => unknown, before: unknown, atEnd: unknown, later: unknown];
const CASES: Case[] = [
  ['an activity starts', (now) => activityState(activity, now), 'not_started', 'in_progress', 'in_progress'],
  [
    'an activity ends',
    (now) => activityState({ startsAt: after(END, -DAY), endsAt: END }, now),
    'in_progress',
    'ended',
    'ended',
  ],
  [
    'the next border of activities has passed',
    (now) => nextBorder([activity], now),
    END,
    activity.endsAt,
    activity.endsAt,
  ],
  ['a licence expires', (now) => licenceState(licence, now), 'active', 'expired', 'expired'],
  [
    'the grace period of a licence counts from its expiry',
    (now) => Number(graceUntil(licence, now)) - Number(graceUntil(licence, END)),
    -1,
    0,
    0,
  ],
  [
    'a licence file expires',
    (now) => fileState({ releasedBy: null, expiresAt: END } as LicenceFileRow, now),
    'valid',
    'ended',
    'ended',
  ],
  [
    'a licence offer expires',
    (now) =>
      presentTransfer(
        {
          status: 'offered',
          expiresAt: END,
          createdAt: END,
          decidedAt: null,
          toEmail: 'a@example.com',
        } as Parameters<typeof presentTransfer>[0],
        now,
      ).status,
    'offered',
    'expired',
    'expired',
  ],
  [
    'an unpaid order expires',
    (now) => statusAt({ status: 'pending', expiresAt: END }, now),
    'pending',
    'cancelled',
    'cancelled',
  ],
  [
    'a failed order expires',
    (now) => statusAt({ status: 'failed', expiresAt: END }, now),
    'failed',
    'cancelled',
    'cancelled',
  ],
  [
    'a proposal expires',
    (now) => stateAt({ outcome: null, expiresAt: END } as ProposalRow, now),
    'pending',
    'expired',
    'expired',
  ],
  [
    'an invitation expires',
    (now) => invitationState({ revokedAt: null, expiresAt: END, used: 0, uses: 1 } as InvitationRow, now),
    'usable',
    'expired',
    'expired',
  ],
  ['the time to appeal ends, its last moment included', (now) => appealUntil(rejected, now), END, END, null],
  [
    'the previous secret of a webhook no longer signs',
    (now) => secretsOf(config, webhook, now),
    ['new', 'old'],
    ['new'],
    ['new'],
  ],
  [
    'a download link expires',
    (now) => codeOf(() => openLink(KEY, download, now)),
    7,
    'DOWNLOAD_EXPIRED',
    'DOWNLOAD_EXPIRED',
  ],
  [
    'the link of an attachment expires',
    (now) => codeOf(() => openAttachmentLink(KEY, attachment ?? '', now)),
    { id: 7, part: 'file' },
    'FEEDBACK_FILE_NOT_FOUND',
    'FEEDBACK_FILE_NOT_FOUND',
  ],
  ['the link of an invoice expires', isInvoice, true, false, false],
  [
    'a notice of payment is too old, its last moment excluded',
    (now) => codeOf(() => verifyNotice(KEY, after(now, PAY_NOTICE_AGE), notice)),
    undefined,
    undefined,
    'PAY_NOTICE_INVALID',
  ],
  [
    'a notice of payment is too far ahead, its first moment excluded',
    (now) => codeOf(() => verifyNotice(KEY, after(now, -PAY_NOTICE_AGE), notice)),
    'PAY_NOTICE_INVALID',
    undefined,
    undefined,
  ],
  [
    'the day in the number of an order begins, in Shanghai',
    (now) => newOrderNo(now).split('-')[0],
    'YD20261120',
    'YD20261121',
    'YD20261121',
  ],
  [
    'the day in the number of feedback begins, in Shanghai',
    (now) => newTicketNo(now).split('-')[0],
    'FB20261120',
    'FB20261121',
    'FB20261121',
  ],
  [
    'the day in the file name of a data export begins, in Shanghai',
    nameOfExport,
    'yunduo-data-2026-11-20.json',
    'yunduo-data-2026-11-21.json',
    'yunduo-data-2026-11-21.json',
  ],
];

describe('At its exact moment', () => {
  test.each(CASES)('%s', (_, value, before, atEnd, later) => {
    expect([value(after(END, -1)), value(END), value(after(END, 1))]).toEqual([before, atEnd, later]);
  });

  test('an invitation with all its uses is used up, and one with a use left is not', () => {
    const row = { revokedAt: null, expiresAt: null, uses: 2 };
    const states = [1, 2].map((used) => invitationState({ ...row, used } as InvitationRow, END));
    expect(states).toEqual(['usable', 'used_up']);
  });
});
