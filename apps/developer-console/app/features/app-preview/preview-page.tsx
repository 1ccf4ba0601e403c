import { useSearchParams } from 'react-router';
import { OwnAppPage } from '../../own-app/own-app-page.tsx';
import { OwnPreview } from './own-preview.tsx';
import { SharedPreview } from './shared-preview.tsx';

/** An app as the store will show it: to its developer (`?id=`), or to whoever was given a link (`?token=`). */
export function PreviewPage() {
  const [query] = useSearchParams();
  const token = query.get('token');
  if (token !== null) return <SharedPreview key={token} token={token} />;
  return <OwnAppPage here="preview">{(detail) => <OwnPreview key={detail.id} detail={detail} />}</OwnAppPage>;
}
