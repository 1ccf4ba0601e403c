import type { User } from '@yunduo/api-contract';
import { LocaleLink, showToast } from '@yunduo/app-shell';
import { FormError } from '@yunduo/app-shell/form-error';
import { useForm } from '@yunduo/app-shell/forms';
import { handledByForm, useSaveUserMutation } from '@yunduo/data-access';
import { shanghaiDay } from '@yunduo/i18n';
import { Button, Field, PageHead, RadioGroup, TextInput } from '@yunduo/ui';
import { BIRTHDAY_MIN, GENDERS, NICKNAME } from '@yunduo/validation';
import { useEffect, useEffectEvent, useRef } from 'react';
import { formSchema } from '../../../forms/form-schema.ts';
import { useTranslations } from '../../../shell/words.ts';
import { panelPath } from '../panels.ts';
import styles from '../account.module.css';
import { AvatarPicker } from './avatar-picker.tsx';

const FIELDS = ['nickname', 'gender', 'birthday'] as const;
const valuesOf = ({ nickname, gender, birthday }: User) => ({
  nickname,
  gender: gender as string,
  birthday: birthday ?? '',
});

type ProfileValues = ReturnType<typeof valuesOf>;

/** Person info: avatar, account, nickname, gender, birthday. */
export function Profile({ user }: { user: User }) {
  const t = useTranslations('account');
  const [saveUser] = useSaveUserMutation();
  const form = useForm({
    id: 'person-info',
    initialValues: valuesOf(user),
    schema: formSchema('profileSchema'),
    draft: { key: `person:${user.id}`, fields: FIELDS },
    onSubmit: async (values) => {
      sent.current = form.values;
      await saveUser(handledByForm(values)).unwrap();
      showToast({ message: 'information_updated' });
    },
  });
  // This form or another tab has saved: fields without later edits are updated.
  const shown = useRef(valuesOf(user));
  const sent = useRef<ProfileValues>(null);
  const follow = useEffectEvent(() => {
    const now = valuesOf(user);
    if (FIELDS.every((name) => now[name] === shown.current[name])) return;
    const input = FIELDS.filter(
      (name) => form.values[name] !== shown.current[name] && form.values[name] !== sent.current?.[name],
    );
    shown.current = now;
    sent.current = null;
    form.reset(now);
    for (const name of input) form.setValue(name, form.values[name]);
  });
  useEffect(() => follow(), [user]);

  return (
    <>
      <PageHead title={t('panel.person_info')} lead={t('person.lead')} />
      <AvatarPicker user={user} />
      <form {...form.form} className={styles.form}>
        <Field
          label={t('person.account')}
          hint={t('person.account_hint')}
          aside={<LocaleLink to={panelPath('change-email')}>{t('person.account_change')}</LocaleLink>}
        >
          {(control) => <TextInput {...control} value={user.email} readOnly autoComplete="username" />}
        </Field>
        <Field
          label={t('person.nickname')}
          hint={t('person.nickname_hint', NICKNAME)}
          error={form.errorOf('nickname')}
        >
          {(control) => <TextInput {...control} {...form.field('nickname')} autoComplete="nickname" />}
        </Field>
        <RadioGroup
          required
          legend={t('person.gender')}
          name="gender"
          options={GENDERS.map((gender) => ({ value: gender, label: t(`person.genders.${gender}`) }))}
          value={form.values.gender}
          onChange={(gender) => form.setValue('gender', gender)}
          error={form.errorOf('gender')}
        />
        <Field label={t('person.birthday')} error={form.errorOf('birthday')}>
          {(control) => (
            <TextInput
              {...control}
              {...form.field('birthday')}
              type="date"
              min={BIRTHDAY_MIN}
              max={today()}
              autoComplete="bday"
            />
          )}
        </Field>
        <FormError error={form.error} />
        <div className={styles.foot}>
          <Button type="submit" busy={form.busy}>
            {t(form.busy ? 'person.saving' : 'person.save')}
          </Button>
        </div>
      </form>
    </>
  );
}

/** Today's date in the site's time zone (UTC+8), which the rule for birthdays uses. */
const today = (now: number = Date.now()): string => shanghaiDay(new Date(now));
