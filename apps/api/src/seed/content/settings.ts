import type { Db } from '../../db/client.ts';
import { createSettings } from '../builders.ts';

/** The brand is data: another name here changes it everywhere. */
export function seedSettings(db: Db): Promise<void> {
  return createSettings(db, {
    name: { zh: '云舵', en: 'Yunduo' },
    slogan: {
      zh: 'Linux 服务器可视化运维客户端',
      en: 'The desktop client for managing Linux servers',
    },
    recordNumber: '示例 ICP 备 00000000 号',
    supportEmail: 'support@yunduo.test',
  });
}
