import type { DevDifference } from '@yunduo/api-contract';
import { useSharedWords } from '@yunduo/app-shell';
import { ARCHITECTURES, OPERATING_SYSTEMS } from '@yunduo/validation';

/** One of a changed list in words: systems and architectures come by their keys, as in the listing. */
export function useListed(): (field: DevDifference['fields'][number]['field'], text: string) => string {
  const terms = useSharedWords('storeTerms');
  return (field, text) => {
    const os = field === 'os' && OPERATING_SYSTEMS.find((known) => known === text);
    if (os) return terms(`os.${os}`);
    const arch = field === 'arch' && ARCHITECTURES.find((known) => known === text);
    return arch ? terms(`arch.${arch}`) : text;
  };
}
