import { Select } from '@yunduo/ui';
import { useEffect, useState } from 'react';
import { useSharedWords } from '../i18n/use-words.ts';
import { chooseTheme, onThemeChosen, readTheme, showTheme, THEMES, type Theme } from './theme.ts';

/** System, light or dark; remembered, and the same in every tab. */
export function ThemeSwitch({ className }: { className?: string }) {
  const t = useSharedWords('shell');
  // The server knows no choice: the kept one shows after hydration.
  const [theme, setTheme] = useState<Theme>('system');
  useEffect(() => {
    setTheme(readTheme());
    return onThemeChosen((chosen) => {
      showTheme(chosen);
      setTheme(chosen);
    });
  }, []);
  return (
    <Select
      className={className}
      aria-label={t('theme')}
      value={theme}
      onChange={({ currentTarget }) => {
        const chosen = THEMES.find((candidate) => candidate === currentTarget.value) ?? 'system';
        setTheme(chosen);
        chooseTheme(chosen);
      }}
    >
      {THEMES.map((value) => (
        <option key={value} value={value}>
          {t(`theme_${value}`)}
        </option>
      ))}
    </Select>
  );
}
