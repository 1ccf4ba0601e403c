import type { AppDetail } from '@yunduo/api-contract';
import { AppPage, I18nProvider, useSharedTranslations, type AppPageProps } from '@yunduo/app-shell';
import { useSiteInfoQuery } from '@yunduo/data-access';
import type { Locale } from '@yunduo/i18n';
import { Skeleton } from '@yunduo/ui';
import { useTranslations } from '../shell/words.ts';
import { StoreFrame } from './store-frame.tsx';
import { useStoreWords } from './use-store-words.ts';
import { WIDTHS, type Width } from './use-view.ts';

interface StoreViewProps {
  app: AppDetail;
  lang: Locale;
  width: Width;
}

/** The store's page of an app, in a viewport of its own width and in its own language. */
export function StoreView({ app, lang, width }: StoreViewProps) {
  const t = useTranslations('preview');
  const { data: site } = useSiteInfoQuery();
  const words = useStoreWords(lang);
  return (
    <StoreFrame title={t('frame', { name: app.name })} lang={lang} width={WIDTHS[width]}>
      {words ? (
        <I18nProvider instance={words}>
          <Page app={app} product={site?.name ?? ''} />
        </I18nProvider>
      ) : (
        <Skeleton label={t('loading')} rows={6} />
      )}
    </StoreFrame>
  );
}

/** The category's name in the language of the preview. */
function Page({ app, product }: AppPageProps) {
  const store = useSharedTranslations('storeTerms');
  // A version that is not started has neither number nor size.
  const facts = app.version === '' && { version: '–', human_size: '–' };
  return <AppPage app={{ ...app, ...facts, cate_name: store(`category.${app.cate}`) }} product={product} />;
}
