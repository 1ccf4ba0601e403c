import { LocaleLink } from '@yunduo/app-shell';
import { useSearchParams } from 'react-router';
import { sectionPath } from './sections.ts';

/** The way back for who can sign in already, with the address that was typed. */
export function ToSignIn({ question, link, email }: { question: string; link: string; email: string }) {
  const [query] = useSearchParams();
  return (
    <p className="quiet">
      {question}{' '}
      <LocaleLink to={sectionPath('sign-in', query)} state={{ email }} replace>
        {link}
      </LocaleLink>
    </p>
  );
}
