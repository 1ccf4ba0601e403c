import { LocaleLink } from '@yunduo/app-shell';
import { handledByForm, useSubscribeConfirmMutation, useUnsubscribeMutation } from '@yunduo/data-access';
import { Button, buttonClass } from '@yunduo/ui';
import { useTranslations } from '../../shell/words.ts';
import { LinkPage, LinkError } from './link-page.tsx';
import { useLink } from './use-link.ts';

/** Unsubscribes, with an undo for accidental presses. */
export function Unsubscribe({ token }: { token: string }) {
  const t = useTranslations('newsletter');
  const [unsubscribe, { isLoading, data: left }] = useUnsubscribeMutation();
  const [takeBack, { isLoading: takingBack, data: back }] = useSubscribeConfirmMutation();
  const way = useLink(token);
  const undo = useLink(left?.undo_token ?? '');

  if (back) {
    return (
      <LinkPage
        beside="content"
        heading={t('unsubscribe.undone_heading')}
        lead={t('confirm.done', { email: back.email })}
      >
        <LocaleLink className={buttonClass} data-kind="line" data-size="lg" to="/">
          {t('home')}
        </LocaleLink>
      </LinkPage>
    );
  }
  if (left) {
    return (
      <LinkPage
        beside="others"
        heading={t('unsubscribe.done_heading')}
        lead={t('unsubscribe.done', { email: left.email })}
      >
        <p className="quiet">{t('unsubscribe.mistake', { minutes: left.expires_in / 60 })}</p>
        <LinkError failure={undo.failure} incomplete={undo.incomplete} />
        <Button
          kind="line"
          size="lg"
          busy={takingBack}
          onClick={() => void undo.press((value) => takeBack(handledByForm({ token: value })).unwrap())}
        >
          {t(takingBack ? 'unsubscribe.undoing' : 'unsubscribe.undo')}
        </Button>
      </LinkPage>
    );
  }
  return (
    <LinkPage beside="others" heading={t('unsubscribe.heading')} lead={t('unsubscribe.lead')}>
      <LinkError failure={way.failure} incomplete={way.incomplete} leaving />
      <Button
        size="lg"
        busy={isLoading}
        onClick={() => void way.press((value) => unsubscribe(handledByForm({ token: value })).unwrap())}
      >
        {t(isLoading ? 'unsubscribe.busy' : 'unsubscribe.submit')}
      </Button>
    </LinkPage>
  );
}
