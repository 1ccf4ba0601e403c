import { Select } from '@yunduo/ui';
import { useSyncExternalStore } from 'react';
import { useSharedTranslations } from '../i18n/use-translations.ts';
import { chooseTheme, THEMES, themeStore } from './theme.ts';

/** System, light or dark; stored, and the same in every tab. */
export function ThemeSwitch({ className }: { className?: string }) {
  const t = useSharedTranslations('shell');
  const theme = useSyncExternalStore(themeStore.subscribe, themeStore.get, themeStore.onServer);
  return (
    <Select
      className={className}
      aria-label={t('theme')}
      value={theme}
      onChange={({ currentTarget: { value } }) =>
        chooseTheme(THEMES.find((candidate) => candidate === value) ?? 'system')
      }
    >
      {THEMES.map((value) => (
        <option key={value} value={value}>
          {t(`theme_${value}`)}
        </option>
      ))}
    </Select>
  );
}
