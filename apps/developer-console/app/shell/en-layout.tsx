import type { Route } from './+types/en-layout.ts';
import { ErrorScreen } from './error-screen.tsx';
import { errorMeta } from './error-meta.ts';
import { LanguageFrame } from './language-frame.tsx';
import { en } from './en-words.ts';

// Only this language's words: the other language is never loaded.
export const handle = en;

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
