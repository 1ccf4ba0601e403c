import { zh as shared } from '@yunduo/i18n/zh';
import { zh as console } from '@yunduo/i18n-developer-console/zh';
import type { Route } from './+types/zh-layout.ts';
import { ErrorScreen } from './error-screen.tsx';
import { errorMeta } from './error-meta.ts';
import { LanguageFrame } from './language-frame.tsx';
import { languageHandle } from './language.ts';

// This language's words and no other's: they are imported here and nowhere else.
export const handle = languageHandle('zh', { ...shared, ...console });

export const meta: Route.MetaFunction = ({ error }) => errorMeta(error, handle);

export default function ZhLayout() {
  return <LanguageFrame words={handle.words} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <LanguageFrame words={handle.words}>
      <ErrorScreen error={error} />
    </LanguageFrame>
  );
}
