import { LocaleLink } from '@yunduo/app-shell';
import { Checkbox } from '@yunduo/ui';
import type { ComponentProps } from 'react';
import { useTranslations } from '../../shell/words.ts';

/** Consent to both protocols (R5.10). They open in a new tab, so that typed input is kept. */
export function Agreement(props: Omit<ComponentProps<typeof Checkbox>, 'children'>) {
  const t = useTranslations('login');
  return (
    <Checkbox {...props}>
      {t('agree')}
      <LocaleLink to="/protocol/user-agreement" target="_blank">
        {t('agreement')}
      </LocaleLink>
      {t('agree_and')}
      <LocaleLink to="/protocol/privacy-policy" target="_blank">
        {t('privacy')}
      </LocaleLink>
    </Checkbox>
  );
}
