import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import {
  adminAudit,
  adminContent,
  adminDesk,
  adminFeedback,
  adminInvite,
  adminOrder,
  adminReview,
  adminUser,
  endpoints,
} from '@yunduo/api-contract';
import { ROLES, type Role } from '@yunduo/validation';
import { account, expect } from './fixtures.ts';
import { appointAdmin, test } from './people.ts';

/** The call that each room starts with. A room of the route map without an entry fails the first test. */
const ROOMS = {
  today: adminDesk.today,
  content: adminContent.list,
  orders: adminOrder.list,
  feedback: adminFeedback.list,
  releases: adminInvite.list,
  people: adminUser.list,
  audit: adminAudit.list,
  review: adminReview.queue,
};
type Room = keyof typeof ROOMS;
const rooms = Object.keys(ROOMS) as Room[];

/** Administrators have every role. */
const mayOpen = (role: Role) => (room: Room) => role === 'admin' || ROOMS[room].access === role;

// Read, not imported: tests do not import apps.
const map = pathToFileURL(
  join(import.meta.dirname, '../../apps/developer-console/app/features/desk/rooms.ts'),
);
const desk = (await import(map.href)) as { ROOM_NAMES: readonly Room[]; roomPath(room: Room): string };
const pathOf = (room: Room): string => (room === 'review' ? '/developer-center/review' : desk.roomPath(room));

/** To another page of the application without loading a document, as the browser's buttons do. */
const navigate = (page: Page, address: string): Promise<void> =>
  page.evaluate((to) => {
    // The router numbers its entries.
    const { idx } = history.state as { idx: number };
    history.pushState({ idx: idx + 1 }, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, address);

test('every room of the route map is tried, and every role that the contract guards calls with has one', () => {
  expect(rooms.toSorted()).toEqual([...desk.ROOM_NAMES, 'review'].toSorted());
  const guarded = Object.values(endpoints)
    .flatMap((area) => Object.values(area))
    .map(({ access }) => access as string)
    .filter((access) => ROLES.some((role) => role === access));
  expect(new Set(guarded)).toEqual(new Set(['developer', ...rooms.map((room) => ROOMS[room].access)]));
});

test('a visitor is asked to sign in, and comes back to the room', async ({ page, path, request }) => {
  for (const room of rooms) {
    await page.goto(path(pathOf(room)));
    await expect(page).toHaveURL(
      (url) => url.pathname.endsWith('/login') && url.searchParams.get('from') === path(pathOf(room)),
    );
    expect((await request.get(`/api${ROOMS[room].url}`)).status()).toBe(401);
  }
});

/** Administrators are not seeded. */
const seeded = (role: Exclude<Role, 'admin'>) => () => Promise.resolve(account(role));
const PEOPLE: Record<Role, (newAccount: () => Promise<string>) => Promise<string>> = {
  user: seeded('user'),
  developer: seeded('developer'),
  reviewer: seeded('reviewer'),
  operator: seeded('operator'),
  admin: async (newAccount) => {
    const email = await newAccount();
    await appointAdmin(email);
    return email;
  },
};

for (const role of ROLES) {
  const open = rooms.filter(mayOpen(role));
  const refused = rooms.filter((room) => !open.includes(room));

  test(`each room of the desks opens for the role ${role}, or is refused by page and API: ${open.join(', ') || 'none'}`, async ({
    page,
    path,
    request,
    words,
    context,
    withSession,
    newAccount,
    axe,
  }) => {
    const { desk: t, review, frame } = words.console;
    await withSession(context, await PEOPLE[role](newAccount));
    const asked: string[] = [];
    page.on('request', (call) => asked.push(new URL(call.url()).pathname));
    await page.goto(path('/developer-center/control-panel'));
    const rail = page.getByRole('navigation', { name: frame.nav });
    await expect(rail.getByRole('link', { name: frame.control_panel })).toHaveAttribute(
      'aria-current',
      'page',
    );
    const token = await page.evaluate(() => localStorage.getItem('token'));
    const statusOf = async (room: Room) =>
      (
        await request.get(`/api${ROOMS[room].url}`, { headers: { authorization: `Bearer ${token}` } })
      ).status();
    const heading = (room: Room) => ({ ...t.room, review: review.heading })[room];
    const refusals = { operator: t.not_operator.heading, reviewer: review.not_reviewer.heading };
    const refusal = (room: Room) => refusals[ROOMS[room].access as keyof typeof refusals];

    for (const room of refused) {
      await navigate(page, path(pathOf(room)));
      await expect(page).toHaveTitle(new RegExp(`^${heading(room)}(?: ·|$)`));
      await expect(page.getByRole('heading', { name: refusal(room), exact: true })).toBeVisible();
      expect(await statusOf(room)).toBe(403);
    }
    await axe(page);
    // The page asked for nothing that it may not have.
    expect(asked.filter((url) => refused.some((room) => url === `/api${ROOMS[room].url}`))).toEqual([]);

    for (const room of open) {
      await navigate(page, path(pathOf(room)));
      await expect(page.getByRole('heading', { level: 1, name: heading(room), exact: true })).toBeVisible();
      await expect(page.locator('[aria-busy=true], [role=status] > [data-shape]')).toHaveCount(0);
      await expect.poll(() => asked).toContain(`/api${ROOMS[room].url}`);
      expect(await statusOf(room)).toBe(200);
    }
    await expect(rail.getByRole('link', { name: frame.desk })).toHaveCount(open.includes('today') ? 1 : 0);
    await expect(rail.getByRole('link', { name: frame.review })).toHaveCount(open.includes('review') ? 1 : 0);
  });
}
