import { integer, timestamp } from 'drizzle-orm/pg-core';

export const moment = (column: string) => timestamp(column, { withTimezone: true });
export const id = () => integer('id').primaryKey().generatedAlwaysAsIdentity();
