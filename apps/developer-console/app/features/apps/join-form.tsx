import { loadChunk, useLocalePath } from '@yunduo/app-shell';
import { handledByForm, useDevCenterJoinMutation } from '@yunduo/data-access';
import { Button, Checkbox } from '@yunduo/ui';
import { FormFault } from '../../forms/form-fault.tsx';
import { useCheckedForm } from '../../forms/use-checked-form.ts';
import { useWords } from '../../shell/words.ts';
import styles from './not-developer.module.css';

/** The way into the developer center: its agreement. The answer brings the role, and with it the list. */
export function JoinForm() {
  const t = useWords('apps');
  const path = useLocalePath();
  const [join] = useDevCenterJoinMutation();
  const { values, change, form, errorOf, fault, busy } = useCheckedForm({
    initialValues: { agree: false },
    schema: async () => (await loadChunk(() => import('../../forms/rules.ts'))).joinSchema,
    onSubmit: async ({ agree }) => {
      await join(handledByForm({ agree })).unwrap();
    },
  });
  return (
    <form {...form} className={styles.form}>
      <FormFault fault={fault} />
      <Checkbox
        aria-required
        checked={values.agree}
        error={errorOf('agree')}
        onChange={({ target }) => change({ agree: target.checked })}
      >
        {t('not_developer.agree')}
        {/* On the public site: read beside the form, which stays as it is. */}
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
