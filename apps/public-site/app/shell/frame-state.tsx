import { footerShown, languageSignChanged, navChanged, useAppDispatch, useLocale } from '@yunduo/app-shell';
import { languageSign } from '@yunduo/i18n';
import { useEffect } from 'react';
import { useLocation, useMatches } from 'react-router';
import { currentEntry, showsFooter } from './navigation-map.ts';

/** Keeps the common state (specification §3) in step with the page shown. */
export function FrameState() {
  const dispatch = useAppDispatch();
  const locale = useLocale();
  const { pathname } = useLocation();
  const navId = currentEntry(useMatches().at(-1)?.id)?.id ?? 1;
  useEffect(() => {
    dispatch(languageSignChanged(languageSign(locale)));
    dispatch(navChanged(navId));
    dispatch(footerShown(showsFooter(pathname)));
  }, [dispatch, locale, navId, pathname]);
  return null;
}
