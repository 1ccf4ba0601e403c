import type { AppDetail } from '@yunduo/api-contract';
import { Meta } from '@yunduo/ui';
import { useSharedWords } from '../i18n/use-words.ts';
import { SideSection } from './side-section.tsx';

/** In the order in which an administrator checks a machine. */
const ORDER = ['os', 'cpu', 'mem', 'hard_disk', 'gpu', 'network_card'] as const;

/** What a server must have. */
export function Requirements({ requirements }: Pick<AppDetail, 'requirements'>) {
  const t = useSharedWords('appPage');
  const items = ORDER.filter((part) => requirements[part] !== '').map((part) => ({
    term: t(`requirements.${part}`),
    value: requirements[part],
  }));
  return (
    <SideSection heading={t('requirements.heading')}>
      <Meta layout="rows" items={items} />
    </SideSection>
  );
}
