import { useSearchParams } from 'react-router';
import { LicenceDetailView } from './licence-detail.tsx';
import { LicenceList } from './licence-list.tsx';
import { licenceIdOf } from './licence-query.ts';

/** The panel of authorization codes: all, or the one that the address names. A default export, for `lazy`. */
export default function Licences() {
  const [query] = useSearchParams();
  const id = licenceIdOf(query);
  return id === null ? <LicenceList /> : <LicenceDetailView key={id} id={id} />;
}
