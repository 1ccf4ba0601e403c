import { shanghaiDay } from '@yunduo/i18n';
import { createHash } from 'node:crypto';
import type { FeedbackState, FeedbackType } from '@yunduo/validation';
import sharp from 'sharp';
import type { Files } from '../files.ts';
import type { Db } from '../db/client.ts';
import { feedbackAnswers, feedbackAttachments, feedbackTickets } from '../db/schema/feedback.ts';
import { readScreenshot } from './assets.ts';
import { daysBefore } from './builders.ts';

/** A stored upload: the file and its thumbnail. */
interface Picture {
  file: string;
  preview: string;
  name: string;
  size: number;
  width: number;
  height: number;
}

/** Screenshots of the client, reused from the store. */
const SHOTS = {
  editor: 'apache-editor-zh',
  saved: 'apache-overview-zh',
  overview: 'adminer-overview-zh',
} as const;

/** Stores the attachments of the seeded feedback as private files. */
export async function storeFeedbackPictures(files: Files): Promise<Record<keyof typeof SHOTS, Picture>> {
  const store = async (shot: string, name: string): Promise<Picture> => {
    const full = await readScreenshot(shot, 1280);
    const stem = `private/feedback/${createHash('sha256').update(full).digest('hex').slice(0, 32)}`;
    await files.put(`${stem}.webp`, full);
    await files.put(`${stem}-preview.webp`, await readScreenshot(shot, 320));
    const { width = 0, height = 0 } = await sharp(full).metadata();
    return { file: `${stem}.webp`, preview: `${stem}-preview.webp`, name, size: full.length, width, height };
  };
  return {
    editor: await store(SHOTS.editor, '编辑器.png'),
    saved: await store(SHOTS.saved, '保存之后.png'),
    overview: await store(SHOTS.overview, '总览 2026-11.png'),
  };
}

interface TicketSeed {
  code: string;
  type: FeedbackType;
  title: string;
  description: string;
  state: FeedbackState;
  daysAgo: number;
  contact?: { kind: 'qq' | 'phone' | 'wechat'; value: string };
  pictures?: readonly Picture[];
  answers?: readonly { daysAgo: number; text: string }[];
}

interface World {
  now: Date;
  owners: Map<string, number>;
  pictures: Awaited<ReturnType<typeof storeFeedbackPictures>>;
}

/** user@'s three tickets: one open, one answered, one closed. */
export async function seedFeedback(db: Db, { now, owners, pictures }: World): Promise<void> {
  const userId = owners.get('user@yunduo.test');
  const authorId = owners.get('operator@yunduo.test') ?? null;
  if (userId === undefined) return;
  const tickets: readonly TicketSeed[] = [
    {
      code: '4T7QK',
      type: 'defect',
      title: '大文件编辑后光标跳回开头',
      description:
        '用编辑器打开 20 MB 左右的配置文件，保存后光标会回到第一行，要重新找位置。\n每次都能复现，系统是 Windows 11，客户端 3.4.1。截图里是保存前的样子。',
      state: 'open',
      daysAgo: 0.4,
      contact: { kind: 'wechat', value: 'chen-xiaohang' },
      pictures: [pictures.editor, pictures.saved],
    },
    {
      code: '8M2RD',
      type: 'suggestion',
      title: '总览里想按机房分组',
      description: '有三个机房、四十台服务器，现在按名称排，同一机房的散在各处。能按标签分组就好。',
      state: 'answered',
      daysAgo: 12,
      pictures: [pictures.overview],
      answers: [
        { daysAgo: 11, text: '谢谢建议。分组已排进下一个版本：给服务器加标签，总览里按标签折叠。' },
        {
          daysAgo: 3,
          text: '测试版已经可以用了，设置 > 总览 > 按标签分组。用着不顺手的地方，请直接回我们。',
        },
      ],
    },
    {
      code: 'V9C3N',
      type: 'document',
      title: '计划任务的文档里少了时区说明',
      description: '文档没写计划任务按哪个时区执行，试了才知道是服务器的时区。',
      state: 'closed',
      daysAgo: 48,
      contact: { kind: 'qq', value: '284719365' },
      answers: [
        { daysAgo: 46, text: '已经补上：计划任务按服务器的时区执行，编辑时会同时显示你本地的时间。' },
      ],
    },
  ];
  for (const ticket of tickets) await insertTicket(db, ticket, { now, userId, authorId });
}

async function insertTicket(
  db: Db,
  { code, daysAgo, contact, pictures = [], answers = [], ...words }: TicketSeed,
  { now, userId, authorId }: { now: Date; userId: number; authorId: number | null },
): Promise<void> {
  const createdAt = daysBefore(now, daysAgo);
  const last = answers.at(-1);
  const [row] = await db
    .insert(feedbackTickets)
    .values({
      ...words,
      no: `FB${shanghaiDay(createdAt).replaceAll('-', '')}-${code}`,
      userId,
      contactKind: contact?.kind ?? null,
      contactValue: contact?.value ?? null,
      revision: 1 + answers.length,
      createdAt,
      answeredAt: last ? daysBefore(now, last.daysAgo) : null,
    })
    .returning({ id: feedbackTickets.id });
  if (!row) throw new Error(`no ticket ${code}`);
  const ticketId = row.id;
  if (pictures.length > 0) {
    await db.insert(feedbackAttachments).values(
      pictures.map((picture, position) => ({
        ...picture,
        ticketId,
        userId,
        position,
        kind: 'picture' as const,
        mime: 'image/webp',
        createdAt,
      })),
    );
  }
  if (answers.length > 0) {
    await db.insert(feedbackAnswers).values(
      answers.map((answer) => ({
        ticketId,
        authorId,
        text: answer.text,
        createdAt: daysBefore(now, answer.daysAgo),
      })),
    );
  }
}
