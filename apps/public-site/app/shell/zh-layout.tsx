import { zh as shared } from '@yunduo/i18n/zh';
import { zh as site } from '@yunduo/i18n-public-site/zh';
import type { Route } from './+types/zh-layout.ts';
import { ErrorScreen } from './error-screen.tsx';
import { errorMeta } from './error-meta.ts';
import { LanguageFrame } from './language-frame.tsx';
import { languageHandle, loadFrame } from './language.ts';
import { siteOrigin } from './origin.server.ts';

// This language's words and no other's: they are imported here and nowhere else.
export const handle = languageHandle('zh', { ...shared, ...site });

export const loader = ({ context, request }: Route.LoaderArgs) => loadFrame(context, siteOrigin(request));
export const clientLoader = ({ context }: Route.ClientLoaderArgs) => loadFrame(context, location.origin);

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
