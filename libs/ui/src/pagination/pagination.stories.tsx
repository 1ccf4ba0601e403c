import { story } from '../story.ts';
import { Pagination, type PageLinkProps } from './pagination.tsx';

export default { component: Pagination };

const link = (page: number, { children, ...props }: PageLinkProps) => (
  <a href={`#${page}`} {...props}>
    {children}
  </a>
);

export const Places = story((say) => (
  <>
    {[1, 9, 18].map((page) => (
      <Pagination
        key={page}
        words={{
          label: say(`分页 ${page}`, `Pages ${page}`),
          previous: say('上一页', 'Previous'),
          next: say('下一页', 'Next'),
          page: (number) => say(`第 ${number} 页`, `Page ${number}`),
        }}
        page={page}
        pages={18}
        link={link}
      />
    ))}
  </>
));
