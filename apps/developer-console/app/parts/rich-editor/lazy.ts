import { lazyWithRetry } from '@yunduo/app-shell';
import type { ComponentType, ReactNode } from 'react';
import type { RichEditorProps } from './rich-editor.tsx';

/** The editor and its words, as separate chunks: only pages with rich text load them. */
export const RichEditor: ComponentType<RichEditorProps & { waiting?: ReactNode }> = lazyWithRetry(
  () => import('./rich-editor.tsx'),
  {
    words: {
      zh: () => import('@yunduo/i18n-developer-console/zh/editor'),
      en: () => import('@yunduo/i18n-developer-console/en/editor'),
    },
  },
);
