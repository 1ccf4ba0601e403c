import { Badge } from '../badge/badge.tsx';
import { Button } from '../button/button.tsx';
import { story } from '../story.ts';
import { Table } from './table.tsx';

export default { component: Table };

export const Servers = story((say) => (
  <Table
    caption={say('服务器', 'Servers')}
    rows={[
      {
        id: 'db-01',
        ip: '10.0.4.21',
        code: 'YD-7F3K-••••-Q2RM',
        until: say('2027 年 11 月 18 日', '18 Nov 2027'),
        soon: false,
      },
      {
        id: 'web-17',
        ip: '10.0.4.117',
        code: 'YD-M9XA-••••-7TWC',
        until: say('2026 年 11 月 29 日', '29 Nov 2026'),
        soon: true,
      },
    ]}
    rowKey={({ id }) => id}
    isCurrent={({ id }) => id === 'web-17'}
    columns={[
      {
        key: 'server',
        header: say('服务器', 'Server'),
        cell: ({ id, ip }) => (
          <>
            {id}
            <small className="num">{ip}</small>
          </>
        ),
      },
      { key: 'code', header: say('授权码', 'Code'), kind: 'number', cell: ({ code }) => code },
      {
        key: 'until',
        header: say('有效期至', 'Valid until'),
        cell: ({ until, soon }) =>
          soon ? <Badge tone="warn">{say('还有 9 天', '9 days left')}</Badge> : until,
      },
      {
        key: 'actions',
        header: say('操作', 'Actions'),
        kind: 'actions',
        cell: () => (
          <>
            <Button kind="line" size="sm">
              {say('解绑', 'Unbind')}
            </Button>
            <Button kind="bare" size="sm">
              {say('编辑备注', 'Edit note')}
            </Button>
          </>
        ),
      },
    ]}
  />
));
