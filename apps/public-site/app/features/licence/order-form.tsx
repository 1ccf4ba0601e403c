import type { LicencePlanOffer } from '@yunduo/api-contract';
import { LocaleLink, notePage, showToast, useAppSelector, useLocale, useLocalePath } from '@yunduo/app-shell';
import { FormError } from '@yunduo/app-shell/form-error';
import { useForm } from '@yunduo/app-shell/forms';
import { handledByForm, useOrderCreateMutation } from '@yunduo/data-access';
import { formatMoney } from '@yunduo/i18n';
import { selectSignedIn, signInPath } from '@yunduo/session';
import { Button, Card, Field, SettledStatus, TextInput } from '@yunduo/ui';
import { DAY, MINUTE, ORDER, type PayProvider } from '@yunduo/validation';
import { useNavigate, useSearchParams } from 'react-router';
import { formSchema } from '../../forms/form-schema.ts';
import { useTranslations } from '../../shell/words.ts';
import styles from './licence.module.css';
import { Plans } from './plans.tsx';

/** The plan and quantity to order, from the query. */
interface Choice {
  plan: string;
  quantity: string;
}

/** The default plan: the best price for a year, or else the first one on sale. */
const FIRST = 'm12';

/** Parses the choice; unknown plans and invalid quantities are replaced by defaults. */
export function choiceOf(query: URLSearchParams, offers: readonly LicencePlanOffer[]): Choice {
  const on = (name: string | null) => offers.find(({ plan }) => plan === name)?.plan;
  return {
    plan: on(query.get('plan')) ?? on(FIRST) ?? offers[0]?.plan ?? '',
    quantity: String(quantityOf(query.get('quantity') ?? '') ?? 1),
  };
}

/** Parses a typed quantity as the form's schema does (`05`, `1e1`); null if it cannot be ordered. */
export function quantityOf(text: string): number | null {
  const quantity = Number(text);
  return Number.isInteger(quantity) && quantity >= 1 && quantity <= ORDER.quantityMax ? quantity : null;
}

/** Path of the page with this choice, to return to. */
const choicePath = ({ plan, quantity }: Choice): string =>
  `/auth?${new URLSearchParams({ plan, quantity }).toString()}`;

interface OrderFormProps {
  offers: readonly LicencePlanOffer[];
  providers: readonly PayProvider[];
}

/**
 * Plan and quantity. Without scripts it is a GET form that shows the sum; with them it creates the order, which is paid
 * on its own page. Signed-out visitors sign in first, and return to their choice.
 */
export function OrderForm({ offers, providers }: OrderFormProps) {
  const t = useTranslations('purchase');
  const frame = useTranslations('frame');
  const locale = useLocale();
  const path = useLocalePath();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const signedIn = useAppSelector(selectSignedIn);
  const [create] = useOrderCreateMutation();
  const requested = choiceOf(query, offers);
  const form = useForm({
    id: 'order',
    initialValues: requested,
    schema: formSchema('orderSchema'),
    // One draft per requested choice: a link with another choice starts with that one.
    draft: { key: `order:${requested.plan}:${requested.quantity}`, fields: ['plan', 'quantity'] },
    onSubmit: async (values) => {
      const here = path(choicePath({ ...values, quantity: String(values.quantity) }));
      if (!signedIn) return void (await navigate(signInPath(here)));
      // An expired session leads to sign-in and back to this address.
      await navigate(here, { replace: true, preventScrollReset: true });
      const input = { plan: values.plan, quantity: Number(values.quantity) };
      const onPage = notePage();
      const { order_no: order, unit_price, amount, currency } = await create(handledByForm(input)).unwrap();
      if (unit_price !== chosen?.price)
        showToast(t('price_changed', { amount: formatMoney(amount, currency, locale) }));
      if (!onPage()) return showToast(frame('ordered'));
      await navigate(path(`/user?${new URLSearchParams({ panel: 'order-info', order }).toString()}`));
    },
  });
  const { plan, quantity: text } = form.values;
  const chosen = offers.find((offer) => offer.plan === plan);
  const quantity = quantityOf(String(text));
  const total =
    chosen && quantity
      ? {
          sum: formatMoney(chosen.price * quantity, chosen.currency, locale),
          of: t('summary', { plan: chosen.name, quantity }),
        }
      : null;

  return (
    // No method also means GET, but keeps the form from being sent natively while the scripts load
    // (`server/intent-loader.ts`).
    <form {...form.form} method={undefined} action={path('/auth')} className={styles.order}>
      <Plans
        offers={offers}
        chosen={plan}
        onChoose={(name) => form.setValue('plan', name)}
        error={form.errorOf('plan')}
      />
      <Card title={t('order')} className={styles.summary}>
        <Field
          id="order-quantity"
          label={t('quantity')}
          hint={t('quantity_hint', { max: ORDER.quantityMax })}
          error={form.errorOf('quantity')}
        >
          {(control) => (
            <TextInput
              {...control}
              {...form.field('quantity')}
              type="number"
              inputMode="numeric"
              min={1}
              max={ORDER.quantityMax}
              autoComplete="off"
            />
          )}
        </Field>
        <div className={styles.total}>
          <span>{t('total')}</span>
          <div>
            <b>{total?.sum ?? '–'}</b>
            {total && <span className="quiet">{total.of}</span>}
          </div>
          <SettledStatus text={total ? `${total.sum} ${total.of}` : ''} />
        </div>
        <FormError
          error={form.error}
          action={<LocaleLink to="/user?panel=order-info">{t('to_orders')}</LocaleLink>}
        />
        <Button type="submit" size="lg" busy={form.busy}>
          {t(form.busy ? 'buying' : 'buy')}
        </Button>
        {providers.length > 0 && (
          <p className={styles.next}>
            {t('pay.by', {
              ways: providers.map((way) => t(`pay.${way}`)).join(locale === 'zh' ? '、' : ', '),
            })}
          </p>
        )}
        <p className={`quiet ${styles.next ?? ''}`}>
          {t('next', { minutes: ORDER.paymentTtl / MINUTE, days: ORDER.transferTtl / DAY })}
        </p>
        <noscript>
          <p>{t('needs_script')}</p>
        </noscript>
      </Card>
    </form>
  );
}
