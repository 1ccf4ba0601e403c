import type { AppDetail } from '@yunduo/api-contract';
import { DescriptionList } from '@yunduo/ui';
import { useSharedWords } from '../i18n/use-words.ts';
import { SideSection } from './side-section.tsx';

/** In the order in which an administrator checks a server. */
const ORDER = ['os', 'cpu', 'mem', 'hard_disk', 'gpu', 'network_card'] as const;

interface RequirementsProps extends Pick<AppDetail, 'requirements'> {
  /** Language of the developer's text, if it differs from the page's. */
  lang?: string | undefined;
}

/** The requirements of the app on a server. */
export function Requirements({ requirements, lang }: RequirementsProps) {
  const t = useSharedWords('appPage');
  const items = ORDER.filter((part) => requirements[part] !== '').map((part) => ({
    term: t(`requirements.${part}`),
    value: lang === undefined ? requirements[part] : <span lang={lang}>{requirements[part]}</span>,
  }));
  return (
    <SideSection heading={t('requirements.heading')}>
      <DescriptionList layout="rows" items={items} />
    </SideSection>
  );
}
