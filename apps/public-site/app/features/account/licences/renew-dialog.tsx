import { FormDialog, notePage, showToast, useLocale, useLocalePath } from '@yunduo/app-shell';
import { useForm } from '@yunduo/app-shell/forms';
import { handledByForm, useLicencePlansQuery, useLicenceRenewMutation } from '@yunduo/data-access';
import { dayOf, formatMoney } from '@yunduo/i18n';
import { Notice, RadioGroup, Skeleton } from '@yunduo/ui';
import { useNavigate } from 'react-router';
import { formSchema } from '../../../forms/form-schema.ts';
import { useTranslations } from '../../../shell/words.ts';
import { orderPath } from '../panels.ts';
import type { LicenceDialogProps } from './licence-dialog-props.ts';

/** Choice of the renewal's term; the order is paid on its own page. */
export function RenewDialog({ licence, onClose }: LicenceDialogProps) {
  const t = useTranslations('licences');
  const frame = useTranslations('frame');
  const locale = useLocale();
  const navigate = useNavigate();
  const path = useLocalePath();
  const { data, isError } = useLicencePlansQuery();
  const [renew] = useLicenceRenewMutation();
  const form = useForm({
    id: 'licence-renew',
    initialValues: { id: licence.id, plan: licence.plan as string },
    schema: formSchema('renewSchema'),
    draft: { key: `renew:${licence.id}`, fields: ['plan'] },
    onSubmit: async ({ id, plan }) => {
      const onPage = notePage();
      const order = await renew(handledByForm({ id, plan: plan as typeof licence.plan })).unwrap();
      if (order.unit_price !== data?.list.find((offer) => offer.plan === plan)?.price)
        showToast(t('renew.price_changed', { amount: formatMoney(order.amount, order.currency, locale) }));
      if (!onPage()) return showToast(frame('ordered'));
      await navigate(path(orderPath(order.order_no)));
    },
  });
  const { state, expires_at: until } = licence;

  return (
    <FormDialog
      title={t('renew.title')}
      intro={
        state === 'active' && until
          ? t('renew.text', { date: dayOf(until, locale) })
          : t(licence.server ? 'renew.text_expired' : 'renew.text_unbound')
      }
      form={form}
      submit={t('renew.submit')}
      submitting={t('renew.submitting')}
      cancel={t('cancel')}
      onClose={onClose}
    >
      {data ? (
        <RadioGroup
          required
          legend={t('renew.plan')}
          name="plan"
          options={data.list.map(({ plan, name, price, currency }) => ({
            value: plan,
            label: name,
            hint: formatMoney(price, currency, locale),
          }))}
          value={form.values.plan}
          onChange={(plan) => form.setValue('plan', plan)}
          error={form.errorOf('plan')}
        />
      ) : isError ? (
        <Notice tone="bad">
          <p>{t('renew.failed')}</p>
        </Notice>
      ) : (
        <Skeleton label={t('renew.plan')} shape="text" rows={1} />
      )}
    </FormDialog>
  );
}
