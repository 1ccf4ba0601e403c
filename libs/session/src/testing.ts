import type { User } from '@yunduo/api-contract';

/** A signed-in user for tests. */
export const userFixture = (changes: Partial<User> = {}): User => ({
  id: 7,
  email: 'user@yunduo.test',
  nickname: '云舵用户',
  gender: 'secret',
  birthday: '1990-05-17',
  head_image: '/uploads/avatar-7.webp',
  tb_id: null,
  yt_token: 'yt_fixture',
  roles: ['user'],
  ...changes,
});
