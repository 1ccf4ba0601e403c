import { LocaleLink } from '@yunduo/app-shell';
import { useSearchParams } from 'react-router';
import { sectionPath } from './sections.ts';

/** The way back for who can sign in already. */
export function ToSignIn({ question, link }: { question: string; link: string }) {
  const [query] = useSearchParams();
  return (
    <p className="quiet">
      {question}{' '}
      <LocaleLink to={sectionPath('sign-in', query)} replace>
        {link}
      </LocaleLink>
    </p>
  );
}
