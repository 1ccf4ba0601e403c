import { LocaleLink, useSharedTranslations } from '@yunduo/app-shell';
import { handledByForm, useSubscribeConfirmMutation } from '@yunduo/data-access';
import { Button, buttonClass } from '@yunduo/ui';
import { useTranslations } from '../../shell/words.ts';
import { LinkPage, LinkError } from './link-page.tsx';
import { useLink } from './use-link.ts';

/** Confirmation by the mailbox's owner. */
export function Confirm({ token }: { token: string }) {
  const t = useTranslations('newsletter');
  const messages = useSharedTranslations('messages');
  const [confirm, { isLoading, data }] = useSubscribeConfirmMutation();
  const { press, ...fault } = useLink(token);

  if (data) {
    return (
      <LinkPage
        beside="content"
        heading={messages('subscribed')}
        lead={t('confirm.done', { email: data.email })}
      >
        <LocaleLink className={buttonClass} data-kind="line" data-size="lg" to="/">
          {t('home')}
        </LocaleLink>
      </LinkPage>
    );
  }
  return (
    <LinkPage beside="content" heading={t('confirm.heading')} lead={t('confirm.lead')}>
      <LinkError {...fault} />
      <Button
        size="lg"
        busy={isLoading}
        onClick={() => void press((value) => confirm(handledByForm({ token: value })).unwrap())}
      >
        {t(isLoading ? 'confirm.busy' : 'confirm.submit')}
      </Button>
    </LinkPage>
  );
}
