import type { Preview } from '@storybook/react-vite';
import { useEffect } from 'react';
import '../src/tokens.css';
import '../src/base.css';
import './preview.css';

const languages: Record<string, string> = { zh: 'zh-CN', en: 'en' };

const preview: Preview = {
  globalTypes: {
    theme: {
      description: 'Theme',
      toolbar: { icon: 'contrast', items: ['system', 'light', 'dark'], dynamicTitle: true },
    },
    locale: {
      description: 'Language of the sample words',
      toolbar: {
        icon: 'globe',
        items: [
          { value: 'zh', title: '中文' },
          { value: 'en', title: 'English' },
        ],
        dynamicTitle: true,
      },
    },
  },
  initialGlobals: { theme: 'light', locale: 'zh' },
  parameters: {
    layout: 'fullscreen',
    // A violation is a fault of the component, not a remark.
    a11y: { test: 'error' },
    options: { storySort: { method: 'alphabetical' } },
  },
  decorators: [
    function Page(Story, { globals }) {
      const { theme, locale } = globals;
      useEffect(() => {
        const root = document.documentElement;
        if (theme === 'system') delete root.dataset.theme;
        else root.dataset.theme = String(theme);
        root.lang = languages[String(locale)] ?? 'en';
      }, [theme, locale]);
      return (
        <main className="story">
          <Story />
        </main>
      );
    },
  ],
};

export default preview;
