import { loadChunk, useLocalePath } from '@yunduo/app-shell';
import { FormError } from '@yunduo/app-shell/form-error';
import { useForm } from '@yunduo/app-shell/forms';
import { handledByForm, useDevCenterJoinMutation } from '@yunduo/data-access';
import { Button, Checkbox } from '@yunduo/ui';
import { showConflict } from '../../forms/conflict.ts';
import { NO_PUBLISHER, PublisherFields } from '../../publisher/publisher-fields.tsx';
import { useTranslations } from '../../shell/words.ts';
import styles from './not-developer.module.css';

/**
 * Form to join the developer center: publisher and agreement. The answer grants the role, and so shows the list. A
 * default export, for `lazyWithRetry`.
 */
export default function JoinForm() {
  const t = useTranslations('apps');
  const path = useLocalePath();
  const [join] = useDevCenterJoinMutation();
  const { form, values, checkbox, field, errorOf, error, busy } = useForm({
    initialValues: { agree: false, publisher: NO_PUBLISHER },
    schema: async () => (await loadChunk(() => import('../../forms/rules.ts'))).joinSchema,
    draft: { key: 'join', fields: ['publisher'] },
    onSubmit: async (input) => {
      await join(handledByForm(input)).unwrap();
    },
    onConflict: showConflict,
  });
  return (
    <form {...form} className={styles.form}>
      <FormError error={error} />
      <p>{t('not_developer.publisher')}</p>
      <PublisherFields
        name={values.publisher.name}
        field={(path) => field(`publisher.${path}`)}
        errorOf={(path) => errorOf(`publisher.${path}`)}
      />
      <Checkbox {...checkbox('agree')} aria-required error={errorOf('agree')}>
        {t('not_developer.agree')}
        {/* On the public site, in a new tab: the form keeps its input. */}
        <a href={path('/protocol/developer-agreement')} target="_blank" rel="noopener">
          {t('not_developer.agreement')}
        </a>
      </Checkbox>
      <Button type="submit" busy={busy}>
        {t('not_developer.join')}
      </Button>
    </form>
  );
}
