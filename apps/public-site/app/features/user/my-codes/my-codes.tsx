import { useSearchParams } from 'react-router';
import { CodeDetailView } from './code-detail.tsx';
import { CodeList } from './code-list.tsx';
import { codeIdOf } from './code-query.ts';

/** The panel of authorization codes: all, or the one that the address names. A default export, for `lazy`. */
export default function MyCodes() {
  const [query] = useSearchParams();
  const id = codeIdOf(query);
  return id === null ? <CodeList /> : <CodeDetailView key={id} id={id} />;
}
