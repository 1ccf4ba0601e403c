/** The time source of all services: SQL never calls now(), and tests can set the time. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** A running clock that test mode can set and advance (`/dev/clock`). */
export class MovableClock implements Clock {
  private offset = 0;

  now(): Date {
    return new Date(Date.now() + this.offset);
  }

  set(moment: Date): void {
    this.offset = moment.getTime() - Date.now();
  }

  advance(milliseconds: number): void {
    this.offset += milliseconds;
  }
}

/** The time this many milliseconds later, or earlier if negative. */
export const after = (moment: Date, milliseconds: number): Date => new Date(moment.getTime() + milliseconds);
