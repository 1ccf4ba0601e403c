import type { AppDetail } from '@yunduo/api-contract';
import { AppPage } from '@yunduo/app-shell';
import { CheckButton } from './check/check-button.tsx';
import { CompareForm } from './compare-form.tsx';
import { SaveButton } from './save/save-button.tsx';
import { Share } from './share.tsx';
import { SinceYours } from './since-yours.tsx';

interface StoreAppPageProps {
  app: AppDetail;
  /** The product's name, which is data. */
  product: string;
  /** The version that the reader runs, when the address names one of this app. */
  from: string | null;
}

/** The page of an app with what a reader of the store can do there; the developer center previews the page itself. */
export function StoreAppPage({ app, product, from }: StoreAppPageProps) {
  return (
    <AppPage
      app={app}
      product={product}
      from={from}
      slots={{
        actions: <SaveButton id={app.id} />,
        install: <CheckButton app={app} />,
        compare: <CompareForm app={app} from={from} />,
        since: from !== null && <SinceYours app={app} from={from} />,
        side: <Share id={app.id} name={app.name} />,
      }}
    />
  );
}
