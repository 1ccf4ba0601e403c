import { en as shared } from '@yunduo/i18n/en';
import { en as site } from '@yunduo/i18n-public-site/en';
import type { Route } from './+types/en-layout.ts';
import { ErrorScreen } from './error-screen.tsx';
import { errorMeta } from './error-meta.ts';
import { LanguageFrame } from './language-frame.tsx';
import { languageHandle, loadFrame } from './language.ts';
import { siteOrigin } from './origin.server.ts';

// This language's words and no other's: they are imported here and nowhere else.
export const handle = languageHandle('en', { ...shared, ...site });

export const loader = ({ context, request }: Route.LoaderArgs) => loadFrame(context, siteOrigin(request));
export const clientLoader = ({ context }: Route.ClientLoaderArgs) => loadFrame(context, location.origin);

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
