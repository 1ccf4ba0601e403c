import type { OrderDetail } from '@yunduo/api-contract';
import { LocaleLink, useLocale } from '@yunduo/app-shell';
import { formatMoney, momentOf } from '@yunduo/i18n';
import { buttonClass, Notice } from '@yunduo/ui';
import { useTranslations } from '../../../shell/words.ts';
import { codePath, panelPath } from '../panels.ts';

/** Outcome of an order, and the next step. Refunds are shown in their own section. */
export function OrderOutcome({ order }: { order: OrderDetail }) {
  const t = useTranslations('orders');
  switch (order.status) {
    case 'paid': {
      // A user who has since requested a refund has seen this already.
      if (order.refund) return null;
      if (order.kind === 'private_deploy')
        return (
          <Notice tone="good">
            <p>{t('detail.paid_service')}</p>
          </Notice>
        );
      const renewed = order.renews;
      const mine = order.licences.find((licence) => licence.mine && (renewed !== null || !licence.revoked));
      // New codes that are all given away or revoked need no next step.
      if (renewed === null && !mine) return null;
      return (
        <Notice
          tone="good"
          action={
            mine && (
              <LocaleLink
                to={order.licences.length === 1 ? codePath(mine.id) : panelPath('my-codes')}
                className={buttonClass}
                data-kind="line"
                data-size="sm"
              >
                {t(order.licences.length === 1 ? 'detail.to_code' : 'detail.to_codes')}
              </LocaleLink>
            )
          }
        >
          <p>{t(renewed === null ? 'detail.paid_licence' : 'detail.paid_renewal')}</p>
        </Notice>
      );
    }
    case 'cancelled':
      return (
        <Notice
          tone="info"
          action={
            order.kind === 'licence' && (
              // A renewal is ordered from its code: the page of plans sells new codes.
              <LocaleLink
                to={
                  order.renews === null
                    ? `/auth?${new URLSearchParams({ plan: order.plan ?? '', quantity: String(order.quantity) }).toString()}`
                    : codePath(order.renews)
                }
                className={buttonClass}
                data-kind="line"
                data-size="sm"
              >
                {t(order.renews === null ? 'detail.buy_again' : 'detail.to_code')}
              </LocaleLink>
            )
          }
        >
          <p>
            {t(`detail.cancelled_${whyCancelled(order)}`)}
            {/* Money that has arrived is in a notice of its own. */}
            {whyCancelled(order) !== 'user' && !order.returns?.length && ` ${t('detail.cancelled_sent')}`}
          </p>
        </Notice>
      );
    default:
      return null;
  }
}

/** Money that the order could not take, until it is returned and after that. */
export function OrderReturns({ order: { returns = [], currency } }: { order: OrderDetail }) {
  const t = useTranslations('orders');
  const locale = useLocale();
  return returns.map(({ provider, amount, received_at: at, returned }) => (
    <Notice key={at} tone={returned ? 'info' : 'warn'}>
      <p>
        {t(returned ? 'detail.returned' : 'detail.to_return', {
          time: momentOf(at, locale),
          amount: formatMoney(amount, currency, locale),
          provider: t(`payment.${provider}`),
        })}
      </p>
    </Notice>
  ));
}

function whyCancelled({ cancel_reason: reason, renews }: OrderDetail): 'user' | 'renewal' | 'expired' {
  if (reason !== 'user') return 'expired';
  // A transferred or revoked code cancels its renewal order, in the same way as its owner does.
  return renews === null ? 'user' : 'renewal';
}
