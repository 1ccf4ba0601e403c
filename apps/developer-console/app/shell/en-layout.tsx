import { en as shared } from '@yunduo/i18n/en';
import { en as console } from '@yunduo/i18n-developer-console/en';
import type { Route } from './+types/en-layout.ts';
import { ErrorScreen } from './error-screen.tsx';
import { errorMeta } from './error-meta.ts';
import { LanguageFrame } from './language-frame.tsx';
import { languageHandle } from './language.ts';

// This language's words and no other's: they are imported here and nowhere else.
export const handle = languageHandle('en', { ...shared, ...console });

export const meta: Route.MetaFunction = ({ error }) => errorMeta(error, handle);

export default function EnLayout() {
  return <LanguageFrame words={handle.words} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <LanguageFrame words={handle.words}>
      <ErrorScreen error={error} />
    </LanguageFrame>
  );
}
