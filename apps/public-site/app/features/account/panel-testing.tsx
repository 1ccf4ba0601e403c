import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Toasts } from '@yunduo/app-shell';
import { inShell } from '@yunduo/app-shell/testing';
import type { FakeClient } from '@yunduo/data-access/testing';
import { en } from '@yunduo/i18n-public-site/en';
import { zh } from '@yunduo/i18n-public-site/zh';
import type { ReactNode } from 'react';

/** Renders a panel of the account at an address such as `?panel=my-codes`, with toasts. */
export function renderPanel(
  panel: ReactNode,
  { client, search, locale = 'en' }: { client: FakeClient; search: string; locale?: 'zh' | 'en' },
) {
  const view = inShell(panel, {
    locale,
    words: locale === 'zh' ? zh : en,
    client,
    path: `${locale === 'en' ? '/en' : ''}/user${search}`,
    frame: <Toasts />,
  });
  const { unmount } = render(view.element);
  return { ...view, unmount, hand: userEvent.setup() };
}
