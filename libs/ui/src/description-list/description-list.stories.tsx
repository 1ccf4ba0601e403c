import { story } from '../story.ts';
import { DescriptionList } from './description-list.tsx';

export default { component: DescriptionList };

export const Layouts = story((say) => {
  const items = [
    { term: say('版本', 'Version'), value: '1.29.3', num: true },
    { term: say('大小', 'Size'), value: '4.1 MB', num: true },
    { term: say('下载', 'Downloads'), value: say('21.8 万', '218,402'), num: true },
    { term: say('更新', 'Updated'), value: say('2026 年 11 月 19 日', '19 Nov 2026') },
  ];
  return (
    <>
      <DescriptionList items={items} />
      <DescriptionList layout="columns" items={items} />
      <div className="narrow">
        <DescriptionList layout="rows" items={items} />
      </div>
    </>
  );
});
